// Labels of declared names. A name that is missing here is its own label: 'created_at' is
// 'Created at'.
import type { Names, NamesByField } from '../text-types.ts';
import { languages } from './content.ts';

/** Labels of fields for which `labelOf` would not give a good one. */
export const names: Names = {
  age_days: 'Age (days)',
  screening_state: 'Screening',
  screening: 'Details of the screening',
  screening_result: 'Provider’s result',
  invested: 'Used margin',
  account_state: 'Account',
  restriction: 'Restriction by staff',
  is_you: 'Your own account',
  claimed_at: 'Reported at',
  newer_waits: 'A newer document waits',
  judged_at: 'Reviewed at',
  judged_by: 'Reviewed by',
  approver_age_days: 'Days until a new or changed member can approve',
  at: 'Time',
  bytes: 'Size',
  clock_offset_ms: 'Clock offset (ms)',
  approvals_given: 'Approvals so far',
  cash_left: 'Cash left in the account',
  closing_reason: 'Closed by',
  csv: 'CSV',
  eur: 'EUR',
  expiry_open: 'Expiry to handle',
  first_at: 'First approved at',
  first_by: 'First approver',
  first_reason: 'First reason',
  greatest_amount: 'Maximum amount',
  greatest_leverage: 'Maximum leverage',
  has_source_time: 'Timestamps',
  house: 'Broker',
  lag_ms: 'Lag (ms)',
  largest: 'Largest positions',
  least_amount: 'Minimum amount',
  least_spread_percent: 'Minimum spread',
  margin_level: 'Margin level (%)',
  near_close_out: 'Lowest margin levels',
  oco_order_id: 'OCO order ID',
  open_seen_rate: 'Requested opening price',
  closed_seen_rate: 'Requested closing price',
  own_stop: 'Self-exclusion',
  pay_to: 'Pay to',
  quote_age_ms: 'Quote age (ms)',
  second_by: 'Second approver',
  spread_percent: 'Spread',
  extra_spread_percent: 'Extra spread',
  sources: 'Where the money came from',
  stop_lost: 'Stop loss',
  sign_ins: 'Sign-ins',
  sign_ups: 'Sign-ups',
  symbols_deep: 'With 12 months',
  symbols_done: 'With recent history',
  symbols_total: 'Symbols',
  termination_rate: 'Stop-out price',
  to_approve: 'To approve',
  uniqid: 'Reference',
  // Older field names of the API:
  symbol_name: 'Name',
  stop_lost_rate: 'Stop loss',
};

/** Labels of choices whose names are unclear, by field. */
export const choices: NamesByField = {
  stage: {
    'withdrawal-waiting-for-us': 'Waiting for approval',
    'withdrawal-waiting-for-second': 'Waiting for second approval',
    'withdrawal-being-paid': 'Approved, being paid',
    'deposit-waiting-for-you': 'Waiting for the customer',
    'deposit-waiting-for-transfer': 'Waiting for the transfer',
    'deposit-waiting-for-provider': 'Waiting for the provider',
    'deposit-waiting-for-review': 'Waiting for review',
  },
  expiry: { due: 'Expires soon', expired: 'Expired', open: 'To handle' },
  media_type: { 'image/jpeg': 'JPEG', 'application/pdf': 'PDF' },
  screening_state: {
    off: 'Off',
    'not-screened': 'Not screened yet',
    review: 'To review',
    accepted: 'Accepted by an officer',
    confirmed: 'Hit confirmed by an officer',
  },
  decision: {
    accept: 'Accept: not the listed person, or acceptable',
    confirm: 'Confirm: the listed person',
  },
  verification: { keep: 'Keep: the documents prove it', withdraw: 'Withdraw: verify again' },
  outcome: { refunded: 'Refunded', 'charged-back': 'Charged back' },
  importance: { '-1': 'Low', '0': 'Medium', '1': 'High' },
  language: languages,
  languages,
};

/** Help texts of action fields, by resource and field. */
export const hints: Names = {
  'customers.country': 'Two capital letters, such as DE',
  'popups.content': 'HTML: text, lists, tables, links and own pictures; the rest is left out',
  'popups.from': 'Your local time; empty: at once',
  'popups.until': 'Your local time; empty: until it is withdrawn',
  'calendar-events.time': 'In UTC, such as 2026-12-31T13:30Z',
  'calendar-events.currency': 'Three capital letters, such as EUR',
  'calendar-events.actual': 'Empty until it is published',
  'calendar-events.csv':
    'The first line names the columns; a line for each event, such as 2026-12-31T13:30Z,USD,1,CPI y/y',
};

/** Names of the ledger's accounts; an account without one keeps its own. */
export const accounts: Names = {
  'customer:cash': 'Customers’ cash',
  'customer:credit': 'Customers’ credits',
  'customer:debt': 'Customers’ debts',
  'customer:withdrawal-hold': 'Held for withdrawals',
  'house:bank': 'Bank',
  'house:bonus': 'Bonuses and credits granted',
  'house:fees': 'Fees',
  'house:financing': 'Overnight financing',
  'house:practice': 'Practice money',
  'house:protection': 'Negative balance protection',
  'house:trading': 'Trading result',
};
