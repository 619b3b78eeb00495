import type { WithdrawalTerms } from '@halyard/contract/transactions';
import { type Cents, cents } from '@halyard/core/money';
import { toCents } from '#data/market/trading-core.ts';

export type SplitPart = {
  /** Of the deposits it goes back to; undefined for what goes to a bank account. */
  readonly source: WithdrawalTerms['sources'][number] | undefined;
  readonly amountCents: Cents;
};

export type WithdrawalSplit = {
  readonly feeCents: Cents;
  /** What arrives in all. */
  readonly paidCents: Cents;
  readonly parts: readonly SplitPart[];
};

/** How an amount is paid out; undefined where the fee leaves nothing of it. */
export function splitWithdrawal(
  amountCents: Cents,
  { fee, sources }: Pick<WithdrawalTerms, 'fee' | 'sources'>,
): WithdrawalSplit | undefined {
  const feeCents = toCents(fee);
  if (amountCents <= feeCents) return undefined;
  const paidCents = cents(amountCents - feeCents);
  let left: number = paidCents;
  const parts = sources.flatMap((source): SplitPart[] => {
    const part = Math.min(left, toCents(source.amount));
    left -= part;
    return part > 0 ? [{ source, amountCents: cents(part) }] : [];
  });
  const rest = left > 0 ? [{ source: undefined, amountCents: cents(left) }] : [];
  return { feeCents, paidCents, parts: [...parts, ...rest] };
}
