// The columns of engine_commit's rows. The statement that calls it, the rows of a batch, and the
// parameters in migrations/functions/engine-commit.sql are all generated from this table.

import { toStoredName } from './stored-names.ts';

/** The types of the columns, as PostgreSQL names them. */
type Columns = Readonly<Record<string, 'bigint' | 'smallint' | 'integer' | 'boolean' | 'text'>>;

const CLOSE = {
  closePoints: 'bigint',
  closedAtMs: 'bigint',
  closeBidPoints: 'bigint',
  closeAskPoints: 'bigint',
  closeSequence: 'bigint',
  closeSource: 'text',
  closeSourceAtMs: 'bigint',
  closeReceivedAtMs: 'bigint',
  closingReason: 'text',
  profitCents: 'bigint',
  closeRequestedPoints: 'bigint',
} as const satisfies Columns;

/** The columns by group of rows. Each column is one array parameter of the call. */
export const COMMIT_COLUMNS = {
  /** New accounts. */
  added: { id: 'bigint' },
  /** Accounts whose terms change, including new accounts. */
  terms: {
    id: 'bigint',
    status: 'text',
    isVerified: 'boolean',
    clientCategory: 'text',
    hasGuaranteedStop: 'boolean',
    permittedCategories: 'text',
    leverageIndexes: 'text',
    sharesProtection: 'boolean',
  },
  /** Balances: the change in cents, and the expected balance afterwards. */
  balance: {
    id: 'bigint',
    cashChange: 'bigint',
    cashCents: 'bigint',
    creditChange: 'bigint',
    creditCents: 'bigint',
    debtChange: 'bigint',
    debtCents: 'bigint',
  },
  /** The last margin warning and the last charged financing day of an account. */
  told: { id: 'bigint', warnedPercent: 'integer', financedDay: 'text' },
  /** Held funds: the change in cents, and the expected amount afterwards. */
  hold: { accountId: 'bigint', reference: 'text', change: 'bigint', amountCents: 'bigint' },
  /** New positions, which may already be closed. */
  new: {
    id: 'bigint',
    accountId: 'bigint',
    symbol: 'text',
    direction: 'text',
    amountCents: 'bigint',
    leverage: 'integer',
    hasGuaranteedStop: 'boolean',
    isAutomatic: 'boolean',
    stopPoints: 'bigint',
    targetPoints: 'bigint',
    stopOutPoints: 'bigint',
    openPoints: 'bigint',
    openedAtMs: 'bigint',
    openBidPoints: 'bigint',
    openAskPoints: 'bigint',
    openSequence: 'bigint',
    openSource: 'text',
    openSourceAtMs: 'bigint',
    openReceivedAtMs: 'bigint',
    openRequestedPoints: 'bigint',
    carry: 'bigint',
    ...CLOSE,
  },
  /** Changes of open positions. A row with a closing rate closes the position. */
  set: {
    id: 'bigint',
    amountCents: 'bigint',
    stopPoints: 'bigint',
    targetPoints: 'bigint',
    carry: 'bigint',
    ...CLOSE,
  },
  /** Journal entries. */
  posting: {
    id: 'bigint',
    kind: 'text',
    reference: 'text',
    uniqueKey: 'text',
    atMs: 'bigint',
  },
  /** The lines of the journal entries. */
  entry: {
    postingId: 'bigint',
    line: 'smallint',
    account: 'text',
    customerId: 'bigint',
    amountCents: 'bigint',
  },
  /** The inputs from which journal entries of overnight financing were computed. */
  financing: {
    postingId: 'bigint',
    amountCents: 'bigint',
    remainingCents: 'bigint',
    rateBpsYear: 'integer',
  },
  /** Account notices: what customers must be notified of. */
  notice: { sequence: 'bigint', accountId: 'bigint', kind: 'text', atMs: 'bigint', facts: 'text' },
  /** The answered commands; their outcomes are in `p_command_outcome`. */
  command: {
    sequence: 'bigint',
    accountId: 'bigint',
    requestId: 'text',
    contentHash: 'text',
    isRefused: 'boolean',
  },
} as const satisfies Readonly<Record<string, Columns>>;

export type CommitGroup = keyof typeof COMMIT_COLUMNS;
export type CommitColumn<Group extends CommitGroup> = keyof (typeof COMMIT_COLUMNS)[Group] & string;

/**
 * The outcomes of the commands as one text with a line each, which avoids escaping the quotes of
 * each outcome.
 */
const OUTCOMES = 'p_command_outcome';

export const COMMIT_GROUPS = Object.keys(COMMIT_COLUMNS) as readonly CommitGroup[];

/** The parameter names of engine_commit, in the order of a batch's values. */
export const COMMIT_PARAMETERS: readonly string[] = [
  'p_epoch',
  'p_batch',
  ...COMMIT_GROUPS.flatMap((group) =>
    columnsOf(group).map((column) => toParameterName(group, column)),
  ),
  OUTCOMES,
];

export function columnsOf<Group extends CommitGroup>(group: Group): readonly CommitColumn<Group>[] {
  return Object.keys(COMMIT_COLUMNS[group]) as CommitColumn<Group>[];
}

export function toParameterName(group: CommitGroup, column: string): string {
  return `p_${group}_${toColumnName(column)}`;
}

/** Converts a column's name to its stored name in SQL, such as `closedAtMs` to `closed_at_ms`. */
export function toColumnName(column: string): string {
  return toStoredName(column).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
