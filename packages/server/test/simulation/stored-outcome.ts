import type { EntryOrder } from '@halyard/core/order';

import type { Opened } from './part-books.ts';

/** An event of a command's stored answer, as far as the checks read it. */
export type CommandEvent = {
  readonly kind: string;
  readonly atMs?: number;
  readonly order?: EntryOrder;
  readonly position?: Opened;
  readonly closed?: { readonly id: number };
  readonly positionId?: number;
};

/** The stored answer of a command. */
export type StoredOutcome = {
  readonly kind: string;
  readonly events?: readonly CommandEvent[];
  readonly refusal?: { readonly code: string };
};
