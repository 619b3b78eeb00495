// The costs of trading besides the spread, and the engine rules that the settings define.
import type { EngineRules, FinancingRates, GapPercents } from '@halyard/core/engine';
import { CATEGORIES } from '@halyard/core/instrument';
import type { Category } from '@halyard/core/instrument';
import { loadCatalogue } from '@halyard/market';
import type { SpreadModel } from '@halyard/market';
import * as z from 'zod/mini';

import { flag, integer, list, setting } from './setting-kinds.ts';

/**
 * The margin levels in percent at which customers are warned; those not above the close-out level
 * are ignored.
 */
const MARGIN_WARNING_PERCENTS = [100, 75] as const;
const PERCENT_PATTERN = /^(-?)(\d{1,3})(?:\.(\d{1,4}))?$/;
const CENTI_BPS_PER_BPS = 100;
const SPREAD_PERCENT_MAX = 10;
const FINANCING_PERCENT_MAX = 100;
const PROTECTION_FEE_PERCENT_MAX = 10;
const NIGHTS_MAX = 3_660;
const GAP_PERCENT_MAX = 100;

/**
 * The largest plausible price gap over a closed market, in percent. Each is above what the
 * category's products moved over a weekend, a night or a halt in the last twenty years, except for
 * a few days.
 */
const GAP_PERCENTS: GapPercents = { forex: 5, index: 10, commodities: 15, stocks: 20, crypto: 30 };

const GAPS_PROBLEM =
  'must be category:percent, each category once, such as forex:5,crypto:30; whole percents from 0 ' +
  `to ${GAP_PERCENT_MAX}. A category that is not named keeps its default`;

/** The symbols for automatic trading, liquid enough for a stop loss to be meaningful. */
const AUTO_TRADING_SYMBOLS: readonly string[] = ['EURUSD', 'XAUUSD', 'US500', 'BTCUSD'];

const FINANCING_PROBLEM =
  'must be category:long/short in percent a year, each category once, such as ' +
  `forex:2.5/-1,crypto:12/12; from -${FINANCING_PERCENT_MAX} to ${FINANCING_PERCENT_MAX}, ` +
  'with at most two decimals';

const SPREADS_PROBLEM =
  'must be SYMBOL:extra or SYMBOL:extra/minimum in percent of the price, each symbol once, such ' +
  `as EURUSD:0.005/0.01,BTCUSD:0.1; up to ${SPREAD_PERCENT_MAX}, with at most four decimals`;

export const TradingVariables = z.object({
  SPREADS: z._default(setting(readSpreads, SPREADS_PROBLEM), new Map()),
  FINANCING: z._default(setting(readFinancing, FINANCING_PROBLEM), {}),
  FINANCING_NIGHTS_MAX: z._default(integer(1, NIGHTS_MAX), 31),
  GAP_PERCENTS: z._default(setting(readGaps, GAPS_PROBLEM), GAP_PERCENTS),
  PROTECTION_FEE_PERCENT: z._default(
    setting(
      (text) => readBps(text, { minimum: 0, maximum: PROTECTION_FEE_PERCENT_MAX }),
      `must be a percent from 0 to ${PROTECTION_FEE_PERCENT_MAX}, with at most two decimals`,
    ),
    0,
  ),
  SHARED_PROTECTION: z._default(flag(), false),
  AUTO_TRADING: z._default(
    setting(readAutoTrading, "must be 'off' or symbols that are listed, such as EURUSD,BTCUSD"),
    AUTO_TRADING_SYMBOLS,
  ),
});
type TradingVariables = z.infer<typeof TradingVariables>;

export type TradingSettings = Pick<EngineRules, 'regime' | 'marginCloseOutPercent'> & {
  readonly maxOpenPositions: number;
  /** The yearly financing rates in hundredths of a percent; the customer earns negative ones. */
  readonly financingBpsYear: FinancingRates;
  /** The maximum number of financing days charged at once: more indicate a wrong clock. */
  readonly financingNightsMax: number;
  /** The largest plausible price gap while a symbol is not live, in percent. */
  readonly gapPercents: GapPercents;
  /** The GSLO premium in hundredths of a percent of margin × leverage. */
  readonly protectionFeeBps: number;
  /** Whether accounts that staff have linked share their balance protection. */
  readonly sharedProtection: boolean;
  /** The broker's addition to the spread of a symbol's source. */
  readonly spreads: ReadonlyMap<string, SpreadModel>;
  /** The symbols that the strategy trades; empty when it is off. */
  readonly autoTrading: readonly string[];
};

