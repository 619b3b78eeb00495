// The levels of the order in the ticket, as prices.
import type { Points } from '@halyard/core/instrument';
import type { LevelBasis } from '#forms/levels/level-units.ts';
import { levelPrice, readTrigger, typedOf } from '#forms/order-terms.ts';
import type { LevelKind } from '#forms/trading-levels.ts';
import { readRate } from '#i18n/figure-text.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { previewFill } from './ticket-preview.ts';
import type { Ticket } from './use-ticket.ts';

type Levelled = Pick<Ticket, 'asset' | 'form' | 'previewInput'>;

/**
 * Returns what levels are measured from: the trigger price of an entry order, or the expected fill
 * of a market order.
 */
export function levelBasis({ asset, form, previewInput }: Levelled): LevelBasis {
  const reading = { language: currentLanguage(), decimals: asset.decimals };
  const { direction } = form;
  const { amountCents, leverage } = previewInput;
  const openPoints =
    form.kind === 'market' ? previewFill(previewInput)?.openPoints : readTrigger(form, reading);
  return { ...reading, direction, openPoints, amountCents, leverage };
}

/** Returns a level as it would be after the expected fill; undefined without a valid one. */
export function ticketLevel(ticket: Levelled, kind: LevelKind): Points | undefined {
  const { form, previewInput } = ticket;
  const basis = levelBasis(ticket);
  const { text, unit } = typedOf(form, kind);
  if (text.trim() === '') return undefined;
  if (unit === 'price') return readRate(text, basis.language, basis.decimals);
  const fill = previewFill(previewInput);
  return fill && levelPrice(form, kind, { ...basis, fillPoints: fill.openPoints });
}
