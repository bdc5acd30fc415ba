# A line on a terminal says how far a long run is, and is gone in the end; in a pipe there is none.

cat >nests.c <<'EOF'
void work(int n, float *restrict a)
{
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1] + 1;
}
EOF
cat >terminal.py <<'EOF'
import os, pty, subprocess, sys
master, slave = pty.openpty()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=slave, env=dict(os.environ, TERM="xterm"))
os.close(slave)
seen = b""
try:
    while True:
        part = os.read(master, 4096)
        if not part:
            break
        seen += part
except OSError:
    pass
sys.stdout.write(seen.decode())
sys.exit(process.wait())
EOF
export PAVE_PROGRESS=0 # seconds
python3 terminal.py "$PAVE" --color=never -o out.c nests.c >stdout || broken "pave failed on a terminal"
grep -q 'nests.c: [a-z]*, ' stdout || broken "no line on a terminal"
grep -q 'loop kept as written' stdout || broken "no message on a terminal"
# The line never stands before or behind another text: it is erased first.
python3 - <<'EOF' || broken "the line stays on the terminal"
text = open("stdout", newline="").read()
last = ""
for part in text.replace("\r\n", "\n").split("\r\033[K"):
    last = part
assert "\033" not in last and not last.startswith("nests.c: ")
EOF
python3 terminal.py "$PAVE" -q -o out.c nests.c >stdout
[ -s stdout ] && broken "a line in spite of -q"
run_pave -o out.c nests.c
grep -q 'nests.c: [a-z]*, ' stderr && broken "a line in a pipe"
unset PAVE_PROGRESS
python3 terminal.py "$PAVE" --color=never -o out.c nests.c >stdout
grep -q 'nests.c: [a-z]*, ' stdout && broken "a line within two seconds"
