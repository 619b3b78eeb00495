import type { AffiliateSignUp } from '@halyard/contract/affiliates';

const COLUMNS = [
  'id',
  'first_name',
  'last_name',
  'email',
  'country',
  'created_at',
  'source_page',
] as const;

/** RFC 4180, with the names of the fields as the first line. */
export function toCsv(signUps: readonly AffiliateSignUp[]): string {
  const head = [...COLUMNS, 'transaction_amount', 'transaction_created_at'];
  const rows = signUps.map((signUp) => {
    const { transaction } = signUp;
    const amount = transaction?.amount.toFixed(2) ?? '';
    return [...COLUMNS.map((name) => signUp[name] ?? ''), amount, transaction?.created_at ?? ''];
  });
  return [head, ...rows].map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

/** What begins like a formula would be run by a spreadsheet; people's names come from people. */
function toCell(value: string | number): string {
  const text = String(value);
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
