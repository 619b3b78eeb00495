import type { AffiliateSignUp } from '@halyard/contract/affiliates';
import { expect, it } from 'vitest';
import { convert } from './conversion.ts';
import { toCsv } from './to-csv.ts';

const DEPOSIT = { amount: 500, created_at: '2026-01-16T09:30:00.000Z' };

function signUp(id: number, transaction: AffiliateSignUp['transaction']): AffiliateSignUp {
  return {
    id,
    first_name: 'Anna',
    last_name: 'Example',
    email: 'anna@example.com',
    country: 'Germany',
    created_at: '2026-01-15T09:30:00.000Z',
    source_page: '/about',
    transaction,
  };
}

it.each([
  [0, 0, 0],
  [0, 4, 0],
  [1, 3, 33],
  [2, 3, 67],
  [1, 8, 13],
  [3, 3, 100],
])('says that %i deposits of %i sign-ups are %i percent [a-rate]', (deposited, total, percent) => {
  const rows = Array.from({ length: total }, (_, at) =>
    signUp(at, at < deposited ? DEPOSIT : null),
  );
  expect(convert(rows)).toEqual({ total, deposited, percent });
});

it('writes a table that no spreadsheet runs', () => {
  const odd = { ...signUp(7, null), first_name: '=HYPERLINK("x")', last_name: '-1', country: null };
  expect(toCsv([odd, signUp(8, DEPOSIT)])).toBe(
    'id,first_name,last_name,email,country,created_at,source_page,transaction_amount,transaction_created_at\r\n' +
      `7,"'=HYPERLINK(""x"")",-1,anna@example.com,,2026-01-15T09:30:00.000Z,/about,,\r\n` +
      '8,Anna,Example,anna@example.com,Germany,2026-01-15T09:30:00.000Z,/about,500.00,2026-01-16T09:30:00.000Z\r\n',
  );
});
