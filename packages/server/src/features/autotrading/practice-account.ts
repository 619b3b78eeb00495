// An account with funds on one symbol, in memory, under the engine's rules; used by back-tests.
import { assert, assertPresent } from '@halyard/core/assertion';
import { accountFigures, apply, createEngineState, decide, isDurable } from '@halyard/core/engine';
import type {
  Account,
  AccountFigures,
  AccountTerms,
  Command,
  DurableEvent,
  EngineRules,
  Event,
  Rejection,
  SymbolMarket,
} from '@halyard/core/engine';
import { CATEGORIES, LEVERAGES } from '@halyard/core/instrument';
import type { Instrument, Points } from '@halyard/core/instrument';
import { createPosting } from '@halyard/core/ledger';
import { negateCents } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';

const ACCOUNT_ID = 1;

/** The terms of a retail customer who can trade everything. */
export const PRACTICE_TERMS: AccountTerms = {
  status: 'active',
  isVerified: true,
  clientCategory: 'retail',
  hasGuaranteedStop: false,
  permittedCategories: CATEGORIES,
  leverageIndexes: Object.fromEntries(
    CATEGORIES.map((category) => [category, LEVERAGES.map((_, index) => index)]),
  ),
};

type Own<Kind> = Omit<Extract<Command, { kind: Kind }>, 'accountId' | 'atMs'>;
type OwnCommand = Own<'open-position'> | Own<'close-position'> | Own<'charge-financing'>;

export type Result =
  | { readonly kind: 'done'; readonly events: readonly Event[] }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

export type PracticeAccount = {
  /** Applies a price. The symbol is live from its first price on. */
  tick(
    prices: { readonly bidPoints: Points; readonly askPoints: Points },
    atMs: number,
  ): readonly DurableEvent[];
  submit(command: OwnCommand, atMs: number): Result;
  account(): Readonly<Account>;
  figures(): AccountFigures;
  market(): SymbolMarket;
};

export function createPracticeAccount(options: {
  readonly instrument: Instrument;
  readonly rules: EngineRules;
  readonly depositCents: Cents;
}): PracticeAccount {
  const { instrument, rules, depositCents } = options;
  const { symbol } = instrument;
  const state = createEngineState({ rules, instruments: [instrument], nextPositionId: 1 });
  let sequence = 0;
  const run = (command: Command): Result => {
    const decision = decide(state, command);
    if (decision.kind === 'refused') return decision;
    for (const event of decision.events) apply(state, event);
    return { kind: 'done', events: decision.events };
  };
  const must = (command: Command): readonly Event[] => {
    const result = run(command);
    assert(result.kind === 'done', 'a practice account is never refused its beginnings');
    return result.events;
  };
  const account = (): Account => assertPresent(state.accounts.get(ACCOUNT_ID), 'the account');

  must({ kind: 'add-account', accountId: ACCOUNT_ID, atMs: 0, terms: PRACTICE_TERMS });
  must({ kind: 'post-funds', accountId: ACCOUNT_ID, atMs: 0, posting: depositOf(depositCents) });
  must({ kind: 'set-symbol-state', atMs: 0, symbol, state: 'live' });
  return {
    tick: (prices, atMs) => {
      sequence += 1;
      const source = { sequence, source: 'practice', sourceAtMs: atMs, receivedAtMs: atMs };
      const events = must({ kind: 'accept-tick', atMs, quote: { symbol, ...prices, ...source } });
      return events.filter(isDurable);
    },
    submit: (command, atMs) => run({ ...command, accountId: ACCOUNT_ID, atMs }),
    account,
    figures: () => accountFigures(state, account()),
    market: () => assertPresent(state.markets.get(symbol), `${symbol} is listed`),
  };
}

function depositOf(amountCents: Cents) {
  return createPosting({
    kind: 'deposit',
    reference: 'practice',
    uniqueKey: 'practice',
    atMs: 0,
    entries: [
      { account: 'customer:cash', customerId: ACCOUNT_ID, amountCents },
      { account: 'house:bank', customerId: null, amountCents: negateCents(amountCents) },
    ],
  });
}
