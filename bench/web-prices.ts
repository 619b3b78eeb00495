// Prices that are the same in every run: files for the replay feed, in which every symbol of the
// catalogue moves slightly four times per second.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { powerOfTen, type Instrument } from '@halyard/core/instrument';
import { createRandom } from './random.ts';
import { startBidPoints } from './walk.ts';

/**
 * The replay plays a candle as its four prices. At this speed a minute of the file lasts a second,
 * so that the price moves four times per second.
 */
const SPEED = 60;
const MINUTE_S = 60;
const START_S = Date.UTC(2026, 0, 5) / 1_000;
/** Longer than any measurement. */
const SECONDS = 5_400;
const TREMBLE = 0.000_2;
const SEED = 20_260_105;

/** Writes a file for each symbol; returns the settings that play the files. */
export function writePrices(
  instruments: readonly Instrument[],
  folder: string,
): Readonly<Record<string, string>> {
  const random = createRandom(SEED);
  const files = instruments.map((instrument) => {
    const path = join(folder, `${instrument.symbol}.json`);
    const candles = Array.from({ length: SECONDS }, (_, second) =>
      createCandle(instrument, START_S + second * MINUTE_S, random),
    );
    writeFileSync(path, JSON.stringify({ candles }));
    return `${instrument.symbol}=${path}`;
  });
  return { FEED: 'replay', REPLAY_SPEED: String(SPEED), REPLAY_FILES: files.join(',') };
}

function createCandle(instrument: Instrument, startS: number, random: () => number) {
  const middle = startBidPoints(instrument);
  const prices = Array.from({ length: 4 }, () =>
    Math.round(middle * (1 + (random() - 0.5) * TREMBLE)),
  ).toSorted((one, other) => one - other);
  const [low = 0, one = 0, other = 0, high = 0] = prices;
  const [open, close] = random() < 0.5 ? [one, other] : [other, one];
  const text = (points: number): string =>
    (points / powerOfTen(instrument.decimals)).toFixed(instrument.decimals);
  return {
    start: String(startS),
    low: text(low),
    high: text(high),
    open: text(open),
    close: text(close),
    volume: '1',
  };
}
