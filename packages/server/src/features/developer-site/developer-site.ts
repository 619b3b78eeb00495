// The developer site at /developers: guides from docs/integrate, and a reference from the documents of
// the API. Pages are complete without scripts; the built shell gives them fonts, colours and the theme.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPostmanCollection } from '@halyard/contract/v1/postman';
import type { RawAnswer, RawBinding } from '#platform/http/http.ts';
import { escapeHtml } from './html.ts';
import { renderMarkdown } from './render-markdown.ts';
import type { Rendered } from './render-markdown.ts';
import { renderCodes, renderMessages, renderReference } from './render-reference.ts';
import { addressOf, SITE_GROUPS, SITE_PAGES, SITE_ROOT } from './site-pages.ts';
import type { SitePage } from './site-pages.ts';

const SHELL = 'developers.html';
const PLACE = '<!--page-->';
const TITLE = '<title>Developers</title>';
/** The shell of a program without a built web app: plain, but readable. */
const BARE_SHELL = `<!doctype html><html lang="en"><head><meta charset="utf-8">${TITLE}</head><body>${PLACE}</body></html>`;
const PARTS = { codes: renderCodes, reference: renderReference, messages: renderMessages };

export type DeveloperSiteOptions = {
  /** The folder that contains docs/, examples/ and sdk/. */
  readonly root: string;
  /** The built web app. */
  readonly webRoot: string | undefined;
};

export type DeveloperSite = { readonly rawRoutes: readonly RawBinding[] };

export function createDeveloperSite(options: DeveloperSiteOptions): DeveloperSite {
  let collection: string | undefined;
  return {
    rawRoutes: [
      ...SITE_PAGES.map((page) => {
        let rendered: Promise<Rendered> | undefined;
        return route(addressOf(page), async () => {
          rendered ??= renderPage(options, page);
          const body = toDocument(await readShell(options), page, await rendered);
          return answer('text/html; charset=utf-8', body);
        });
      }),
      route(`${SITE_ROOT}/postman.json`, async () => {
        collection ??= JSON.stringify(createPostmanCollection());
        return answer('application/json; charset=utf-8', collection);
      }),
    ],
  };
}

function route(path: RawBinding['path'], handler: RawBinding['handler']): RawBinding {
  return { methods: ['GET'], path, bodyBytesMax: 1, handler };
}

function answer(mediaType: string, body: string): RawAnswer {
  return { status: 200, headers: { 'content-type': mediaType, 'cache-control': 'no-cache' }, body };
}

async function renderPage({ root }: DeveloperSiteOptions, { file }: SitePage): Promise<Rendered> {
  return renderMarkdown(file, await readFile(join(root, file), 'utf8'), PARTS);
}

/** Read each time, so that a new build is served without a restart. */
async function readShell({ webRoot }: DeveloperSiteOptions): Promise<string> {
  if (webRoot === undefined) return BARE_SHELL;
  return await readFile(join(webRoot, SHELL), 'utf8').catch(() => BARE_SHELL);
}

function toDocument(shell: string, page: SitePage, { html, headings }: Rendered): string {
  const menu = SITE_GROUPS.map((group) => {
    const pages = SITE_PAGES.filter((one) => one.group === group).map((one) => {
      const current = one === page ? ' aria-current="page"' : '';
      return `<li><a href="${addressOf(one)}"${current}>${escapeHtml(one.title)}</a></li>`;
    });
    return `<p>${group}</p><ul>${pages.join('')}</ul>`;
  });
  const contents = headings.map(
    ({ depth, anchor, title }) =>
      `<li class="depth-${depth}"><a href="#${anchor}">${title}</a></li>`,
  );
  const body = `<header class="top">
      <a class="brand" href="${SITE_ROOT}">Halyard <span>Developers</span></a>
      <a class="secondary" href="${SITE_ROOT}/reference">Reference</a>
      <a href="/security">API keys</a>
      <button type="button" id="theme" aria-label="Switch between dark and light"></button>
    </header>
    <div class="layout">
      <nav class="menu" aria-label="Pages">
        <details open><summary>${escapeHtml(page.title)}</summary>${menu.join('')}</details>
      </nav>
      <main>${html}</main>
      <nav class="contents" aria-label="On this page"><ul>${contents.join('')}</ul></nav>
    </div>`;
  // The replacements are functions, because `$` has a meaning in a replacement text.
  return shell
    .replace(TITLE, () => `<title>${escapeHtml(page.title)} · Halyard developers</title>`)
    .replace(PLACE, () => body);
}
