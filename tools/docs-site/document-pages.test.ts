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
    '[recording](../start/tour.webm)',
    '<source srcset="../start/tour-light.webp">',
    '<img src="https://example.com/a.webp">',
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
    '<video controls muted playsinline preload="metadata" style="width: 100%" title="recording" src="../docs/start/tour.webm"></video>',
    '<source srcset="../docs/start/tour-light.webp">',
    '<img src="https://example.com/a.webp">',
  ]);
  expect(rewritten.pictures.toSorted()).toEqual([
    'docs/start/tour-light.webp',
    'docs/start/tour.webm',
    'docs/start/trading-dark.webp',
  ]);
  expect(rewritten.listings).toEqual(['deploy/prometheus/alerts.yaml']);
});

it('rewrites every link of a page', () => {
  const known = new Set(pages.values());
  const dead = [...pages].flatMap(([path, onSite]) => {
    const { text, pictures, listings } = rewriteLinks(path, read(path), { root: ROOT, pages });
    const made = new Set([...known, ...pictures, ...listings]);
    const links = [...text.matchAll(/(?:\]\(|\bsrc(?:set)?=")(?!\w+:|#)([^)"#\s]+\.\w+)/g)].map(
      ([, to]) => join(onSite, '..', to ?? ''),
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
