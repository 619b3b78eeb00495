import { currentLanguage } from '#i18n/i18n.ts';
import { ticketLevel } from './ticket-levels.ts';
import { outcomeAtLevel } from './ticket-preview.ts';
import type { Ticket } from './use-ticket.ts';

const RATIO_DECIMALS = 2;

type Weighed = Pick<Ticket, 'asset' | 'form' | 'previewInput'>;

/**
 * Returns the loss at the stop relative to the profit at the target, as "1 : 2.3"; undefined
 * without both.
 */
export function riskReward(ticket: Weighed): string | undefined {
  const language = currentLanguage();
  const [risk, reward] = (['stop', 'target'] as const).map((kind) => {
    const level = ticketLevel(ticket, kind);
    return level === undefined ? 0 : (outcomeAtLevel(ticket.previewInput, level)?.profit ?? 0);
  });
  if (risk === undefined || reward === undefined || risk >= 0 || reward <= 0) return undefined;
  const ratio = (reward / -risk).toLocaleString(language, {
    maximumFractionDigits: RATIO_DECIMALS,
  });
  return `1 : ${ratio}`;
}
