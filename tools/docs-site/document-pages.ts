// Selects the files of the checkout that become pages of the documentation site, and rewrites their
// links.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';

/** The pages outside docs/, with their paths on the site. */
const PAGES_ELSEWHERE: Readonly<Record<string, string>> = {
  'README.md': 'start/readme.md',
  'CHANGELOG.md': 'start/changelog.md',
  'SECURITY.md': 'start/security.md',
  'ARCHITECTURE.md': 'develop/architecture.md',
  'CONTRIBUTING.md': 'develop/contributing.md',
  'sdk/typescript/README.md': 'integrate/sdk-typescript.md',
  'sdk/python/README.md': 'integrate/sdk-python.md',
  'examples/README.md': 'integrate/examples.md',
  'CODE_OF_CONDUCT.md': 'develop/code-of-conduct.md',
  'docs/README.md': 'index.md',
  'docs/roadmap.md': 'start/roadmap.md',
  'docs/glossary.md': 'develop/glossary.md',
  'docs/requirements.md': 'develop/requirements.md',
};
const DOCS = 'docs';
/**
 * The folder of further files that pages link to; each becomes a page that shows the file's text.
 */
const LISTINGS = 'source';
const PICTURE = /\.(?:png|webp|svg)$/;
const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!\w+:|#)([^)#\s]+)(#[^)\s]*)?\)/g;
/** A picture with one file for each colour scheme, as GitHub shows it. */
const SCHEMES =
  /<picture>\s*<source media="\(prefers-color-scheme: light\)" srcset="([^"]+)">\s*<img src="([^"]+)" alt="([^"]+)"[^>]*>\s*<\/picture>/g;

/** Returns the pages: their paths on the site by their paths in the checkout. */
export function listPages(root: string): ReadonlyMap<string, string> {
  const pages = new Map(
    Object.entries(PAGES_ELSEWHERE).filter(([path]) => existsSync(join(root, path))),
  );
  for (const path of listMarkdown(root, DOCS)) {
    const onSite = relative(DOCS, path).replace(/README\.md$/, 'index.md');
    if (!pages.has(path)) pages.set(path, onSite);
  }
  return pages;
}

function listMarkdown(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === 'dist' ? [] : listMarkdown(root, path);
      return entry.name.endsWith('.md') ? [path] : [];
    });
}

export type Rewritten = {
  readonly text: string;
  /** The pictures of the page, by their path in the checkout. */
  readonly pictures: readonly string[];
  /** The files that the page links to and that become listings. */
  readonly listings: readonly string[];
};

/** Converts links between files of the checkout to links between pages of the site. */
export function rewriteLinks(
  path: string,
  text: string,
  { root, pages }: { readonly root: string; readonly pages: ReadonlyMap<string, string> },
): Rewritten {
  const pictures = new Set<string>();
  const listings = new Set<string>();
  const here = dirname(pages.get(path) ?? path);
  const hrefTo = (target: string): string => {
    const href = relative(here, target);
    return href.startsWith('.') ? href : `./${href}`;
  };
  const toLink = (...[, mark, label, to = '', hash = '']: readonly string[]): string => {
    const target = join(dirname(path), to).replace(/\/$/, '');
    const page = pages.get(target) ?? pages.get(`${target}/README.md`);
    if (page !== undefined) return `[${label}](${hrefTo(page)}${hash})`;
    if (PICTURE.test(target)) {
      pictures.add(target);
      return mark === '!' ? `![${label}](${hrefTo(target)})` : (label ?? '');
    }
    // A link to a folder becomes plain text, because a folder has no page.
    const isFile = existsSync(join(root, target)) && statSync(join(root, target)).isFile();
    if (!isFile) return label ?? '';
    listings.add(target);
    return `[${label}](${hrefTo(listingOf(target))})`;
  };
  // The pages of the site contain no HTML: its own classes show one of the two.
  const markdown = text.replaceAll(SCHEMES, '![$3]($2){.only-dark} ![$3]($1){.only-light}');
  const rewritten = markdown.replaceAll(LINK, toLink);
  return { text: rewritten, pictures: [...pictures], listings: [...listings] };
}

/** Returns the path of a listing on the site. */
export function listingOf(path: string): string {
  return `${LISTINGS}/${path.replaceAll('.', '-')}.md`;
}

/** Returns the page of a listing, which is excluded from the search. */
export function toListing(path: string, text: string): string {
  const language = extname(path).slice(1);
  return `---\nsearch: false\n---\n\n# \`${path}\`\n\n\`\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\`\n`;
}
