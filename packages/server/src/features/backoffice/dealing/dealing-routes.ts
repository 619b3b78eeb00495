// Dealing routes that are not resources: the broker's exposure, and the state of the feeds.
import {
  getDealing,
  getFeeds,
  getMarkOuts,
  getScenario,
} from '@halyard/contract/backoffice/dealing';
import { getMaintenance, setMaintenance } from '@halyard/contract/backoffice/trading-pause';
import { withAuditOrigin } from '#platform/audit/audit.ts';
import type { PricesStatus } from '#features/prices/prices.ts';
import type { TradingPause } from '#features/trading-pause/trading-pause.ts';
import { readMarkOuts } from '#features/reports/reports.ts';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import type { ScenarioReply } from '../surveys/surveys.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';

/**
 * How long a reading is cached, so that the accounts are read at most once in this time, however
 * many members of staff look.
 */
const KEPT_MS = 1_000;
/** Mark-outs read the quote log, and change little from one minute to the next. */
const MARK_OUTS_KEPT_MS = 60_000;

export type DealingDeps = Pick<
  OperatorCommandDeps,
  'clock' | 'db' | 'instruments' | 'market' | 'prices' | 'surveys' | 'tradingPause'
>;

export function dealingRoutes(deps: DealingDeps): readonly RouteBinding[] {
  const { tradingPause, market, prices } = deps;
  const { clock, db } = deps;
  const readDealing = createShared(clock, async () => await deps.surveys.dealing(clock.nowMs()));
  const readSharedMarkOuts = createShared(
    clock,
    async () => await readMarkOuts(db.kysely, clock.nowMs()),
    MARK_OUTS_KEPT_MS,
  );
  const readSymbol = createScenarios(deps);
  return [
    bind(getDealing, async () => ok(await readDealing())),
    bind(getMarkOuts, async () => ok(await readSharedMarkOuts())),
    bind(getScenario, async ({ query: { symbol } }) => {
      const isListed = deps.instruments.some((one) => one.symbol === symbol);
      if (!isListed) return refused({ code: 'not-found' });
      return ok(await readSymbol(symbol));
    }),
    bind(getMaintenance, async () => await Promise.resolve(ok(stateOf(tradingPause)))),
    bind(setMaintenance, async ({ body, caller, ip }) => {
      const by = `staff:${caller.subjectId}`;
      const { reason } = body;
      await withAuditOrigin({ ip, reason }, async () => {
        await (body.on ? tradingPause.begin({ by, reason }) : tradingPause.end({ by }));
      });
      return ok(stateOf(tradingPause));
    }),
    bind(getFeeds, async () => {
      const { feeds, history } = await prices.status();
      const rejections = market.rejectionCounts().map(({ symbol = null, ...rest }) => ({
        symbol,
        ...rest,
      }));
      return ok({
        feeds: feeds.map(toFeed),
        rejections,
        history: {
          symbols_done: history.symbolsDone,
          symbols_deep: history.symbolsDeep,
          symbols_total: history.symbolsTotal,
        },
      });
    }),
  ];
}

function toFeed({ name, connection, timing }: PricesStatus['feeds'][number]) {
  return {
    name,
    connection:
      connection === undefined
        ? null
        : {
            state: connection.state,
            reason: connection.reason,
            since: new Date(connection.atMs).toISOString(),
          },
    timing:
      timing === undefined
        ? null
        : {
            has_source_time: timing.hasSourceTime,
            lag_ms: timing.lagMs ?? null,
            clock_offset_ms: timing.clockOffsetMs ?? null,
            late_symbols: [...timing.lateSymbols],
          },
  };
}

function stateOf(tradingPause: Pick<TradingPause, 'find'>) {
  const begun = tradingPause.find();
  if (begun === undefined) return { maintenance: null };
  const { by, reason, atMs } = begun;
  return { maintenance: { by, reason, since: new Date(atMs).toISOString() } };
}

/** Shares the scenarios of each symbol. The map is small, because there are few symbols. */
function createScenarios(deps: DealingDeps): (symbol: string) => Promise<ScenarioReply> {
  const bySymbol = new Map<string, () => Promise<ScenarioReply>>();
  return async (symbol) => {
    const known = bySymbol.get(symbol);
    const read =
      known ??
      createShared(
        deps.clock,
        async () => await deps.surveys.scenario({ symbol, atMs: deps.clock.nowMs() }),
      );
    bySymbol.set(symbol, read);
    return await read();
  };
}

/**
 * Returns a function that shares one reading at a time with all requests during it and shortly
 * after.
 */
function createShared<Reply>(
  clock: DealingDeps['clock'],
  read: () => Promise<Reply>,
  keptMs = KEPT_MS,
): () => Promise<Reply> {
  let reading: Promise<Reply> | undefined;
  let endedAtMs: number | undefined;
  return async () => {
    const isOld = endedAtMs !== undefined && clock.nowMs() - endedAtMs >= keptMs;
    if (reading === undefined || isOld) {
      endedAtMs = undefined;
      reading = read().finally(() => {
        endedAtMs = clock.nowMs();
      });
      // A failed reading is not cached.
      reading.catch(() => {
        reading = undefined;
      });
    }
    return await reading;
  };
}
