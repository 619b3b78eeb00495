import { expect, it } from 'vitest';
import { toSitemap } from './sitemap.ts';

const settings = {
  operatorName: 'House',
  registration: true,
  economics: true,
  platformOnly: false,
};

it.each([
  [1_767_225_600, '<lastmod>2026-01-01T00:00:00.000Z</lastmod>'],
  [1e20, ''],
  [Number.POSITIVE_INFINITY, ''],
  [-1e300, ''],
  ['soon', ''],
  [null, ''],
])('lists a Cockpit page with the change date %j', (_modified, expected) => {
  const page = { title: 'Team', title_slug: 'team', published: true, _modified };
  const xml = toSitemap({ settings, pages: [page] }, 'https://a.example');
  expect(xml).toContain(`<url><loc>https://a.example/team</loc>${expected}<xhtml:link`);
});
