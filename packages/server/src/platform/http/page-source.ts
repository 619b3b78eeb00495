// What the edge asks of whoever knows the pages: it serves the shell and knows none of them.

export type PageHead = {
  readonly language: string;
  readonly title: string;
  readonly siteName: string;
  readonly description: string | undefined;
  /** Absolute; undefined for what is nobody's to find. */
  readonly canonical: string | undefined;
  /** The same page in each language, and `x-default`. */
  readonly alternates: readonly { readonly language: string; readonly url: string }[];
};

export type FoundPage =
  | {
      readonly kind: 'page';
      readonly isKnown: boolean;
      /** It is known, but can't be shown now: 503. */
      readonly isBroken?: boolean;
      readonly head: PageHead;
    }
  | { readonly kind: 'redirect'; readonly to: string };

export type AskedPage = {
  /** Without query. */
  readonly path: string;
  /** As the address asks for it. */
  readonly language: string | undefined;
  /** Where the browser found us. */
  readonly origin: string;
};

export type TextFile = { readonly mediaType: string; readonly text: string };

export type PageSource = {
  /** Any path that is no file and no route. */
  find(asked: AskedPage): Promise<FoundPage>;
  /** Texts at addresses of their own, such as /robots.txt, made for an origin. */
  readonly files: ReadonlyMap<string, (origin: string) => Promise<TextFile>>;
};
