// What one customer or member of staff asks for.
import type { AccountCommand } from '@halyard/core/engine';

/** The content of a command; its time is that of each delivery. */
export type Content = AccountCommand;
export type SimRequest = { readonly requestId: string; readonly content: Content };
