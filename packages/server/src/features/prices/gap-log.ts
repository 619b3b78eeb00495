// The record of prices that never reached the engine, where the market runs apart from it.
import type { MarketGap } from '@halyard/market';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';

/** How many gaps are stored; the oldest are deleted. */
const KEPT_MAX = 10_000;
/** How many gaps wait while the database is unavailable. */
const WAITING_MAX = 1_000;
const RETRY_MS = 5_000;

const INSERT = `with inserted as (
    insert into market_gaps (reason, from_epoch, from_number, to_epoch, to_number, noticed_at, ended_at)
    select reason, from_epoch, from_number, to_epoch, to_number,
      timestamptz 'epoch' + noticed_at_ms * interval '1 millisecond',
      timestamptz 'epoch' + ended_at_ms * interval '1 millisecond'
    from json_to_recordset($1::json) as g (reason text, from_epoch bigint, from_number bigint,
      to_epoch bigint, to_number bigint, noticed_at_ms bigint, ended_at_ms bigint)
    returning id
  )
  delete from market_gaps where id <= (select max(id) from inserted) - $2`;

export type GapLog = {
  note(gap: MarketGap): void;
  /** Writes what waits. */
  close(): Promise<void>;
};

export function createGapLog({
  db,
  log,
}: {
  readonly db: Pick<Database, 'query'>;
  readonly log: Pick<Log, 'warn'>;
}): GapLog {
  let waiting: MarketGap[] = [];
  let writing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const write = async (): Promise<void> => {
    const gaps = waiting;
    if (gaps.length === 0) return;
    waiting = [];
    try {
      await db.query(INSERT, [JSON.stringify(gaps.map(toRow)), KEPT_MAX]);
    } catch (err) {
      log.warn({ err }, 'gaps of prices could not be recorded');
      waiting = [...gaps, ...waiting].slice(0, WAITING_MAX);
      timer ??= setTimeout(() => {
        timer = undefined;
        flush();
      }, RETRY_MS);
    }
  };
  const flush = (): void => {
    writing = writing.then(write);
  };
  return {
    note(gap) {
      const { reason, from, to } = gap;
      log.warn({ reason, from, to }, 'prices were missed; trading goes on with the current ones');
      if (waiting.length >= WAITING_MAX) return;
      waiting.push(gap);
      flush();
    },
    async close() {
      clearTimeout(timer);
      flush();
      await writing;
      clearTimeout(timer);
    },
  };
}

function toRow({ reason, from, to, noticedAtMs, endedAtMs }: MarketGap): object {
  return {
    reason,
    from_epoch: from.epoch,
    from_number: from.number,
    to_epoch: to.epoch,
    to_number: to.number,
    noticed_at_ms: Math.floor(noticedAtMs),
    ended_at_ms: Math.floor(endedAtMs),
  };
}
