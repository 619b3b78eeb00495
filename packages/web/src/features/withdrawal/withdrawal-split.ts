import type { WithdrawalTerms } from '@halyard/contract/transactions';
import { type Cents, cents } from '@halyard/core/money';
import { toCents } from '#data/market/trading-core.ts';

export type SplitPart = {
  /** The deposits that the part is paid back to; undefined for a bank account. */
  readonly source: WithdrawalTerms['sources'][number] | undefined;
  readonly amountCents: Cents;
};

export type WithdrawalSplit = {
  readonly feeCents: Cents;
  /** The total that arrives after the fee. */
  readonly paidCents: Cents;
  readonly parts: readonly SplitPart[];
};

/** Returns how an amount is paid out; undefined if the fee leaves nothing. */
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
