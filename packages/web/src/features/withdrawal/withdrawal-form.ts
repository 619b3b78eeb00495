import { COMMENTS_LENGTH_MAX } from '@halyard/contract/transactions';
import { toEuros, type Cents } from '@halyard/core/money';
import {
  checkLine,
  checkRequired,
  collectProblems,
  type Problem,
  type Problems,
} from '#forms/problems.ts';
import { readAmount } from '#i18n/figure-text.ts';

export type WithdrawalValues = {
  readonly amount: string;
  readonly comments: string;
  readonly agree: boolean;
};

export const EMPTY_WITHDRAWAL: WithdrawalValues = { amount: '', comments: '', agree: false };

/** Returns the errors that prevent the request; `maximumCents` is what can be withdrawn now. */
export function checkWithdrawal(
  values: WithdrawalValues,
  { maximumCents, language }: { readonly maximumCents: Cents; readonly language: string },
): Problems<WithdrawalValues> {
  return collectProblems<WithdrawalValues>({
    amount: checkAmount(readAmount(values.amount, language), values.amount, maximumCents),
    comments: checkLine(values.comments, 'comments', COMMENTS_LENGTH_MAX),
    agree: values.agree ? undefined : { kind: 'fieldRequired' },
  });
}

function checkAmount(
  cents: Cents | undefined,
  text: string,
  maximumCents: Cents,
): Problem | undefined {
  const missing = checkRequired(text, 'amount');
  if (missing !== undefined) return missing;
  if (cents === undefined || cents <= 0) return { kind: 'amountInvalid' };
  return cents > maximumCents
    ? { kind: 'withdrawMaximum', amount: toEuros(maximumCents) }
    : undefined;
}
