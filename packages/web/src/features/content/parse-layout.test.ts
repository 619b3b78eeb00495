import { expect, it } from 'vitest';
import { COMPONENTS_MAX, DEPTH_MAX, hasComponent, parseLayout, readText } from './parse-layout.ts';
import { parseLink, parsePicture } from './parse-link.ts';
import { parseStyle } from './parse-style.ts';

const text = { component: 'text', settings: { text: '<p>Hi</p>' } };

it('reads components with their settings, columns and children [e-cms-component]', () => {
  const layout = [
    {
      component: 'grid',
      settings: { id: 'top', class: '', style: 'padding: 4px' },
      columns: [{ settings: [], children: [text] }],
    },
  ];
  const [grid] = parseLayout(layout);
  expect(grid).toMatchObject({ component: 'grid', id: 'top', style: { padding: '4px' } });
  expect(grid?.columns).toHaveLength(1);
  expect(grid?.columns[0]).toMatchObject({ component: '', settings: {}, id: undefined });
  expect(grid?.columns[0]?.children[0]?.component).toBe('text');
});

it.each([null, undefined, 'text', {}, 7, [null, 'a', [], 3]])('reads %j as nothing', (layout) => {
  expect(parseLayout(layout)).toEqual([]);
});

it('limits the depth', () => {
  let node: object = text;
  for (let level = 0; level < 5000; level += 1) node = { component: 'section', children: [node] };
  let depth = 0;
  let level = parseLayout([node]);
  while (level.length > 0) {
    depth += 1;
    level = level[0]?.children ?? [];
  }
  expect(depth).toBe(DEPTH_MAX);
});

it('limits the number of components', () => {
  const wide = { component: 'section', children: Array.from({ length: 400 }, () => text) };
  const [first, second, third] = parseLayout([wide, wide, wide]);
  const shown = [first, second].map((one) => 1 + (one?.children.length ?? 0));
  expect(shown.reduce((sum, count) => sum + count, 0)).toBe(COMPONENTS_MAX);
  expect(third).toBeUndefined();
});

it('knows whether a component is somewhere in it', () => {
  const layout = parseLayout([{ component: 'grid', columns: [{ children: [text] }] }]);
  expect(hasComponent(layout, 'text')).toBe(true);
  expect(hasComponent(layout, 'map')).toBe(false);
});

it('rejects ids used by the page, and values that are not text', () => {
  for (const id of ['main', 'root', 'a b', '__proto__', 'UPPER', '1']) {
    expect(parseLayout([{ component: 'section', settings: { id } }])[0]?.id).toBeUndefined();
  }
  expect(readText({ text: ['a'] }, 'text')).toBe('');
  expect(readText({}, 'constructor')).toBe('');
  expect(readText({ zoom: 13 }, 'zoom')).toBe('13');
});

it('keeps only styles that stay in place and load nothing', () => {
  expect(parseStyle('color: red; text-align:center;padding-top: 12px')).toEqual({
    color: 'red',
    textAlign: 'center',
    paddingTop: '12px',
  });
  for (const style of [
    'position: fixed',
    'background: url(https://evil.example)',
    'background-color: url(//evil.example)',
    'margin-top: -900px',
    'margin: 0 -100px',
    'color: expression(alert(1))',
    'z-index: 9',
    'width: calc(1px + 1px)',
    'color: red: blue',
  ]) {
    expect(parseStyle(style)).toEqual({});
  }
});

it('allows links only to this site, to https, mail and phone', () => {
  expect(parseLink('/register')).toEqual({ url: '/register', isInside: true });
  expect(parseLink('#costs')).toEqual({ url: '#costs', isInside: true });
  expect(parseLink('https://example.com/a')).toEqual({
    url: 'https://example.com/a',
    isInside: false,
  });
  expect(parseLink('mailto:desk@example.com')?.isInside).toBe(false);
  for (const url of [
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    String.raw`/\evil.example`,
    'http://example.com',
    'vbscript:x',
    'blob:https://a/b',
    'https://a b',
  ]) {
    expect(parseLink(url), url).toBeUndefined();
  }
});

it('shows only images of this site', () => {
  expect(parsePicture('storage/a.png')).toBe('/storage/a.png');
  expect(parsePicture('/storage/a.png')).toBe('/storage/a.png');
  for (const path of ['//evil.example/a.png', 'https://evil.example/a.png', '/a.png?b', '/a\\b']) {
    expect(parsePicture(path), path).toBeUndefined();
  }
});
