// Renders the Markdown of the developer site. The text is part of the program, so its HTML is trusted.
import { dirname, join } from 'node:path';
import { V1_ROOT } from '@halyard/contract/v1/operation';
import { Marked } from 'marked';
import { codeBlock } from './code-block.ts';
import { escapeHtml, toAnchor } from './html.ts';
import { addressOf, SITE_PAGES, SITE_ROOT } from './site-pages.ts';

export type Heading = {
  readonly depth: '2' | '3';
  readonly anchor: string;
  readonly title: string;
};
export type Rendered = { readonly html: string; readonly headings: readonly Heading[] };

/** Addresses that the pages name, and that a browser can open. */
const DOCUMENTS: ReadonlySet<string> = new Set([
  `${V1_ROOT}/openapi.json`,
  `${V1_ROOT}/asyncapi.json`,
  `${SITE_ROOT}/postman.json`,
]);

/**
 * Renders a file. Links between files become links between pages; `parts` replaces comments such as
 * `<!-- codes -->`.
 */
export function renderMarkdown(
  file: string,
  text: string,
  parts: Readonly<Record<string, () => string>>,
): Rendered {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: title }) {
        const anchor = toAnchor(title);
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      code: ({ text: code, lang = '' }) => codeBlock(code, lang),
      codespan({ text: code }) {
        const html = `<code>${escapeHtml(code)}</code>`;
        return DOCUMENTS.has(code) ? `<a href="${code}">${html}</a>` : html;
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(toAddress(file, href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      html: ({ text: comment }) => {
        const name = /^<!-- ([\w-]+) -->\s*$/.exec(comment)?.[1];
        return name === undefined ? '' : (parts[name]?.() ?? '');
      },
    },
  });
  const html = marked
    .parse(text, { async: false })
    .replaceAll('<table>', '<div class="table"><table>')
    .replaceAll('</table>', '</table></div>');
  return { html, headings: listHeadings(html) };
}

/**
 * Returns the headings for a page's table of contents, without the API's objects, of which there
 * are too many.
 */
function listHeadings(html: string): Heading[] {
  return [...html.matchAll(/<h([23]) id="([^"]+)">(.*?)<\/h\1>/g)].flatMap(
    ([, depth, anchor = '', content = '']) => {
      const title = content.replaceAll(/<[^>]+>/g, '');
      if (anchor.startsWith('schema-')) return [];
      return [{ depth: depth === '2' ? '2' : '3', anchor, title }];
    },
  );
}

function toAddress(file: string, href: string): string {
  const [path = '', hash] = href.split('#');
  if (path === '' || /^(?:\w+:|\/)/.test(path)) return href;
  const target = join(dirname(file), path);
  const page = SITE_PAGES.find((one) => one.file === target);
  if (page === undefined)
    throw new Error(`${file} links to ${href}, which is not a page of the site`);
  return `${addressOf(page)}${hash === undefined ? '' : `#${hash}`}`;
}
