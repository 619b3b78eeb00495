/** The row, of which a part knows what it needs. */
export type PagePartProps = {
  readonly row: { readonly [name: string]: unknown };
  /** In a row of a list. */
  readonly isSmall?: boolean;
};

/** What was typed so far. */
export type ActionPreviewProps = { readonly values: Readonly<Record<string, unknown>> };
