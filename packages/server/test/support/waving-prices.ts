// Prices that make the averages of automatic trading cross at known candles: both symbols swing in
// waves of 60 candles of 15 minutes, ETHUSD 20 candles ahead, until it falls by three quarters.
//
//   candle 283  ETHUSD crosses up     candle 303  BTCUSD crosses up
//   candle 286  ETHUSD has fallen     candle 336  BTCUSD crosses down
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, MINUTE_MS } from '@halyard/core/time';
import type { TestServer } from './start-server.ts';

export const CANDLE_MS = 15 * MINUTE_MS;
const FILE_START_MS = Date.UTC(2024, 0, 1);
const CANDLES = 430;
const WAVE_CANDLES = 60;
/** The last quote of a candle is waited for. */
const SETTLED_MS = 3_000;

export const ETH_CROSS_UP = 283;
export const ETH_FALL = 286;
export const BTC_CROSS_UP = 303;
export const BTC_CROSS_DOWN = 336;
/** The first candle that the server sees while it runs: what is before is history. */
export const FIRST_CANDLE = 280;

type Shape = { readonly base: number; readonly ahead: number; readonly fallsAt: number };

/** Writes the files into the folder; gives the settings. `from` counts candles of the file. */
export function stageWaves(folder: string, from: number): Readonly<Record<string, string>> {
  const files = [
    { symbol: 'BTCUSD', shape: { base: 40_000, ahead: 0, fallsAt: Infinity } },
    { symbol: 'ETHUSD', shape: { base: 2_000, ahead: 20, fallsAt: ETH_FALL } },
  ].map(({ symbol, shape }) => {
    const path = join(folder, `${symbol}.json`);
    writeFileSync(path, JSON.stringify({ candles: listCandles(shape) }));
    return `${symbol}=${path}`;
  });
  return {
    FEED: 'replay',
    REPLAY_SPEED: '1',
    REPLAY_FILES: files.join(','),
    REPLAY_FROM: new Date(FILE_START_MS + from * CANDLE_MS).toISOString(),
    AUTO_TRADING: 'ETHUSD,BTCUSD',
  };
}

/** The offset at which a server's clock stands just after 00:00 UTC, `days` from now, and `sinceMs` more. */
export function offsetAtMidnight(days: number, sinceMs = 0): number {
  const nowMs = Date.now();
  return (Math.floor(nowMs / DAY_MS) + days) * DAY_MS + sinceMs - nowMs;
}

/** Moves the clock of a server that was started at midnight on FIRST_CANDLE to a candle's end. */
export function passCandle(server: TestServer, candle: number): void {
  const nowMs = Date.now() + server.offsetMs();
  const midnightMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  server.advance(midnightMs + (candle + 1 - FIRST_CANDLE) * CANDLE_MS + SETTLED_MS - nowMs);
}

/** Closes swing by 0.75 % and jump by 0.3 % from candle to candle, with a reach of 0.75 % each way. */
function listCandles({ base, ahead, fallsAt }: Shape): readonly Record<string, string>[] {
  return Array.from({ length: CANDLES }, (_, index) => {
    const at = index + ahead;
    const wave = 0.0075 * Math.sin((2 * Math.PI * at) / WAVE_CANDLES);
    const jump = at % 2 === 0 ? -0.003 : 0.003;
    const fallen = index >= fallsAt ? 0.25 : 1;
    const close = base * (1 + at * 0.000025 + wave + jump) * fallen;
    const reach = base * 0.0075;
    return {
      start: String((FILE_START_MS + index * CANDLE_MS) / 1_000),
      open: close.toFixed(2),
      high: (close + reach).toFixed(2),
      low: (close - reach).toFixed(2),
      close: close.toFixed(2),
      volume: '1',
    };
  });
}
