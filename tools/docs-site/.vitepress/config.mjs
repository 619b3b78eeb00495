// The configuration of the generator. build-docs.ts first writes the pages and the menu.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';

const FOLDER = join(import.meta.dirname, '..');
const OUTPUT = join(FOLDER, '../../docs/dist');
const BASE = process.env.DOCS_BASE ?? '/docs/';
const INLINE_SCRIPT = /<script(?: id="[\w-]+")?>([^<]+)<\/script>/g;

/** Builds the anchors of headings as GitHub does, so that links work in both places. */
const slugify = (text) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/**
 * Moves each inline script into a file, because the program's content-security-policy forbids
 * inline scripts.
 */
function moveScripts(html) {
  return html.replaceAll(INLINE_SCRIPT, (_, script) => {
    const name = `inline.${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`;
    mkdirSync(join(OUTPUT, 'assets'), { recursive: true });
    writeFileSync(join(OUTPUT, 'assets', name), script);
    return `<script src="${BASE}assets/${name}"></script>`;
  });
}

export default defineConfig({
  title: 'Halyard',
  description: 'Documentation of the Halyard trading platform',
  lang: 'en',
  base: BASE,
  srcDir: 'dist/pages',
  outDir: OUTPUT,
  cacheDir: 'dist/cache',
  metaChunk: true,
  lastUpdated: false,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${BASE}favicon.svg` }]],
  markdown: {
    // The pages are plain Markdown: text that looks like HTML is text.
    html: false,
    anchor: { slugify },
    toc: { slugify },
    languageAlias: { promql: 'sql', conf: 'nginx', service: 'ini', '': 'text' },
  },
  transformHtml: moveScripts,
  themeConfig: {
    siteTitle: 'Halyard',
    logo: '/favicon.svg',
    nav: [
      { text: 'Install', link: '/operate/install' },
      { text: 'Settings', link: '/operate/settings' },
      { text: 'Runbooks', link: '/operate/runbooks/' },
      { text: 'Integrate', link: '/integrate/' },
      { text: 'Develop', link: '/develop/architecture' },
    ],
    sidebar: JSON.parse(readFileSync(join(FOLDER, 'dist/menu.json'), 'utf8')),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        _render: (source, env, markdown) => {
          const html = markdown.render(source, env);
          return env.frontmatter?.search === false ? '' : html;
        },
      },
    },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
});
