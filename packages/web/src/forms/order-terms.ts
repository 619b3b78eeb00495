// The typed terms of an entry order, trigger price, levels and expiry: their errors by the engine's
// own rules, and the message to send.
import type { LiveQuote } from '@halyard/contract/market';
import type { Order } from '@halyard/contract/orders';
import type { Asset } from '@halyard/contract/trading';
import { findExpiryRejection, findOrderLevelsRejection } from '@halyard/core/engine';
import { type Direction, points, type Points, toRate } from '@halyard/core/instrument';
import type { Cents } from '@halyard/core/money';
import {
  type EntryOrderKind,
  findTriggerPriceProblem,
  levelsAtTrigger,
  type OrderExpiry,
} from '@halyard/core/order';
import { MINUTE_MS } from '@halyard/core/time';
import { toQuote } from '#data/market/trading-core.ts';
import { readRate } from '#i18n/figure-text.ts';
import { isReadable, type LevelUnit, readLevel, type TypedValue } from './levels/level-units.ts';
import { trailProblem, type TrailProblem } from './levels/trail-problem.ts';
import { type LevelProblem, type LevelKind, toLevelProblem, writeRate } from './trading-levels.ts';

export type OrderTermsForm = {
  readonly priceText: string;
  readonly stopText: string;
  readonly stopUnit: LevelUnit;
  readonly targetText: string;
  readonly targetUnit: LevelUnit;
  /** The distance of the trailing stop. */
  readonly trailText: string;
  readonly expiry: OrderExpiry;
  /** The expiry in the browser's time zone, as its date and time input writes it. */
  readonly expiresText: string;
};

export const EMPTY_TERMS: OrderTermsForm = {
  priceText: '',
  stopText: '',
  stopUnit: 'price',
  targetText: '',
  targetUnit: 'price',
  trailText: '',
  expiry: 'gtc',
  expiresText: '',
};

export type OrderTermsProblem =
  | { readonly field: 'price'; readonly code: 'price-required' | 'level-unreadable' }
  | {
      readonly field: 'price';
      readonly code: 'order-price-invalid';
      readonly side: 'higher' | 'lower';
      readonly limit: number;
    }
  | ({ readonly field: LevelKind } & LevelProblem)
  | ({ readonly field: 'trail' } & TrailProblem)
  | { readonly field: 'expiry'; readonly code: 'expiry-required' }
  | {
      readonly field: 'expiry';
      readonly code: 'order-expiry-invalid';
      readonly days: number;
    };

export type TermsContext = {
  readonly kind: EntryOrderKind;
  readonly direction: Direction;
  readonly asset: Pick<Asset, 'symbol' | 'decimals'>;
  /** The last quote, live or not: orders can be placed while the market is closed. */
  readonly quote: LiveQuote | undefined;
  readonly language: string;
  /** Whether the broker guarantees the stop loss. */
  readonly isGuaranteed: boolean;
  readonly nowMs: number;
} & Size;

/** The size of the position, which converts money to a level; undefined while it is unknown. */
type Size = {
  readonly amountCents?: Cents | undefined;
  readonly leverage?: number | undefined;
};

type Reading = Pick<TermsContext, 'language'> & { readonly decimals: number };
type Measuring = Reading & Size & { readonly direction: Direction };

/** Returns the terms of a pending order, written as they are typed. */
export function orderTermsForm(order: Order, { decimals, language }: Reading): OrderTermsForm {
  const write = (rate: number | null) => (rate === null ? '' : writeRate(rate, decimals, language));
  return {
    priceText: write(order.price),
    stopText: write(order.stop_distance ?? order.stop_lost),
    stopUnit: order.stop_distance === null ? 'price' : 'distance',
    targetText: write(order.profit_distance ?? order.take_profit),
    targetUnit: order.profit_distance === null ? 'price' : 'distance',
    trailText: write(order.trailing_distance),
    expiry: order.expiry,
    expiresText: order.expiry === 'gtd' ? writeLocalTime(Date.parse(order.expires_at)) : '',
  };
}

