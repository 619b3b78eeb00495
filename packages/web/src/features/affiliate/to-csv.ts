import type { AffiliateSignUp } from '@halyard/contract/affiliates';
import { toCsvLine } from '@halyard/contract/format/csv';

const COLUMNS = [
  'id',
  'first_name',
  'last_name',
  'email',
  'country',
  'created_at',
  'source_page',
] as const;

/** Returns the sign-ups as CSV (RFC 4180), with the names of the fields as the first line. */
export function toCsv(signUps: readonly AffiliateSignUp[]): string {
  const head = [...COLUMNS, 'transaction_amount', 'transaction_created_at'];
  const rows = signUps.map((signUp) => {
    const { transaction } = signUp;
    const amount = transaction?.amount.toFixed(2) ?? '';
    return [
      ...COLUMNS.map((name) => String(signUp[name] ?? '')),
      amount,
      transaction?.created_at ?? '',
    ];
  });
  return [head, ...rows].map(toCsvLine).join('');
}
