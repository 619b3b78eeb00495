import type { EntryOrder } from '@halyard/core/order';
import type { ShownEnd } from './order-to-wire.ts';

/** An order; `end` is present if it is no longer pending. */
export type FoundOrder = { readonly order: EntryOrder; readonly end?: ShownEnd };
