import type { Document } from '../model.ts';

/** A heading with its text as HTML. */
type Passage = readonly [heading: string, html: string];

export type PageText = {
  readonly title: string;
  /** A sentence for search engines. */
  readonly description: string;
  readonly passages: readonly Passage[];
};

export type SeedPage = {
  /** The page's slug. It is the same in both languages, because footers and mails link to it. */
  readonly slug: string;
  readonly en: PageText;
  readonly de: PageText;
  /** The content after the text, in both languages. */
  readonly after?: (language: 'en' | 'de') => readonly Document[];
  /** The whole layout, for a page with more than title and text. */
  readonly layout?: (language: 'en' | 'de', title: string) => readonly Document[];
};

/** Converts a page to the form that the content store expects. */
export function toSeedEntry({ slug, en, de, after, layout }: SeedPage): Document {
  return {
    title: en.title,
    title_slug: slug,
    title_de: de.title,
    title_de_slug: slug,
    description: en.description,
    description_de: de.description,
    published: true,
    components: layout?.('en', en.title) ?? [...toComponents(en), ...(after?.('en') ?? [])],
    components_de: layout?.('de', de.title) ?? [...toComponents(de), ...(after?.('de') ?? [])],
  };
}

export function component(name: string, settings: Document, children?: readonly Document[]) {
  return {
    component: name,
    settings: { id: '', class: '', style: '', ...settings },
    ...(children === undefined ? {} : { children }),
  };
}

/** Returns columns side by side; they are stacked on narrow screens. */
export function grid(name: string, columns: readonly (readonly Document[])[]): Document {
  const plain = { id: '', class: '', style: '' };
  return {
    component: 'grid',
    settings: { ...plain, class: name },
    columns: columns.map((children) => ({ settings: plain, children })),
  };
}

function toComponents({ title, passages }: PageText): readonly Document[] {
  return [
    component('heading', { text: title, tag: 'h1' }),
    ...passages.map(([heading, html]) =>
      component('section', {}, [
        ...(heading === '' ? [] : [component('heading', { text: heading, tag: 'h2' })]),
        component('text', { text: html }),
      ]),
    ),
  ];
}
