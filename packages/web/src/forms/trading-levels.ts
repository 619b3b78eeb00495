// Typed stop and target: their errors, by the engine's own rule.
import type { LiveQuote } from '@halyard/contract/market';
import type { Asset } from '@halyard/contract/trading';
import { findLevelRejection } from '@halyard/core/engine';
import type { Direction } from '@halyard/core/instrument';
import { useTranslation } from 'react-i18next';
import { toQuote } from '#data/market/trading-core.ts';
import type { LevelOutcome } from './levels/level-end.ts';
import { readRate } from '#i18n/figure-text.ts';
import { useFormat } from '#i18n/format.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { useRejectionText } from '#i18n/rejection-text.ts';
import type { TrailProblem } from './levels/trail-problem.ts';

export type LevelKind = 'stop' | 'target';

export type LevelProblem =
  | { readonly code: 'level-unreadable' }
  | {
      readonly code: 'stop-invalid' | 'target-invalid';
      readonly side: 'higher' | 'lower';
      /** The price that the level may not lie beyond; on it is valid. */
      readonly limit: number;
    };

export type TypedLevel = {
  readonly kind: LevelKind;
  readonly text: string;
  readonly language: string;
  readonly direction: Direction;
  readonly asset: Pick<Asset, 'symbol' | 'decimals'>;
  readonly quote: LiveQuote | undefined;
  /** Whether the level is new or changed and the broker guarantees it. */
  readonly isGuaranteed: boolean;
};

/** Formats a rate as it is typed: the asset's decimals, no groups. */
export function writeRate(
  rate: number,
  decimals: number,
  language: string = currentLanguage(),
): string {
  return rate.toLocaleString(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  });
}

/** Returns why a typed level can't be sent; an empty one is valid. */
export function levelProblem(typed: TypedLevel): LevelProblem | undefined {
  const { kind, text, asset, direction } = typed;
  if (text.trim() === '') return undefined;
  const level = readRate(text, typed.language, asset.decimals);
  if (level === undefined) return { code: 'level-unreadable' };
  const quote = toQuote(asset.symbol, typed.quote, asset.decimals);
  // Without a displayed price, only the server checks the level.
  if (quote === undefined) return undefined;
  const levels = {
    direction,
    stopPoints: kind === 'stop' ? level : null,
    targetPoints: kind === 'target' ? level : null,
    isGuaranteed: typed.isGuaranteed,
  };
  const rejection = findLevelRejection(levels, quote, asset.decimals);
  return rejection === undefined ? undefined : toLevelProblem(kind, rejection);
}

/** Converts the engine's rejection of a level to an error of its field. */
export function toLevelProblem(
  kind: LevelKind,
  rejection: { readonly facts: Readonly<Record<string, unknown>> },
): LevelProblem {
  return {
    code: kind === 'stop' ? 'stop-invalid' : 'target-invalid',
    side: rejection.facts['side'] === 'higher' ? 'higher' : 'lower',
    limit: Number(rejection.facts['limit']),
  };
}

/** Returns the text of a level's error in the page's language. */
export function useLevelProblemText(): (
  problem: LevelProblem | TrailProblem,
  decimals: number,
) => string {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const rejectionText = useRejectionText();
  return (problem, decimals) => {
    if (problem.code === 'level-unreadable') return t('levelUnreadable', { decimals });
    if (problem.code === 'trail-unavailable') {
      return rejectionText({ code: problem.code, message: '', facts: {} });
    }
    if (problem.code === 'trail-invalid') {
      const [minimum, maximum] = [problem.minimum, problem.maximum];
      return rejectionText({
        code: problem.code,
        message: '',
        facts: { minimum: writeRate(minimum, decimals), maximum: writeRate(maximum, decimals) },
      });
    }
    const { code, side, limit } = problem;
    return rejectionText({
      code,
      message: '',
      facts: { side, limit: format.rate(limit, decimals) },
    });
  };
}

/** Returns the outcome of a level as text. */
export function useLevelOutcomeText(): (outcome: LevelOutcome, decimals: number) => string {
  const { t } = useTranslation('trading');
  const format = useFormat();
  return ({ profit, stopOutRate }, decimals) =>
    stopOutRate === undefined
      ? t('levelProfit', { profit: format.signedEuros(profit) })
      : t('levelTermination', {
          profit: format.signedEuros(profit),
          rate: format.rate(stopOutRate, decimals),
        });
}