/** Formats an instant for a date and time input: to the minute, in the browser's time zone. */
export function writeLocalTime(atMs: number): string {
  const offsetMs = new Date(atMs).getTimezoneOffset() * MINUTE_MS;
  return new Date(atMs - offsetMs).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

/** Parses the trigger price to points; undefined if it is invalid. */
export function readTrigger(form: OrderTermsForm, reading: Reading): Points | undefined {
  return readRate(form.priceText, reading.language, reading.decimals);
}

/** Returns the price of a level if the order filled at `fillPoints`; undefined if it is invalid. */
export function levelPrice(
  form: OrderTermsForm,
  kind: LevelKind,
  at: Measuring & { readonly fillPoints: Points },
): Points | undefined {
  const levels = levelsAtTrigger({
    ...readLevels(form, { ...at, openPoints: at.fillPoints }, kind),
    direction: at.direction,
    points: at.fillPoints,
  });
  return (kind === 'stop' ? levels.stopPoints : levels.targetPoints) ?? undefined;
}

/** Returns a level as it was typed. */
export function typedOf(form: OrderTermsForm, kind: LevelKind): TypedValue {
  return kind === 'stop'
    ? { text: form.stopText, unit: form.stopUnit }
    : { text: form.targetText, unit: form.targetUnit };
}

/** Returns why the order can't be placed or amended, in the order of the fields. */
export function orderTermsProblems(
  form: OrderTermsForm,
  context: TermsContext,
): readonly OrderTermsProblem[] {
  const problems = [
    priceProblem(form, context),
    levelProblemOf(form, 'stop', context),
    levelProblemOf(form, 'target', context),
    trailProblemOf(form, context),
    expiryProblem(form, context.nowMs),
  ];
  return problems.filter((problem) => problem !== undefined);
}

/** Returns the message of valid terms. */
export function orderTermsMessage(form: OrderTermsForm, reading: Measuring) {
  const { decimals, language } = reading;
  const rateOf = (level: Points | null | undefined) =>
    level === null || level === undefined ? null : toRate(level, decimals);
  const at = { ...reading, openPoints: readTrigger(form, reading) };
  const levels = { ...readLevels(form, at, 'stop'), ...targetOf(form, at) };
  const isDated = form.expiry === 'gtd';
  return {
    price: rateOf(readTrigger(form, reading)),
    stop_lost: rateOf(levels.stopPoints),
    stop_distance: rateOf(levels.stopDistance),
    take_profit: rateOf(levels.targetPoints),
    profit_distance: rateOf(levels.targetDistance),
    trailing_distance: rateOf(readRate(form.trailText, language, decimals)),
    expiry: form.expiry,
    ...(isDated ? { expires_at: new Date(form.expiresText).toISOString() } : {}),
  };
}

function priceProblem(form: OrderTermsForm, context: TermsContext): OrderTermsProblem | undefined {
  const { kind, direction, asset, language } = context;
  const quote = toQuote(asset.symbol, context.quote, asset.decimals);
  const field = 'price';
  if (form.priceText.trim() === '') return { field, code: 'price-required' };
  const trigger = readTrigger(form, { language, decimals: asset.decimals });
  if (trigger === undefined) return { field, code: 'level-unreadable' };
  const problem = quote && findTriggerPriceProblem({ kind, direction, points: trigger }, quote);
  if (problem === undefined) return undefined;
  const limit = toRate(problem.limit, asset.decimals);
  return { field, code: 'order-price-invalid', side: problem.side, limit };
}

function levelProblemOf(
  form: OrderTermsForm,
  kind: LevelKind,
  context: TermsContext,
): OrderTermsProblem | undefined {
  const { direction, asset, language, isGuaranteed } = context;
  const quote = toQuote(asset.symbol, context.quote, asset.decimals);
  const text = kind === 'stop' ? form.stopText : form.targetText;
  if (text.trim() === '') return undefined;
  const { decimals } = asset;
  const { amountCents, leverage } = context;
  const reading = { language, decimals, direction, amountCents, leverage };
  const trigger = readTrigger(form, reading);
  const at = { ...reading, openPoints: trigger };
  if (!isReadable(typedOf(form, kind), at)) return { field: kind, code: 'level-unreadable' };
  if (trigger === undefined || quote === undefined) return undefined;
  const order = { ...readLevels(form, at, kind), direction, points: trigger };
  const rejection = findOrderLevelsRejection(order, { quote, decimals, isGuaranteed });
  return rejection === undefined ? undefined : { field: kind, ...toLevelProblem(kind, rejection) };
}

function expiryProblem(
  { expiry, expiresText }: OrderTermsForm,
  nowMs: number,
): OrderTermsProblem | undefined {
  if (expiry !== 'gtd') return undefined;
  const field = 'expiry';
  const expiresAtMs = new Date(expiresText).getTime();
  if (Number.isNaN(expiresAtMs)) return { field, code: 'expiry-required' };
  const rejection = findExpiryRejection({ expiresAtMs }, nowMs);
  if (rejection === undefined) return undefined;
  return { field, code: 'order-expiry-invalid', days: Number(rejection.facts['days']) };
}

function trailProblemOf(
  form: OrderTermsForm,
  { direction, asset: { decimals }, language, isGuaranteed }: TermsContext,
): OrderTermsProblem | undefined {
  const problem = trailProblem({
    text: form.trailText,
    language,
    decimals,
    direction,
    startPoints: readTrigger(form, { language, decimals }),
    isExcluded: isGuaranteed || form.stopText.trim() !== '',
  });
  return problem === undefined ? undefined : { field: 'trail', ...problem };
}

type Opening = Measuring & { readonly openPoints: Points | undefined };

/** Reads one level alone, so that each error is shown at its own field. */
function readLevels(form: OrderTermsForm, at: Opening, kind: LevelKind) {
  return kind === 'stop'
    ? { ...stopOf(form, at), targetPoints: null, targetDistance: null }
    : { stopPoints: null, stopDistance: null, ...targetOf(form, at) };
}

function stopOf(form: OrderTermsForm, at: Opening) {
  const { price, distance } = termOf(form, 'stop', at);
  return { stopPoints: price, stopDistance: distance };
}

function targetOf(form: OrderTermsForm, at: Opening) {
  const { price, distance } = termOf(form, 'target', at);
  return { targetPoints: price, targetDistance: distance };
}

/** A level as the order states it. Percentages and money become distances from the fill price. */
function termOf(
  form: OrderTermsForm,
  kind: LevelKind,
  at: Opening,
): { readonly price: Points | null; readonly distance: Points | null } {
  const typed = typedOf(form, kind);
  const { language, decimals, openPoints } = at;
  const isRate = typed.unit === 'price' || typed.unit === 'distance';
  if (isRate) {
    const rate = readRate(typed.text, language, decimals) ?? null;
    return typed.unit === 'price'
      ? { price: rate, distance: null }
      : { price: null, distance: rate };
  }
  const isMissing =
    typed.unit === 'money' && (at.amountCents === undefined || at.leverage === undefined);
  if (openPoints === undefined || isMissing || !isReadable(typed, at)) {
    return { price: null, distance: null };
  }
  const level = readLevel(typed, kind, at);
  // A distance that leads below zero becomes the opening price, which is rejected as a level of
  // zero.
  const distance = level === undefined ? openPoints : Math.abs(level - openPoints);
  return { price: null, distance: points(distance) };
}
