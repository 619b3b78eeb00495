/** The row, of which a part knows what it needs. */
export type PagePartProps = { readonly row: { readonly [name: string]: unknown } };
