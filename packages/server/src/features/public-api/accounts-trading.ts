import type { AccountKind } from '@halyard/contract/practice/practice';
import type { Trading } from '#features/trading/trading.ts';

/** Trading on the accounts of each kind; the environment of a key chooses. */
export type AccountsTrading<Parts extends keyof Trading> = Readonly<
  Record<AccountKind, Pick<Trading, Parts>>
>;
