# The page of explain --html in a browser: hovering, the slider, the theme, keys. Where there is no Chromium, tests/run says so.
# only: wide

command -v chromium >/dev/null || { left_out "the page of explain in a browser" "no chromium" && exit 0; }
cat >two.c <<'EOF'
void f(int n, float a[restrict n][n], float b[restrict n])
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            a[i][j] = a[i - 1][j] + a[i][j - 1];
    for (int i = 2; i < n; i++)
        b[i] += b[i - 2];
}

void turn(int n, float a[restrict n][n], float b[restrict n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[j][i] = a[i][j];
}
EOF
accepts explain --html=page.html --schedule-fallback=wavefront --parallel-threshold=0 two.c
cat >drive.js <<'EOF'
var said = [];
function say(name, ok) { said.push(name + '=' + (ok ? 'yes' : 'no')); }
function send(node, event) { node.dispatchEvent(event); }
say('ready', document.body.dataset.ready === 'yes');
var made = document.querySelector('#generated [data-source="5"]');
send(made, new MouseEvent('mouseover', { bubbles: true }));
say('hover', made.classList.contains('lit') && document.querySelector('#source5').classList.contains('lit'));
var theme = document.documentElement.dataset.theme;
send(document.body, new KeyboardEvent('keydown', { key: 't', bubbles: true }));
say('theme', document.documentElement.dataset.theme !== theme);
say('colour', getComputedStyle(document.body).backgroundColor === 'rgb(20, 23, 28)' || theme === 'dark');
var slider = document.querySelector('figure input');
slider.value = 3;
send(slider, new Event('input'));
say('slider', slider.closest('figure').querySelectorAll('.done').length === 3);
var pane = document.getElementById('source');
for (var i = 0; i < 7; i++) send(pane, new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
say('keys', document.querySelector('#source7').classList.contains('lit'));
var tiles = Array.from(document.querySelectorAll('figure')).pop();
var odd = tiles.querySelectorAll('.tile.odd').length, all = tiles.querySelectorAll('.tile').length;
slider = tiles.querySelector('input');
slider.value = 10;
send(slider, new Event('input'));
say('tiles', odd > 0 && odd < all && tiles.textContent.indexOf('drawn as 3 x 3') > 0 && tiles.textContent.indexOf('step 10 of 64, tile 2 of 9') > 0);
say('labels', document.querySelectorAll('.tag').length === 5 && document.querySelector('.tag').textContent === 'P parallel');
document.title = said.join(' ');
EOF
{
    sed '/^<\/body>/d' page.html
    echo '<script>'
    cat drive.js
    echo '</script></body></html>'
} >driven.html
chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
    --disable-component-update --disable-sync --user-data-dir="$PWD/profile" --virtual-time-budget=5000 --dump-dom \
    "file://$PWD/driven.html" >dom 2>log || broken "Chromium failed"
title=$(sed -n 's/.*<title>\(.*\)<\/title>.*/\1/p' dom | head -1)
[ "$title" = "ready=yes hover=yes theme=yes colour=yes slider=yes keys=yes tiles=yes labels=yes" ] || broken "in the browser: $title"
