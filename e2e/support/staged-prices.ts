// Prices that a journey knows in advance, from the replay feed. A minute of a file lasts a second.
// BTCUSD is constant; ETHUSD rises by one a second; SOLUSD jumps up and down by two percent every
// six seconds, EURUSD by four and a half; the prices of LTCUSD end after twelve seconds, so that
// its market is closed. No other symbol has a price.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from './program.ts';

const SPEED = 60;
const START_S = Date.UTC(2024, 0, 1) / 1000;
const MINUTE_S = 60;
const DAY_S = 24 * 60 * MINUTE_S;
/** Twenty minutes, which is longer than all journeys together. */
const MINUTES = 1_200;
const JUMP_MINUTES = 6;
/** Playback starts before the program is ready, so a shorter file would never give a price. */
const OVER_AFTER_MINUTES = 12;

/**
 * The ask is 2.55 basis points above the bid, rounded up; the mark-up of 0.025 % is added to order
 * prices.
 */
export const STILL = {
  sell: '40,000.00',
  buy: '40,010.20',
  orderBuy: '40,020.20',
  orderSell: '39,990.00',
} as const;

/** Writes the files into the folder and returns the settings that replay them. */
export function stagePrices(folder: string): Environment {
  const minutes = Array.from({ length: MINUTES }, (_, minute) => minute);
  const still = [0, 1].map((day) => candle(day * DAY_S, 40_000, 40_000));
  const rising = minutes.map((minute) => candle(minute * MINUTE_S, 2_000 + minute, 2_001 + minute));
  const jumping = (low: number, high: number) =>
    minutes.map((minute) => {
      const price = Math.floor(minute / JUMP_MINUTES) % 2 === 0 ? low : high;
      return candle(minute * MINUTE_S, price, price);
    });
  const over = minutes
    .slice(0, OVER_AFTER_MINUTES)
    .map((minute) => candle(minute * MINUTE_S, 80, 80));
  const files = {
    BTCUSD: still,
    ETHUSD: rising,
    SOLUSD: jumping(100, 102),
    EURUSD: jumping(1.1, 1.15),
    LTCUSD: over,
  };
  const named = Object.entries(files).map(([symbol, candles]) => {
    const path = join(folder, `${symbol}.json`);
    writeFileSync(path, JSON.stringify({ candles }));
    return `${symbol}=${path}`;
  });
  return { FEED: 'replay', REPLAY_SPEED: String(SPEED), REPLAY_FILES: named.join(',') };
}

function candle(atS: number, open: number, close: number): Readonly<Record<string, string>> {
  return {
    start: String(START_S + atS),
    low: open.toFixed(2),
    high: close.toFixed(2),
    open: open.toFixed(2),
    close: close.toFixed(2),
    volume: '1',
  };
}
