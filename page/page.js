// The behaviour of the report of pave explain --html: builds the page from the data that pave put into it.

(function () {
  'use strict';
  var data = JSON.parse(document.getElementById('data').textContent);
  var svgns = 'http://www.w3.org/2000/svg';

  function make(name, attributes, children) {
    var node = document.createElement(name);
    Object.keys(attributes || {}).forEach(function (key) { node.setAttribute(key, attributes[key]); });
    (children || []).forEach(function (child) {
      node.appendChild(typeof child === 'string' ? document.createTextNode(child) : child);
    });
    return node;
  }

  function draw(parent, name, attributes, text) {
    var node = document.createElementNS(svgns, name);
    Object.keys(attributes).forEach(function (key) { node.setAttribute(key, attributes[key]); });
    if (text !== undefined) node.textContent = text;
    parent.appendChild(node);
    return node;
  }

  // Light and dark: what the system prefers, until the user chooses.
  var root = document.documentElement;
  var dark = window.matchMedia('(prefers-color-scheme: dark)');
  function setTheme(theme) {
    root.dataset.theme = theme;
    document.getElementById('theme').textContent = theme === 'dark' ? 'Light' : 'Dark';
  }
  function toggleTheme() { setTheme(root.dataset.theme === 'dark' ? 'light' : 'dark'); }
  setTheme(dark.matches ? 'dark' : 'light');
  dark.addEventListener('change', function () { setTheme(dark.matches ? 'dark' : 'light'); });
  document.getElementById('theme').addEventListener('click', toggleTheme);

  // Code. Each line of the generated text knows the line of the source that it comes from, or 0.
  var letters = { parallel: 'P', vector: 'V', device: 'D', serial: 'S', kept: '\u00b7' };
  var kinds = {};
  data.loops.forEach(function (loop) { kinds[loop.line] = loop.kinds; });
  var rows = { source: [], code: [] };
  var bySource = {};

  function addLine(pane, list, number, text, source, marks) {
    var mark = marks ? marks.map(function (kind) { return letters[kind]; }).join('') : '';
    var row = make('div', { 'data-source': source, role: 'option', id: list + number }, [
      make('i', {}, [String(number)]), make('b', { class: marks ? marks[0] : '' }, [mark]), make('span', {}, [text || ' '])]);
    pane.appendChild(row);
    rows[list].push(row);
    if (source) (bySource[source] = bySource[source] || []).push(row);
  }

  var panes = { source: document.querySelector('#source .code'), code: document.querySelector('#generated .code') };
  data.source.forEach(function (text, i) { addLine(panes.source, 'source', i + 1, text, i + 1, kinds[i + 1]); });
  data.code.forEach(function (line, i) { addLine(panes.code, 'code', i + 1, line[1], line[0]); });
  document.querySelector('#generated h3').textContent = data.codeName;
  document.querySelector('#source h3').textContent = data.file;

  var lit = [];
  function light(source, keep) {
    lit.forEach(function (row) { row.classList.remove('lit'); });
    lit = (bySource[source] || []).slice();
    loopRows.forEach(function (row) { if (row.dataset.source === String(source)) lit.push(row); });
    lit.forEach(function (row) { row.classList.add('lit'); });
    if (!keep) return;
    var other = lit.filter(function (row) { return !keep.contains(row) && row.tagName === 'DIV'; })[0];
    if (other) other.scrollIntoView({ block: 'center' });
  }
  function overLine(event) {
    var row = event.target.closest('[data-source]');
    if (row) light(Number(row.dataset.source));
  }
  function clickLine(event) {
    var row = event.target.closest('[data-source]');
    if (row) light(Number(row.dataset.source), event.currentTarget);
  }

  // Keys in a pane: up and down move through its lines, Enter shows the other side.
  function keyInPane(list) {
    var at = -1;
    return function (event) {
      var step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
      if (!step && event.key !== 'Enter') return;
      event.preventDefault();
      at = Math.max(0, Math.min(rows[list].length - 1, at + (step || 0)));
      var row = rows[list][at];
      row.scrollIntoView({ block: 'nearest' });
      light(Number(row.dataset.source) || -1, event.key === 'Enter' ? event.currentTarget : null);
      lit.indexOf(row) < 0 && (row.classList.add('lit'), lit.push(row));
      event.currentTarget.setAttribute('aria-activedescendant', row.id);
    };
  }
  var loopRows = [];
  [['source', '#source'], ['code', '#generated']].forEach(function (pair) {
    var pane = document.querySelector(pair[1]);
    pane.addEventListener('mouseover', overLine);
    pane.addEventListener('click', clickLine);
    pane.addEventListener('keydown', keyInPane(pair[0]));
  });

  // Loops.
  function tag(kind) { return make('span', { class: 'tag ' + kind }, [letters[kind] + ' ' + kind]); }
  var list = document.getElementById('loops');
  data.loops.forEach(function (loop) {
    var row = make('li', { 'data-source': loop.line, tabindex: 0, style: 'padding-left:' + (0.4 + 1.5 * loop.depth) + 'em' }, [
      make('code', {}, [loop.line + ':' + loop.column + ' ' + loop.head]), ' ']
      .concat(loop.kinds.map(tag), [loop.summary]));
    [loop.reason, loop.dependence, loop.example && 'Example: ' + loop.example, loop.remedy && 'To change this: ' + loop.remedy]
      .forEach(function (text) { if (text) row.appendChild(make('div', { class: 'why' }, [text])); });
    function show() { light(loop.line); rows.source[loop.line - 1].scrollIntoView({ block: 'center' }); }
    row.addEventListener('mouseenter', function () { light(loop.line); });
    row.addEventListener('click', show);
    row.addEventListener('keydown', function (event) { if (event.key === 'Enter') show(); });
    list.appendChild(row);
    loopRows.push(row);
  });

  // Pictures: the points of a domain, dependences as arrows, and the new order.
  function place(picture, point) {
    var low = picture.low, n = low.length, gap = 34, margin = 34;
    var c = point.map(function (value, i) { return value - low[i]; });
    if (n === 1) return [margin + gap * c[0], 90];
    if (n === 2) return [margin + gap * c[1], margin + gap * c[0]];
    return [margin + 84 * c[2] + 17 * c[0], margin + 84 * c[1] + 14 * c[0]]; // five layers fit between two neighbours
  }
  function addArrow(svg, picture, arrow, marker) {
    var a = place(picture, picture.points[arrow[0]].at), b = place(picture, picture.points[arrow[1]].at);
    var dx = b[0] - a[0], dy = b[1] - a[1], length = Math.hypot(dx, dy) || 1;
    var bend = picture.low.length === 1 ? 0.35 * length : length > 60 ? 0.12 * length : 0;
    var cut = 11 / length, x = (a[0] + b[0]) / 2 + bend * dy / length, y = (a[1] + b[1]) / 2 - bend * Math.abs(dx) / length;
    draw(svg, 'path', { class: arrow[2] ? 'flow' : 'false', 'marker-end': 'url(#' + marker + ')',
      d: 'M' + (a[0] + dx * cut) + ' ' + (a[1] + dy * cut - (bend ? 4 : 0)) + ' Q' + x + ' ' + y + ' ' + (b[0] - dx * cut) + ' ' + (b[1] - dy * cut - (bend ? 4 : 0)) });
  }
  function addPicture(parent, picture, number) {
    var width = 0, height = 0;
    picture.points.forEach(function (point) {
      var xy = place(picture, point.at);
      width = Math.max(width, xy[0] + 34);
      height = Math.max(height, xy[1] + 34);
    });
    var svg = document.createElementNS(svgns, 'svg');
    svg.setAttribute('width', Math.max(width, 160));
    svg.setAttribute('height', height);
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', 'iterations of ' + picture.name);
    var marker = 'head' + number;
    var head = draw(draw(svg, 'defs', {}), 'marker', { id: marker, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' });
    draw(head, 'path', { d: 'M0 0L8 4L0 8z', fill: 'var(--arrow)' });
    var names = picture.iterators, n = names.length, tileNumber = {}, tiles = 0;
    picture.points.slice().sort(function (a, b) { return a.step - b.step; }).forEach(function (point) {
      if (point.tile !== undefined && !tileNumber[point.tile]) tileNumber[point.tile] = ++tiles;
    });
    draw(svg, 'text', { x: 34, y: 14 }, names[n - 1] + ' \u2192');
    if (n > 1) draw(svg, 'text', { x: 2, y: 60 }, names[n - 2] + ' \u2193');
    if (n > 2) draw(svg, 'text', { x: 2, y: 30 }, names[0] + ' \u2198');
    picture.points.forEach(function (point) {
      var xy = place(picture, point.at), half = n === 3 ? 11 : 17;
      if (point.tile !== undefined)
        draw(svg, 'rect', { class: point.odd ? 'tile odd' : 'tile', x: xy[0] - half, y: xy[1] - half, width: 2 * half, height: 2 * half });
    });
    picture.arrows.forEach(function (arrow) { addArrow(svg, picture, arrow, marker); });
    var marks = picture.points.map(function (point) {
      var xy = place(picture, point.at);
      var circle = draw(svg, 'circle', { class: 'point', cx: xy[0], cy: xy[1], r: 8 });
      draw(circle, 'title', {}, names.map(function (name, i) { return name + ' = ' + point.at[i]; }).join(', ') + '; step ' + (point.step + 1) +
        (point.tile === undefined ? '' : '; tile ' + tileNumber[point.tile]));
      draw(svg, 'text', { class: 'number', x: xy[0], y: xy[1] + 3 }, String(point.step + 1));
      return circle;
    });
    var steps = picture.points.length;
    var slider = make('input', { type: 'range', min: 0, max: steps, value: 0, 'aria-label': 'step of the new order' });
    var label = make('span', {});
    function show() {
      var now = Number(slider.value);
      marks.forEach(function (mark, i) {
        var step = picture.points[i].step;
        mark.setAttribute('class', 'point' + (step < now ? ' done' : '') + (step === now - 1 ? ' now' : ''));
      });
      var last = picture.points.filter(function (point) { return point.step === now - 1; })[0];
      label.textContent = 'step ' + now + ' of ' + steps +
        (last && last.tile !== undefined ? ', tile ' + tileNumber[last.tile] + ' of ' + tiles : '');
    }
    slider.addEventListener('input', show);
    show();
    var caption = picture.name + ' (line ' + picture.line + '), ' + (picture.parameters || 'no parameters') +
      (picture.clipped ? ', a corner of the domain' : '') + '.' +
      (picture.tiles ? ' Tiles of ' + picture.tiles + '; every other one is shaded.' : '') + ' Numbers: the new order. Arrows: a value is needed (solid), memory is reused (dashed).';
    parent.appendChild(make('figure', {}, [make('figcaption', {}, [caption]), svg, make('div', { class: 'controls' }, [slider, label])]));
  }

  // What pave tune has tried: the course of the search, and the fastest programs.
  function addCourse(parent, tuning) {
    var width = 640, height = 200, margin = 46, tried = tuning.trials.filter(function (trial) { return trial.runs; });
    var times = tried.map(function (trial) { return Math.log(trial.seconds); });
    var low = Math.min.apply(null, times), high = Math.max.apply(null, times), best = Infinity, path = '';
    function x(i) { return margin + (width - 2 * margin) * (i + 0.5) / tried.length; }
    function y(time) { return 12 + (height - 40) * (high > low ? (high - time) / (high - low) : 0.5); }
    var svg = draw(parent, 'svg', { width: width, height: height, role: 'img', 'aria-label': 'time of each program, in the order of the search' });
    [low, high].forEach(function (time) {
      draw(svg, 'path', { class: 'axis', d: 'M' + margin + ' ' + y(time) + 'H' + (width - margin) });
      draw(svg, 'text', { x: 2, y: y(time) + 4 }, Math.exp(time).toPrecision(3) + ' s');
    });
    times.forEach(function (time, i) {
      path += (i ? 'H' + x(i) + 'V' : 'M' + x(i) + ' ') + y(best = Math.min(best, time));
      var mark = draw(svg, 'circle', { class: 'point' + (tried[i] === tuning.trials[tuning.best] ? ' now' : ''), cx: x(i), cy: y(time), r: 4 });
      draw(mark, 'title', {}, tried[i].name + ': ' + tried[i].seconds.toPrecision(4) + ' s');
    });
    draw(svg, 'path', { class: 'flow', d: path });
    draw(svg, 'text', { x: margin, y: height - 8 }, tried.length + ' programs in the order of the search; the line is the best so far');
  }
  function addTuning(parent, tuning) {
    var best = tuning.trials[tuning.best], normal = tuning.trials[tuning.normal], slowest = 0;
    var rows = tuning.trials.filter(function (trial) { return trial.runs && !trial.failure; })
      .sort(function (a, b) { return a.seconds - b.seconds; }).slice(0, 12);
    [best, normal].forEach(function (trial) { if (rows.indexOf(trial) < 0) rows.push(trial); });
    rows.forEach(function (trial) { slowest = Math.max(slowest, trial.seconds); });
    parent.appendChild(make('h2', {}, ['Tuning']));
    parent.appendChild(make('p', {}, ['Best: ' + tuning.summary + '.']));
    addCourse(parent, tuning);
    parent.appendChild(make('table', { class: 'tuning' }, [make('tr', {}, ['seconds', 'runs', '', 'options'].map(function (text) {
      return make('th', {}, [text]);
    }))].concat(rows.map(function (trial) {
      var bar = make('div', { class: 'bar', style: 'width:' + Math.max(2, Math.round(160 * trial.seconds / slowest)) + 'px' });
      return make('tr', {}, [make('td', {}, [trial.seconds.toPrecision(4)]), make('td', {}, [String(trial.runs)]), make('td', {}, [bar]),
        make('td', {}, [make('code', {}, [trial.name]), trial === best ? ' (best)' : ''])]);
    }))));
    var failed = tuning.trials.filter(function (trial) { return trial.failure; });
    if (!failed.length) return;
    parent.appendChild(make('details', {}, [make('summary', {}, [failed.length + ' programs failed']),
      make('table', {}, failed.map(function (trial) {
        return make('tr', {}, [make('td', {}, [make('code', {}, [trial.name])]), make('td', {}, [trial.failure])]);
      }))]));
  }
  if (data.tuning) addTuning(document.getElementById('tuning'), data.tuning);

  // The pictures of a large program are drawn when they come into sight.
  var waiting = window.IntersectionObserver && new IntersectionObserver(function (entries) {
    entries.forEach(function (entry) {
      if (!entry.isIntersecting) return;
      waiting.unobserve(entry.target);
      entry.target.drawPicture();
    });
  }, { rootMargin: '600px' });
  function addPictureLater(parent, picture, number) {
    if (!waiting || number < 12) return addPicture(parent, picture, number);
    var box = parent.appendChild(make('div', { class: 'later' }));
    box.drawPicture = function () { box.classList.remove('later'); addPicture(box, picture, number); };
    waiting.observe(box);
  }

  // Regions.
  var regions = document.getElementById('regions');
  var count = 0;
  function addTable(parent, title, pairs) {
    if (!pairs.length) return;
    parent.appendChild(make('h3', {}, [title]));
    parent.appendChild(make('table', {}, pairs.map(function (pair) {
      return make('tr', {}, [make('td', {}, [make('code', {}, [pair[0]])]), make('td', {}, [pair[1]])]);
    })));
  }
  data.regions.forEach(function (region) {
    var section = make('section', {}, [make('h2', {}, ['Region in ' + region.name + '(), lines ' + region.first + ' to ' + region.last])]);
    if (region.guard) section.appendChild(make('p', {}, ['New code behind a run-time test of ' + region.guard + '.']));
    section.appendChild(make('p', {}, ['Schedule: ' + region.order + '.']));
    addTable(section, 'Kernels', region.kernels);
    addTable(section, 'Arrays', region.arrays);
    addTable(section, 'Time of the compiler', region.times);
    if (region.pictures.length) {
      section.appendChild(make('h3', {}, ['Iterations and dependences']));
      var box = section.appendChild(make('div', { class: 'pictures' }));
      region.pictures.forEach(function (picture) { addPictureLater(box, picture, count++); });
    }
    if (region.before)
      section.appendChild(make('details', {}, [make('summary', {}, ['Schedule tree before and after']),
        make('div', { class: 'panes' }, [make('pre', {}, [region.before]), make('pre', {}, [region.after || ''])])]));
    regions.appendChild(section);
  });

  // Keys for the whole page.
  document.addEventListener('keydown', function (event) {
    if (event.target.closest('input, select') || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 't') toggleTheme();
    else if (event.key === 's') document.getElementById('source').focus();
    else if (event.key === 'g') document.getElementById('generated').focus();
    else if (event.key === 'l' && loopRows.length) loopRows[0].focus();
  });
  document.body.dataset.ready = 'yes';
}());
