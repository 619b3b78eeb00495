import { SYMBOL_STATES } from '@halyard/core/instrument';
import type { FeedConnection, Timing } from '@halyard/market';
import type { PricesStatus } from '#features/prices/prices.ts';
import { EXIT } from '#platform/operator/operator.ts';
import type { OperatorCommand } from '../operator-command.ts';

const DEAD_SHOWN_MAX = 20;

export const statusCommand: OperatorCommand = {
  name: 'status',
  usage: ['status'],
  summary: 'Tells how the server feels: database, engine, prices, feeds, work that was given up.',
  run: async (deps, call) => {
    if (call.words.length > 0) return 'usage';
    const states = deps.instruments.map(({ symbol }) => deps.market.state(symbol));
    const counts = SYMBOL_STATES.map(
      (state) => `${states.filter((one) => one === state).length} ${state}`,
    );
    const isReady = deps.engine.isReady();
    call.print(`database        PostgreSQL${deps.db.isExclusive ? ', embedded' : ''}`);
    call.print(`engine          ${isReady ? 'ready' : 'not ready'}`);
    call.print(`prices          ${counts.join(', ')}`);
    for (const line of describePrices(await deps.prices.status())) call.print(line);
    const dead = await deps.jobs.listDead(DEAD_SHOWN_MAX);
    call.print(`given up        ${dead.length === 0 ? 'nothing' : ''}`);
    for (const work of dead) {
      call.print(`  ${work.queue} ${work.id} ${work.kind}: ${work.lastError}`);
    }
    return isReady ? EXIT.done : EXIT.failed;
  },
};

function describePrices({ feeds, history, halts }: PricesStatus): readonly string[] {
  const { symbolsDone, symbolsDeep, symbolsTotal } = history;
  return [
    ...feeds.map(
      ({ name, connection, timing }) =>
        `feed            ${name}${describe(connection)}${describeTiming(timing)}`,
    ),
    ...(symbolsTotal === 0
      ? []
      : [
          `history         of ${symbolsDone} of ${symbolsTotal} symbols is read, ` +
            `twelve months of minutes of ${symbolsDeep}`,
        ]),
    ...halts.map(
      ({ symbol, by, reason, atMs }) =>
        `halted          ${symbol} by ${by} at ${new Date(atMs).toISOString()}: ${reason}`,
    ),
  ];
}

function describe(connection: FeedConnection | undefined): string {
  if (connection === undefined) return '';
  const { state, reason, atMs } = connection;
  const why = reason === '' ? '' : ` (${reason})`;
  return ` is ${state}${why} since ${new Date(atMs).toISOString()}`;
}

function describeTiming(timing: Timing | undefined): string {
  if (timing === undefined) return '';
  if (!timing.hasSourceTime) return ', lag unknown: the protocol has no source time';
  const { lagMs, lateSymbols } = timing;
  const lag = lagMs === undefined ? '' : `, lag ${lagMs} ms`;
  return lateSymbols.length === 0 ? lag : `${lag}, late: ${lateSymbols.join(' ')}`;
}