export function toTradingSettings(
  variables: TradingVariables,
): Omit<TradingSettings, 'regime' | 'marginCloseOutPercent' | 'maxOpenPositions'> {
  return {
    financingBpsYear: variables.FINANCING,
    financingNightsMax: variables.FINANCING_NIGHTS_MAX,
    gapPercents: variables.GAP_PERCENTS,
    protectionFeeBps: variables.PROTECTION_FEE_PERCENT,
    sharedProtection: variables.SHARED_PROTECTION,
    spreads: variables.SPREADS,
    autoTrading: variables.AUTO_TRADING,
  };
}

export function toEngineRules(settings: TradingSettings): EngineRules {
  const { regime, marginCloseOutPercent, financingBpsYear, financingNightsMax } = settings;
  return {
    regime,
    marginCloseOutPercent,
    marginWarningPercents: MARGIN_WARNING_PERCENTS.filter(
      (percent) => percent > marginCloseOutPercent,
    ),
    openPositionsMax: settings.maxOpenPositions,
    protectionFeeBps: settings.protectionFeeBps,
    financingBpsYear,
    financingNightsMax,
    gapPercents: settings.gapPercents,
  };
}

function readFinancing(text: string): FinancingRates | undefined {
  const rates: { [Key in Category]?: { readonly buy: number; readonly sell: number } } = {};
  for (const part of text.split(',')) {
    const [name = '', percents = '', ...rest] = part.split(':').map((word) => word.trim());
    const category = CATEGORIES.find((one) => one === name);
    const [buy, sell, ...more] = percents
      .split('/')
      .map((word) =>
        readBps(word.trim(), { minimum: -FINANCING_PERCENT_MAX, maximum: FINANCING_PERCENT_MAX }),
      );
    const isWhole = rest.length === 0 && more.length === 0;
    if (category === undefined || !isWhole || rates[category] !== undefined) return undefined;
    if (buy === undefined || sell === undefined) return undefined;
    rates[category] = { buy, sell };
  }
  return rates;
}

function readGaps(text: string): GapPercents | undefined {
  const gaps: Partial<Record<Category, number>> = {};
  for (const part of text.split(',')) {
    const [name = '', percent = '', ...rest] = part.split(':').map((word) => word.trim());
    const category = CATEGORIES.find((one) => one === name);
    const isPercent = /^\d{1,3}$/.test(percent) && Number(percent) <= GAP_PERCENT_MAX;
    if (category === undefined || rest.length > 0 || !isPercent) return undefined;
    if (gaps[category] !== undefined) return undefined;
    gaps[category] = Number(percent);
  }
  return { ...GAP_PERCENTS, ...gaps };
}

function readSpreads(text: string): ReadonlyMap<string, SpreadModel> | undefined {
  const symbols = new Set(loadCatalogue().map(({ symbol }) => symbol));
  const spreads = new Map<string, SpreadModel>();
  for (const part of text.split(',')) {
    const [symbol = '', percents = '', ...rest] = part.split(':').map((word) => word.trim());
    const range = { minimum: 0, maximum: SPREAD_PERCENT_MAX };
    const [extra, minimum = '0', ...more] = percents.split('/').map((word) => word.trim());
    const extraCentiBps = readCentiBps(extra ?? '', range);
    const minimumCentiBps = readCentiBps(minimum, range);
    const isWhole = rest.length === 0 && more.length === 0;
    if (!isWhole || !symbols.has(symbol) || spreads.has(symbol)) return undefined;
    if (extraCentiBps === undefined || minimumCentiBps === undefined) return undefined;
    spreads.set(symbol, { extraCentiBps, minimumCentiBps });
  }
  return spreads;
}

function readAutoTrading(text: string): readonly string[] | undefined {
  if (text === 'off') return [];
  const listed = new Set(loadCatalogue().map(({ symbol }) => symbol));
  const symbols = list((name) => (listed.has(name) ? name : undefined))(text);
  return symbols === undefined ? undefined : [...new Set(symbols)];
}

type Range = { readonly minimum: number; readonly maximum: number };

/** Parses a percentage with at most two decimals as hundredths of a percent. */
function readBps(text: string, range: Range): number | undefined {
  const centiBps = readCentiBps(text, range);
  const isWhole = centiBps !== undefined && centiBps % CENTI_BPS_PER_BPS === 0;
  return isWhole ? centiBps / CENTI_BPS_PER_BPS : undefined;
}

/** Parses a percentage with at most four decimals as ten-thousandths of a percent. */
function readCentiBps(text: string, { minimum, maximum }: Range): number | undefined {
  const [, sign, whole, decimals = ''] = PERCENT_PATTERN.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const size = Number(whole) * 10_000 + Number(decimals.padEnd(4, '0'));
  const centiBps = sign === '-' ? 0 - size : size;
  return centiBps >= minimum * 10_000 && centiBps <= maximum * 10_000 ? centiBps : undefined;
}
