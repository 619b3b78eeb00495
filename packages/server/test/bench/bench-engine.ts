// What the benches of the engine have in common: one instrument, and accounts with money.
import type { AccountCommand, AccountTerms, EngineRules } from '@halyard/core/engine';
import type { Instrument } from '@halyard/core/instrument';
import { cents, negateCents } from '@halyard/core/money';
import { HOUR_MS } from '@halyard/core/time';
import type { Outcome } from '#engine/engine.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';

const EUROS_EACH = 1_000_000;

export const BENCH_RULES: EngineRules = {
  regime: 'eu-retail',
  marginCloseOutPercent: 50,
  marginWarningPercents: [100, 75],
  openPositionsMax: 200,
};

export const BENCH_TERMS: AccountTerms = {
  status: 'active',
  isVerified: true,
  clientCategory: 'retail',
  hasGuaranteedStop: false,
  permittedCategories: ['crypto'],
  leverageIndexes: { crypto: [0, 1] },
};

export const BENCH_INSTRUMENT: Instrument = {
  symbol: 'BTCUSD',
  name: 'Bitcoin',
  category: 'crypto',
  decimals: 2,
  leverageMaxRetail: 2,
  amountMaxCents: 100_000_000,
  staleAfterMs: HOUR_MS,
  chartSymbol: 'BTCUSD',
  sessionId: 'always',
};

/** Opens accounts with a million euros each. */
export async function addBenchAccounts(
  engine: EngineOwner,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const accountId = from + index;
      const atMs = Date.now();
      await engine.submit('add', { kind: 'add-account', accountId, atMs, terms: BENCH_TERMS });
      await engine.submit(`deposit:${accountId}`, deposit(accountId));
    }),
  );
}

function deposit(accountId: number): AccountCommand {
  const amountCents = cents(EUROS_EACH * 100);
  const key = `deposit:${accountId}`;
  return {
    kind: 'post-funds',
    accountId,
    atMs: Date.now(),
    posting: {
      kind: 'deposit',
      reference: key,
      uniqueKey: key,
      atMs: Date.now(),
      entries: [
        { account: 'customer:cash', customerId: accountId, amountCents },
        { account: 'house:bank', customerId: null, amountCents: negateCents(amountCents) },
      ],
    },
  };
}

export function closing(accountId: number, positionId: number): AccountCommand {
  return { kind: 'close-position', accountId, atMs: Date.now(), positionId, amountCents: null };
}

export function openedId(
  outcome: Pick<Outcome, 'kind'> & { readonly events?: readonly object[] },
): number {
  const [event] = outcome.events ?? [];
  const { position } = (event ?? {}) as { position?: { id: number } };
  if (position === undefined) throw new Error(`not opened: ${JSON.stringify(outcome)}`);
  return position.id;
}
