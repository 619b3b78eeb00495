// Stop and target of an open position while they are edited.
import type { LiveQuote } from '@halyard/contract/market';
import type { Asset, Position } from '@halyard/contract/trading';
import { toRate } from '@halyard/core/instrument';
import { toEuros } from '@halyard/core/money';
import { profit } from '@halyard/core/position';
import { toPosition } from '#data/market/trading-core.ts';
import { levelEnd, type LevelOutcome } from '#forms/level-end.ts';
import { type LevelFault, levelFault, type LevelKind } from '#forms/trading-levels.ts';
import { readRate } from '#i18n/figure-text.ts';
import { writePlain } from '#forms/plain-number.ts';

export type LevelTexts = Readonly<Record<LevelKind, string>>;

export type LevelForm = {
  readonly position: Position;
  readonly asset: Asset;
  readonly texts: LevelTexts;
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

export function formFault(form: LevelForm, kind: LevelKind): LevelFault | undefined {
  const { position, asset, language, quote } = form;
  const { direction } = position;
  const text = form.texts[kind];
  const isMoved = text !== levelTexts(position, asset, language)[kind];
  const isGuaranteed = position.protected === 1 && isMoved;
  return levelFault({ kind, text, language, direction, asset, quote, isGuaranteed });
}

/** Returns the position's outcome at the typed level; undefined without one. */
export function outcomeAtText(form: LevelForm, kind: LevelKind): LevelOutcome | undefined {
  const { position, asset } = form;
  const level = readRate(form.texts[kind], form.language, asset.decimals);
  if (level === undefined) return undefined;
  const held = toPosition(position, asset.decimals);
  const end = levelEnd(held.direction, level, held.terminationPoints);
  return {
    profit: toEuros(profit(held, end.points)),
    terminationRate: end.isTermination ? toRate(end.points, asset.decimals) : undefined,
  };
}

/** Returns the message to send; undefined while a level is invalid. An empty level is removed. */
export function updateMessage(form: LevelForm): Readonly<Record<string, unknown>> | undefined {
  const { position, asset, texts, language } = form;
  if (formFault(form, 'stop') !== undefined || formFault(form, 'target') !== undefined) {
    return undefined;
  }
  const rateOf = (text: string) => {
    const level = readRate(text, language, asset.decimals);
    return level === undefined ? null : toRate(level, asset.decimals);
  };
  return { id: position.id, stop_lost: rateOf(texts.stop), take_profit: rateOf(texts.target) };
}
