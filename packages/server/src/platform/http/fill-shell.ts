// Fills the app's HTML shell with the head of one page. All inserted values are escaped.
import type { PageHead } from './page-source.ts';

const LOCALES: Readonly<Record<string, string>> = {
  en: 'en_GB',
  de: 'de_DE',
  it: 'it_IT',
  es: 'es_ES',
};

/** Fills a shell: replaces the built page's title, description and language. */
export function fillShell(shell: string, head: PageHead): string {
  const tags = headTags(head).join('\n    ');
  // The replacements are functions, because a `$` in a title would have a meaning in a replacement
  // string.
  return shell
    .replace(/<meta\s+name="description"[^>]*>\s*/, () => '')
    .replace(/<html lang="[^"]*"/, () => `<html lang="${escapeHtml(head.language)}"`)
    .replace(/<title>[^<]*<\/title>/, () => tags);
}

function headTags(head: PageHead): readonly string[] {
  const { title, description, canonical, siteName, language } = head;
  const named = (name: string, content: string | undefined): readonly string[] =>
    content === undefined ? [] : [`<meta name="${name}" content="${escapeHtml(content)}" />`];
  const og = (name: string, content: string | undefined): readonly string[] =>
    content === undefined
      ? []
      : [`<meta property="og:${name}" content="${escapeHtml(content)}" />`];
  const heading = [
    `<title>${escapeHtml(title)}</title>`,
    // The app shows it beside its mark and in titles.
    ...named('application-name', siteName),
    ...named('description', description),
  ];
  if (canonical === undefined) return [...heading, ...named('robots', 'noindex')];
  return [
    ...heading,
    `<link rel="canonical" href="${escapeHtml(canonical)}" />`,
    ...head.alternates.map(
      (one) =>
        `<link rel="alternate" hreflang="${escapeHtml(one.language)}" href="${escapeHtml(one.url)}" />`,
    ),
    ...og('type', 'website'),
    ...og('title', title),
    ...og('description', description),
    ...og('url', canonical),
    ...og('site_name', siteName),
    ...og('locale', LOCALES[language]),
  ];
}

/** Escapes text for elements and for attributes in double quotes. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
