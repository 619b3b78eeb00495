// The interface to the feature that knows the pages: the HTTP layer serves the shell and knows no
// page.

export type PageHead = {
  readonly language: string;
  readonly title: string;
  readonly siteName: string;
  readonly description: string | undefined;
  /** The absolute canonical URL; undefined for pages that search engines must not index. */
  readonly canonical: string | undefined;
  /** The URLs of the page in each language, and `x-default`. */
  readonly alternates: readonly { readonly language: string; readonly url: string }[];
};

export type FoundPage =
  | {
      readonly kind: 'page';
      readonly isKnown: boolean;
      /** Set if the page exists but is temporarily unavailable, which is answered with 503. */
      readonly isBroken?: boolean;
      readonly head: PageHead;
    }
  | { readonly kind: 'redirect'; readonly to: string };

export type AskedPage = {
  /** The requested path, without query. */
  readonly path: string;
  /** The language that the URL requests. */
  readonly language: string | undefined;
  /** The origin that the browser used. */
  readonly origin: string;
};

export type TextFile = { readonly mediaType: string; readonly text: string };

export type PageSource = {
  /** Finds the page of any path that is not a file or a route. */
  find(asked: AskedPage): Promise<FoundPage>;
  /** Texts with their own address, such as /robots.txt, for an origin. */
  readonly files: ReadonlyMap<string, (origin: string) => Promise<TextFile>>;
};
