import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listPages, rewriteLinks } from './document-pages.ts';
import { createMenu, titleOf } from './site-menu.ts';

const ROOT = join(import.meta.dirname, '../..');
const pages = listPages(ROOT);
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

it('turns links between files of the checkout into links between pages', () => {
  const text = [
    '[backup](backup.md#restoring)',
    '[README](../../README.md)',
    '[runbook](runbooks/README.md)',
    '[rules](../../deploy/prometheus/alerts.yaml)',
    '[folder](../../deploy/grafana)',
    '[elsewhere](https://example.com)',
    '![picture](../start/trading-dark.webp)',
    '<picture>',
    '  <source media="(prefers-color-scheme: light)" srcset="../start/tour-light.webp">',
    '  <img src="../start/tour-dark.webp" alt="The tour" width="1280" height="800">',
    '</picture>',
  ].join('\n');
  const rewritten = rewriteLinks('docs/operate/install.md', text, { root: ROOT, pages });
  expect(rewritten.text.split('\n')).toEqual([
    '[backup](./backup.md#restoring)',
    '[README](../start/readme.md)',
    '[runbook](./runbooks/index.md)',
    '[rules](../source/deploy/prometheus/alerts-yaml.md)',
    'folder',
    '[elsewhere](https://example.com)',
    '![picture](../docs/start/trading-dark.webp)',
    '![The tour](../docs/start/tour-dark.webp){.only-dark} ![The tour](../docs/start/tour-light.webp){.only-light}',
  ]);
  expect(rewritten.pictures).toEqual([
    'docs/start/trading-dark.webp',
    'docs/start/tour-dark.webp',
    'docs/start/tour-light.webp',
  ]);
  expect(rewritten.listings).toEqual(['deploy/prometheus/alerts.yaml']);
});

it('rewrites every link of a page', () => {
  const known = new Set(pages.values());
  const dead = [...pages].flatMap(([path, onSite]) => {
    const { text, pictures, listings } = rewriteLinks(path, read(path), { root: ROOT, pages });
    const made = new Set([...known, ...pictures, ...listings]);
    expect(text).not.toMatch(/^<picture>/m);
    const links = [...text.matchAll(/\]\((\.{1,2}\/[^)#\s]+)/g)].map(([, to]) =>
      join(onSite, '..', to ?? ''),
    );
    return links.filter((link) => !made.has(link) && !link.startsWith('source/'));
  });
  expect(dead).toEqual([]);
});

it('lists each operator and developer page in the menu once', () => {
  const titles = new Map([...pages].map(([path, onSite]) => [onSite, titleOf(read(path))]));
  const links = createMenu(titles).flatMap(({ items }) => items.map(({ link }) => link));
  expect(new Set(links).size).toBe(links.length);
  const missing = [...pages.values()].filter((onSite) => {
    const link = `/${onSite.replace(/\.md$/, '').replace(/(^|\/)index$/, '$1')}`;
    return !links.includes(link) && !/^\/(?:$|decisions\/\d)/.test(link);
  });
  expect(missing).toEqual([]);
});
