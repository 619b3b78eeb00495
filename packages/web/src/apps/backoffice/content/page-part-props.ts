import type { ReactNode } from 'react';

/** The record; each part uses what it needs. */
export type PagePartProps = {
  readonly row: { readonly [name: string]: unknown };
  /** Whether it is shown in a list row. */
  readonly isSmall?: boolean;
  /** The actions of the record, for a part that shows them within it. */
  readonly children?: ReactNode;
};

/** The values typed into an action's form so far. */
export type ActionPreviewProps = { readonly values: Readonly<Record<string, unknown>> };
