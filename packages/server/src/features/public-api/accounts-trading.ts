import type { AccountKind } from '@halyard/contract/practice/practice';
import type { Trading } from '#features/trading/trading.ts';

/**
 * The trading use cases of live and of practice accounts; the environment of the API key selects
 * between them.
 */
export type AccountsTrading<Parts extends keyof Trading> = Readonly<
  Record<AccountKind, Pick<Trading, Parts>>
>;
