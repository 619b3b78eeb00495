import { currentLanguage } from '#i18n/i18n.ts';
import { readRate } from '#i18n/figure-text.ts';
import { levelPrice } from '#forms/order-terms.ts';
import { outcomeAtLevel, previewFill } from './ticket-preview.ts';
import type { Ticket } from './use-ticket.ts';

const RATIO_DECIMALS = 2;

type Weighed = Pick<Ticket, 'asset' | 'form' | 'previewInput'>;

/**
 * Returns the loss at the stop relative to the profit at the target, as "1 : 2.3"; undefined
 * without both.
 */
export function riskReward({ asset, form, previewInput }: Weighed): string | undefined {
  const language = currentLanguage();
  const { decimals } = asset;
  const fill = previewFill(previewInput);
  const texts = [form.stopText, form.targetText];
  if (texts.some((text) => readRate(text, language, decimals) === undefined)) return undefined;
  if (fill === undefined) return undefined;
  const { direction } = form;
  const at = { language, decimals, direction, fillPoints: fill.openPoints };
  const [risk, reward] = (['stop', 'target'] as const).map((kind) => {
    const level = levelPrice(form, kind, at);
    return level === undefined ? 0 : (outcomeAtLevel(previewInput, level)?.profit ?? 0);
  });
  if (risk === undefined || reward === undefined || risk >= 0 || reward <= 0) return undefined;
  const ratio = (reward / -risk).toLocaleString(language, {
    maximumFractionDigits: RATIO_DECIMALS,
  });
  return `1 : ${ratio}`;
}
