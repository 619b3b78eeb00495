import { expect, it } from 'vitest';
import { fillShell } from './fill-shell.ts';

const SHELL = `<!doctype html>
<html lang="en" data-mantine-color-scheme="dark">
  <head>
    <meta charset="utf-8" />
    <meta
      name="description"
      content="Of the build."
    />
    <title>Halyard</title>
    <script type="module" src="/assets/a.js"></script>
  </head>
</html>`;
const HEAD = {
  language: 'de',
  title: 'Über uns · Halyard',
  siteName: 'Example Markets',
  description: 'Wer wir sind.',
  canonical: 'https://trade.example/about?lng=de',
  alternates: [{ language: 'en', url: 'https://trade.example/about' }],
};

it('puts title, description, language, address and languages into the head, once each', () => {
  const html = fillShell(SHELL, HEAD);
  for (const tag of [
    '<html lang="de" data-mantine-color-scheme="dark">',
    '<title>Über uns · Halyard</title>',
    '<meta name="application-name" content="Example Markets" />',
    '<meta name="description" content="Wer wir sind." />',
    '<link rel="canonical" href="https://trade.example/about?lng=de" />',
    '<link rel="alternate" hreflang="en" href="https://trade.example/about" />',
    '<meta property="og:title" content="Über uns · Halyard" />',
    '<meta property="og:url" content="https://trade.example/about?lng=de" />',
    '<meta property="og:locale" content="de_DE" />',
    '<script type="module" src="/assets/a.js"></script>',
  ]) {
    expect(html.split(tag), tag).toHaveLength(2);
  }
  expect(html).not.toContain('Of the build.');
  expect(html.match(/<title>/g)).toHaveLength(1);
});

it('escapes page titles', () => {
  const hostile = `</title><script>alert(1)</script>"'$&$1$<x>`;
  const html = fillShell(SHELL, {
    ...HEAD,
    title: hostile,
    description: hostile,
    siteName: hostile,
  });
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).toContain(
    `<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;'$&amp;$1$&lt;x&gt;</title>`,
  );
});

it('excludes private pages from search engines', () => {
  const html = fillShell(SHELL, { ...HEAD, canonical: undefined, alternates: [] });
  expect(html).toContain('<meta name="robots" content="noindex" />');
  expect(html).not.toContain('canonical');
  expect(html).not.toContain('og:');
});
