/** The record; each part uses what it needs. */
export type PagePartProps = {
  readonly row: { readonly [name: string]: unknown };
  /** In a list row. */
  readonly isSmall?: boolean;
};

/** The values typed so far. */
export type ActionPreviewProps = { readonly values: Readonly<Record<string, unknown>> };
