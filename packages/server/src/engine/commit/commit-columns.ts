// The columns of engine_commit's rows. The statement that calls it, the rows of a batch, and the
// parameters in migrations/functions/engine-commit.sql are all generated from this table.

/** The types of the columns, as PostgreSQL names them. */
type Columns = Readonly<Record<string, 'bigint' | 'smallint' | 'integer' | 'boolean' | 'text'>>;

const CLOSE = {
  closePoints: 'bigint',
  closedAtMs: 'bigint',
  closeSellPoints: 'bigint',
  closeBuyPoints: 'bigint',
  closeSequence: 'bigint',
  closeSource: 'text',
  closeSourceAtMs: 'bigint',
  closeReceivedAtMs: 'bigint',
  closingReason: 'text',
  profitCents: 'bigint',
  closeSeenPoints: 'bigint',
} as const satisfies Columns;

/** By group of rows; each column is one array of the call. */
export const COMMIT_COLUMNS = {
  /** Accounts that are new. */
  added: { id: 'bigint' },
  /** Accounts whose terms are set, the new ones included. */
  terms: {
    id: 'bigint',
    status: 'text',
    isVerified: 'boolean',
    clientCategory: 'text',
    isProtected: 'boolean',
    permittedCategories: 'text',
    leverageIndexes: 'text',
    sharesProtection: 'boolean',
  },
  /** Balances: by how much they change, and what they must be afterwards. */
  balance: {
    id: 'bigint',
    cashChange: 'bigint',
    cashCents: 'bigint',
    creditChange: 'bigint',
    creditCents: 'bigint',
    debtChange: 'bigint',
    debtCents: 'bigint',
  },
  /** The last margin warning and the last charged night of an account. */
  told: { id: 'bigint', warnedPercent: 'integer', financedDay: 'text' },
  /** Held funds: by how much they change, and what they must be afterwards. */
  hold: { accountId: 'bigint', reference: 'text', change: 'bigint', amountCents: 'bigint' },
  /** New positions, which may be closed already. */
  new: {
    id: 'bigint',
    accountId: 'bigint',
    symbol: 'text',
    direction: 'text',
    amountCents: 'bigint',
    leverage: 'integer',
    isProtected: 'boolean',
    isAutomatic: 'boolean',
    stopPoints: 'bigint',
    targetPoints: 'bigint',
    terminationPoints: 'bigint',
    openPoints: 'bigint',
    openedAtMs: 'bigint',
    openSellPoints: 'bigint',
    openBuyPoints: 'bigint',
    openSequence: 'bigint',
    openSource: 'text',
    openSourceAtMs: 'bigint',
    openReceivedAtMs: 'bigint',
    openSeenPoints: 'bigint',
    carry: 'bigint',
    ...CLOSE,
  },
  /** Open positions that change. They close where there is a closing rate. */
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
  /** What journal entries of overnight financing were computed from. */
  financing: {
    postingId: 'bigint',
    amountCents: 'bigint',
    remainingCents: 'bigint',
    rateBpsYear: 'integer',
  },
  /** What customers are notified of. */
  notice: { sequence: 'bigint', accountId: 'bigint', kind: 'text', atMs: 'bigint', facts: 'text' },
  /** Commands; their answers are in `p_command_outcome`. */
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

/** The answers to the commands: one text of lines, which spares the quotes of each their escapes. */
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

/** `closedAtMs` is `closed_at_ms` in SQL. */
export function toColumnName(column: string): string {
  return column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
