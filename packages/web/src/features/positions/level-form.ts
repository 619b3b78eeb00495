// Stop and target of an open position while they are edited.
import type { LiveQuote } from '@halyard/contract/market';
import type { Asset, Position } from '@halyard/contract/trading';
import { closingPrice, type Points, toRate } from '@halyard/core/instrument';
import { toEuros } from '@halyard/core/money';
import { profit } from '@halyard/core/position';
import { toPosition, toQuote } from '#data/market/trading-core.ts';
import { levelEnd, type LevelOutcome } from '#forms/levels/level-end.ts';
import {
  isReadable,
  type LevelBasis,
  type LevelUnit,
  priceText,
  readLevel,
  type TypedValue,
} from '#forms/levels/level-units.ts';
import { trailProblem, type TrailProblem } from '#forms/levels/trail-problem.ts';
import { type LevelProblem, levelProblem, type LevelKind } from '#forms/trading-levels.ts';
import { readRate } from '#i18n/figure-text.ts';
import { writePlain } from '#forms/plain-number.ts';

export type LevelTexts = Readonly<Record<LevelKind, string>>;

export type LevelForm = {
  readonly position: Position;
  readonly asset: Asset;
  readonly texts: LevelTexts;
  /** The units of the texts; prices if absent. */
  readonly units?: Readonly<Record<LevelKind, LevelUnit>>;
  /** The trailing distance as typed; that of the position if absent. */
  readonly trailText?: string;
  readonly language: string;
  /** The last quote, live or not: levels can be moved while the market is closed. */
  readonly quote: LiveQuote | undefined;
};

/** Returns the current levels, written as they are typed. */
export function levelTexts(position: Position, asset: Asset, language: string): LevelTexts {
  const write = (rate: number | null) =>
    rate === null ? '' : writePlain(rate, language, asset.decimals);
  return { stop: write(position.stop_lost), target: write(position.take_profit) };
}

/** Returns the current trailing distance, written as it is typed. */
export function trailTextOf(position: Position, asset: Asset, language: string): string {
  const distance = position.trailing_distance ?? null;
  return distance === null ? '' : writePlain(distance, language, asset.decimals);
}

export function typedLevel({ texts, units }: LevelForm, kind: LevelKind): TypedValue {
  return { text: texts[kind], unit: units?.[kind] ?? 'price' };
}

/** Returns what levels are measured from: the position's opening rate. */
export function basisOf({ position, asset, language }: LevelForm): LevelBasis {
  const { direction, openPoints, amountCents, leverage } = toPosition(position, asset.decimals);
  const { decimals } = asset;
  return { language, decimals, direction, openPoints, amountCents, leverage };
}

export function formProblem(form: LevelForm, kind: LevelKind): LevelProblem | undefined {
  const { position, asset, language, quote } = form;
  const { direction } = position;
  const typed = typedLevel(form, kind);
  if (typed.text.trim() === '') return undefined;
  const basis = basisOf(form);
  if (!isReadable(typed, basis)) return { code: 'level-unreadable' };
  const text = priceText(typed, kind, basis);
  const isMoved = text !== levelTexts(position, asset, language)[kind];
  const isGuaranteed = position.protected === 1 && isMoved;
  return levelProblem({ kind, text, language, direction, asset, quote, isGuaranteed });
}

/** Returns why a changed trailing distance can't be saved. */
export function trailProblemOf(form: LevelForm): TrailProblem | undefined {
  const { position, asset, language, quote: live, trailText } = form;
  if (trailText === undefined || !isTrailChanged(form)) return undefined;
  const { direction } = position;
  const { decimals } = asset;
  const quote = toQuote(asset.symbol, live, decimals);
  const startPoints = quote && closingPrice(direction, quote);
  const isExcluded = position.protected === 1;
  return trailProblem({ text: trailText, language, decimals, direction, startPoints, isExcluded });
}

function isTrailChanged({ position, asset, language, trailText }: LevelForm): boolean {
  return trailText !== undefined && trailText.trim() !== trailTextOf(position, asset, language);
}

/** Returns the position's outcome at the typed level; undefined without one. */
export function outcomeAtText(form: LevelForm, kind: LevelKind): LevelOutcome | undefined {
  const { position, asset } = form;
  const level = readLevel(typedLevel(form, kind), kind, basisOf(form));
  if (level === undefined) return undefined;
  const held = toPosition(position, asset.decimals);
  const end = levelEnd(held.direction, level, held.stopOutPoints);
  return {
    profit: toEuros(profit(held, end.points)),
    stopOutRate: end.isStopOut ? toRate(end.points, asset.decimals) : undefined,
  };
}

/** Returns the message to send; undefined while a level is invalid. An empty level is removed. */
export function updateMessage(form: LevelForm): Readonly<Record<string, unknown>> | undefined {
  const { position, asset, language, trailText = '' } = form;
  const hasProblem =
    formProblem(form, 'stop') !== undefined || formProblem(form, 'target') !== undefined;
  if (hasProblem || trailProblemOf(form) !== undefined) return undefined;
  const { decimals } = asset;
  const rateOf = (level: Points | undefined) =>
    level === undefined ? null : toRate(level, decimals);
  const levelOf = (kind: LevelKind) =>
    rateOf(readLevel(typedLevel(form, kind), kind, basisOf(form)));
  // Sent only if it was changed, so that saving a stop leaves the trailing stop as it is.
  const trail = isTrailChanged(form)
    ? { trailing_distance: rateOf(readRate(trailText, language, decimals)) }
    : {};
  return { id: position.id, stop_lost: levelOf('stop'), take_profit: levelOf('target'), ...trail };
}
