// The daily layer: the price at each midnight (UTC), in logarithms, and the variance of each day.
// It is summed forwards and backwards from the reference day, so that the level on that day is the
// reference price for every seed.
import type { MarketParameters } from '#catalogue/catalogue.ts';
import { createRecent } from '#recent/recent.ts';
import type { JumpModel } from './profiles.ts';
import type { Season } from './season.ts';
import { daySecrets, normalDraw, uniformDraw } from './keyed-hash.ts';
import type { DaySecrets } from './keyed-hash.ts';
import type { SharedNoise } from './shared-noise.ts';

// The day of the catalogue's reference prices: 2026-08-21, in days since 1970-01-01.
const REFERENCE_DAY = 20_686;

const WEEKS_PER_YEAR = 365.25 / 7;

// The persistence of volatility. Volatility clusters: log volatility follows a first-order
// autoregression, truncated after 60 days so that a day depends on no other day's state.
const PERSISTENCE = 0.94;
const VOLATILITY_NOISE = 0.1;
const MEMORY_DAYS = 60;
const SECRETS_KEPT = 4;
const LOG_VOLATILITY_VARIANCE = VOLATILITY_NOISE ** 2 / (1 - PERSISTENCE ** 2);

const DRAW_VOLATILITY = 0;
const DRAW_RETURN = 1;
const DRAW_JUMP = 2;
const DRAW_JUMP_SIZE = 3;
const DRAW_GAP = 4;

export type DayMove = {
  /** The log price at the end of the day before. */
  readonly startLog: number;
  /** The log price of the first quote, which differs from startLog after a long close. */
  readonly openLog: number;
  readonly endLog: number;
  /** The variance of the day's return from the opening to the end. */
  readonly variance: number;
  readonly secrets: DaySecrets;
};

export type DailyPath = {
  move(day: number): DayMove;
  /** The variance of an ordinary minute's return. */
  readonly minuteVariance: number;
};

export type DailyModel = {
  readonly seed: string;
  readonly parameters: MarketParameters;
  readonly season: Season;
  readonly shared: SharedNoise;
  readonly jumps: JumpModel;
  readonly reversionPerYear: number;
};

type Return = { readonly value: number; readonly variance: number; readonly secrets: DaySecrets };

/** Returns the daily layer of one instrument. Memory grows by one number per requested day. */
export function createDailyPath(model: DailyModel): DailyPath {
  const { seed, parameters, season, jumps } = model;
  // The cache of a day's draws, which are requested twice in a row: for its volatility and for its
  // return.
  const recent = createRecent<DaySecrets>(SECRETS_KEPT);
  const secretsOf = (day: number): DaySecrets =>
    recent.get(day, () => daySecrets(seed, parameters.symbol, day));
  const volatilityOf = createVolatility(model, secretsOf);
  const weekVariance =
    (parameters.volatilityYear ** 2 - jumps.perYear * jumps.deviation ** 2) / WEEKS_PER_YEAR;

  const returnOf = (day: number): Return => {
    const secrets = secretsOf(day);
    const weight = season.totalWeight(day);
    const variance = weekVariance * weight * volatilityOf(day) ** 2;
    let shared = 0;
    let own = 1;
    for (const { factor, beta } of parameters.factors) {
      shared += beta * model.shared.draw(`factor ${factor}`, day, DRAW_RETURN);
      own -= beta * beta;
    }
    const noise = shared + Math.sqrt(Math.max(0, own)) * normalDraw(secrets, DRAW_RETURN);
    const isJumping = uniformDraw(secrets, DRAW_JUMP) < jumpChance(model, weight);
    const jump = isJumping ? jumps.deviation * normalDraw(secrets, DRAW_JUMP_SIZE) : 0;
    return { value: Math.sqrt(variance) * noise - variance / 2 + jump, variance, secrets };
  };

  const levels = createLevels(model, (day) => returnOf(day).value);
  return {
    minuteVariance: weekVariance / season.openMinutesWeek,
    move(day) {
      const startLog = levels(day);
      const endLog = levels(day + 1);
      const { variance, secrets } = returnOf(day);
      const { gapWeight, totalWeight } = season.shape(day);
      const share = totalWeight > 0 ? gapWeight / totalWeight : 0;
      const gapNoise = normalDraw(secrets, DRAW_GAP) * Math.sqrt(variance * share * (1 - share));
      const openLog = startLog + share * (endLog - startLog) + gapNoise;
      return { startLog, openLog, endLog, variance: variance * (1 - share), secrets };
    },
  };
}

function jumpChance({ jumps }: DailyModel, weight: number): number {
  return (jumps.perYear / WEEKS_PER_YEAR) * weight;
}

/**
 * Returns a function from days to volatilities. Half of their noise is shared by all markets, half
 * is the symbol's own.
 */
function createVolatility(
  model: DailyModel,
  secretsOf: (day: number) => DaySecrets,
): (day: number) => number {
  const noises = new Map<number, number>();
  const noise = (day: number): number => {
    const known = noises.get(day);
    if (known !== undefined) return known;
    const shared = model.shared.draw('market', day, DRAW_VOLATILITY);
    const own = normalDraw(secretsOf(day), DRAW_VOLATILITY);
    const value = (shared + own) * Math.SQRT1_2;
    noises.set(day, value);
    return value;
  };
  return (day) => {
    let sum = 0;
    let weight = VOLATILITY_NOISE;
    for (let back = 0; back < MEMORY_DAYS; back += 1) {
      sum += weight * noise(day - back);
      weight *= PERSISTENCE;
    }
    return Math.exp(sum - LOG_VOLATILITY_VARIANCE);
  };
}

/**
 * Returns the log price at the start of a day: the reference on its day, mean-reverting elsewhere.
 */
function createLevels(
  model: DailyModel,
  returnOf: (day: number) => number,
): (day: number) => number {
  const { parameters, season, reversionPerYear } = model;
  const referenceLog = Math.log(parameters.referencePrice);
  const forward = [referenceLog];
  const backward = [referenceLog];
  const pull = (day: number): number =>
    (reversionPerYear / WEEKS_PER_YEAR) * season.totalWeight(day);
  return (day) => {
    const distance = day - REFERENCE_DAY;
    const levels = distance >= 0 ? forward : backward;
    let level = levels.at(-1) ?? referenceLog;
    for (let known = levels.length; known <= Math.abs(distance); known += 1) {
      const passed = distance >= 0 ? REFERENCE_DAY + known - 1 : REFERENCE_DAY - known;
      const move = distance >= 0 ? returnOf(passed) : -returnOf(passed);
      level += move - pull(passed) * (level - referenceLog);
      levels.push(level);
    }
    return levels[Math.abs(distance)] ?? referenceLog;
  };
}
