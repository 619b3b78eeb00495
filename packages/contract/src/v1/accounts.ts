// The accounts of an API key: figures, history, transactions, statements.
import * as z from 'zod/mini';
import { DIRECTIONS } from '@halyard/core/instrument';
import { CLOSING_REASONS } from '@halyard/core/position';
import { STATEMENT_FORMATS } from '../statements.ts';
import { TRANSACTION_STAGES } from '../transactions.ts';
import {
  about,
  component,
  Environment,
  InstrumentSymbol,
  Money,
  OpaqueId,
  Page,
  pageQuery,
  Percent,
  Price,
  Time,
} from './atoms.ts';
import { defineOperation } from './operation.ts';

export const accountParams = {
  account_id: OpaqueId.check(
    about('The id of the account, as `GET /accounts` returns it.', 'practice-4711'),
  ),
};

export const Account = z
  .object({
    id: OpaqueId,
    environment: Environment,
    currency: z.literal('EUR'),
    balance: Money.check(about('Cash and credit.', '60000.00')),
    unrealised_profit: Money.check(
      about('The profit of the open positions at the latest prices.', '12.50'),
    ),
    equity: Money.check(about('Balance and unrealised profit.', '60012.50')),
    used_margin: Money.check(about('The sum of the margins of the open positions.', '500.00')),
    free_margin: Money.check(about('The margin that is available for new positions.', '59512.50')),
    margin_level_percent: z
      .nullable(Percent)
      .check(about('Equity in percent of the used margin; null without positions.', '12002.5')),
    withdrawable: Money,
    credit: Money.check(about('The part of the balance that cannot be withdrawn.', '0.00')),
    debt: Money.check(about('What you owe for deposits that were charged back.', '0.00')),
  })
  .check(component('Account', 'The figures of an account at the latest prices.'));
export type Account = z.infer<typeof Account>;

export const listAccounts = defineOperation({
  id: 'listAccounts',
  tag: 'accounts',
  method: 'GET',
  path: '/accounts',
  summary: 'List accounts',
  description:
    'Returns the account that the API key opens: the live account, or the practice account for a key of the environment `practice`.',
  scope: 'read',
  status: 200,
  reply: Page('AccountPage', Account),
  codes: [],
});

export const getAccount = defineOperation({
  id: 'getAccount',
  tag: 'accounts',
  method: 'GET',
  path: '/accounts/{account_id}',
  summary: 'Get an account',
  description: 'Returns the figures of an account at the latest prices.',
  scope: 'read',
  params: z.strictObject(accountParams),
  status: 200,
  reply: Account,
  codes: ['not-found'],
});

export const Trade = z
  .object({
    id: OpaqueId,
    symbol: InstrumentSymbol,
    side: z.enum(DIRECTIONS).check(about('The side of the position.', 'buy')),
    margin: Money,
    leverage: z.int().check(about('The notional is margin × leverage.', 2)),
    open_price: Price,
    opened_at: Time,
    close_price: Price,
    closed_at: Time,
    stop_loss: z.nullable(Price),
    take_profit: z.nullable(Price),
    trailing_stop_distance: z
      .nullable(Price)
      .check(about('Null without a trailing stop.', null, '500.00')),
    trailing_stop_price: z
      .nullable(Price)
      .check(about('The level of the trailing stop at the close.', null, '39510.25')),
    profit: Money.check(about('The realised profit in euros.', '12.50')),
    closing_reason: z.enum(CLOSING_REASONS).check(about('Why the position closed.', 'manually')),
    closed_by_broker: z.boolean().check(about('Whether the broker closed the position.', false)),
  })
  .check(component('Trade', 'A closed position, or the closed part of one.'));
export type Trade = z.infer<typeof Trade>;

export const listTrades = defineOperation({
  id: 'listTrades',
  tag: 'accounts',
  method: 'GET',
  path: '/accounts/{account_id}/trades',
  summary: 'List trades',
  description: 'Returns closed positions, the latest closed first.',
  scope: 'read',
  params: z.strictObject(accountParams),
  query: z.strictObject(pageQuery),
  status: 200,
  reply: Page('TradePage', Trade),
  codes: ['not-found'],
});

export const Transaction = z
  .object({
    id: OpaqueId,
    type: z.string().check(about('The kind of transaction, such as the deposit method.', 'Card')),
    status: z.string().check(about('The status of the transaction.', 'Approved')),
    stage: z
      .enum(TRANSACTION_STAGES)
      .check(about('The status in detail: what the transaction waits for.', 'deposit-credited')),
    amount: Money.check(about('In euros; negative when money leaves the account.', '250.00')),
    created_at: Time,
    original_id: z
      .nullable(OpaqueId)
      .check(about('The transaction that this one reverses, or whose fee it is.', null)),
  })
  .check(component('Transaction', 'A deposit, withdrawal, bonus or credit.'));
export type Transaction = z.infer<typeof Transaction>;

export const listTransactions = defineOperation({
  id: 'listTransactions',
  tag: 'accounts',
  method: 'GET',
  path: '/accounts/{account_id}/transactions',
  summary: 'List transactions',
  description:
    'Returns deposits, withdrawals, bonuses and credits, newest first. Practice accounts have none.',
  liveOnly: true,
  scope: 'read',
  params: z.strictObject(accountParams),
  query: z.strictObject(pageQuery),
  status: 200,
  reply: Page('TransactionPage', Transaction),
  codes: ['not-found'],
});

const Day = z.iso
  .date('must be a day such as 2026-01-31')
  .check(about('A day in UTC, inclusive.', '2026-01-31'));

export const getStatement = defineOperation({
  id: 'getStatement',
  tag: 'accounts',
  method: 'GET',
  path: '/accounts/{account_id}/statements',
  summary: 'Get a statement',
  description: 'Returns the statement of a period as a file. Practice accounts have none.',
  liveOnly: true,
  scope: 'read',
  params: z.strictObject(accountParams),
  query: z.strictObject({
    from: Day,
    until: Day,
    format: z.enum(STATEMENT_FORMATS).check(about('The format of the file.', 'csv')),
  }),
  status: 200,
  file: ['application/pdf', 'text/csv'],
  codes: ['not-found', 'too-many-lines'],
});
