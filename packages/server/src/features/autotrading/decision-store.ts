import type { ClosePosition, OpenPosition } from '@halyard/core/engine';
import { fromStored, toStoredJson } from '#engine/engine.ts';
import type { Database, Row } from '#platform/db/db.ts';

type Given<Command> = Omit<Command, 'accountId' | 'atMs'>;
/** The decided command as stored; account and time are added when it is sent. */
export type DecidedCommand = Given<OpenPosition> | Given<ClosePosition>;

export type Facts = Readonly<Record<string, string | number>>;

export type Decision = {
  readonly accountId: number;
  readonly symbol: string;
  readonly candleEndMs: number;
  readonly reason: string;
  readonly facts: Facts;
  /** The command of the decision; null for a signal that was not traded. */
  readonly command: DecidedCommand | null;
};

export type StoredDecision = Decision & { readonly outcome: string | null };

const INSERT = `insert into auto_trading_decisions
    (account_id, symbol, candle_end, action, reason, facts, command, decided_at)
  values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8)
  on conflict (account_id, symbol, candle_end) do nothing returning account_id`;

const COLUMNS = 'account_id, symbol, candle_end, action, reason, facts, command, outcome';
const FIND = `select ${COLUMNS} from auto_trading_decisions
  where account_id = $1 and symbol = $2 and candle_end = $3`;

const SETTLE = `update auto_trading_decisions set outcome = $4
  where account_id = $1 and symbol = $2 and candle_end = $3 and outcome is null`;

const UNFOLLOWED = `select ${COLUMNS} from auto_trading_decisions
  where account_id = $1 and (action = 'skip' or (outcome is not null and outcome <> 'done'))
  order by decided_at desc limit $2`;

const PURGE = `delete from auto_trading_decisions where action = 'skip' and decided_at < $1`;

/** Stores a decision. The first one on a candle is final: returns that one, whoever wrote it. */
export async function keepDecision(
  db: Pick<Database, 'query'>,
  decision: Decision,
  atMs: number,
): Promise<StoredDecision> {
  const { accountId, symbol, candleEndMs, reason, facts, command } = decision;
  const key = [accountId, symbol, new Date(candleEndMs)];
  const rows = await db.query(INSERT, [
    ...key,
    actionOf(command),
    reason,
    JSON.stringify(facts),
    command === null ? null : toStoredJson(command),
    new Date(atMs),
  ]);
  if (rows.length > 0) return { ...decision, outcome: null };
  const [row] = await db.query(FIND, key);
  return row === undefined ? { ...decision, outcome: null } : toDecision(row);
}

export async function settleDecision(
  db: Pick<Database, 'query'>,
  { accountId, symbol, candleEndMs }: Decision,
  outcome: string,
): Promise<void> {
  await db.query(SETTLE, [accountId, symbol, new Date(candleEndMs), outcome]);
}

/** Returns the latest signals without a trade, newest first. */
export async function listUnfollowed(
  db: Pick<Database, 'query'>,
  accountId: number,
  limit: number,
): Promise<readonly StoredDecision[]> {
  return (await db.query(UNFOLLOWED, [accountId, limit])).map(toDecision);
}

/** Deletes old decisions without a trade; those with a trade are kept. */
export async function purgeSkipped(db: Pick<Database, 'query'>, beforeMs: number): Promise<void> {
  await db.query(PURGE, [new Date(beforeMs)]);
}

function actionOf(command: DecidedCommand | null): 'open' | 'close' | 'skip' {
  if (command === null) return 'skip';
  return command.kind === 'open-position' ? 'open' : 'close';
}

function toDecision(row: Row): StoredDecision {
  return {
    accountId: Number(row.account_id),
    symbol: String(row.symbol),
    candleEndMs: (row.candle_end as Date).getTime(),
    reason: String(row.reason),
    facts: row.facts as Facts,
    command: fromStored(row.command) as DecidedCommand | null,
    outcome: row.outcome as string | null,
  };
}
