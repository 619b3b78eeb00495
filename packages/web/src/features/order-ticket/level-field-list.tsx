// Stop loss, take profit and trailing stop of the order, and the amount for a maximum loss.
import { closingPrice, toRate } from '@halyard/core/instrument';
import { useTranslation } from 'react-i18next';
import { toQuote } from '#data/market/trading-core.ts';
import { LevelUnitField } from '#forms/levels/level-unit-field.tsx';
import { typedOf } from '#forms/order-terms.ts';
import { TrailField } from '#forms/levels/trail-field.tsx';
import { type LevelKind, useLevelOutcomeText } from '#forms/trading-levels.ts';
import { useFormat } from '#i18n/format.ts';
import { RiskSizeField } from './risk-size-field.tsx';
import { useTicketErrorText } from './ticket-error-text.ts';
import { levelBasis, ticketLevel } from './ticket-levels.ts';
import { outcomeAtLevel } from './ticket-preview.ts';
import type { Ticket } from './use-ticket.ts';

type FieldProps = { readonly ticket: Ticket };

export function LevelFieldList({ ticket }: FieldProps) {
  return (
    <>
      <TicketLevelField ticket={ticket} kind="stop" />
      <TicketLevelField ticket={ticket} kind="target" />
      <TicketTrailField ticket={ticket} />
      <RiskSizeField ticket={ticket} />
    </>
  );
}

function TicketLevelField({ ticket, kind }: FieldProps & { readonly kind: LevelKind }) {
  const errorText = useTicketErrorText(ticket.asset);
  const outcome = useOutcomeText(ticket, kind);
  const { form, change, errors } = ticket;
  const error = errors.find(({ field }) => field === kind);
  return (
    <LevelUnitField
      kind={kind}
      typed={typedOf(form, kind)}
      basis={levelBasis(ticket)}
      startPoints={closingPoints(ticket)}
      error={error === undefined ? null : errorText(error)}
      outcome={outcome}
      onChange={({ text, unit }) => {
        const isStop = kind === 'stop';
        const terms = isStop
          ? { stopText: text, stopUnit: unit }
          : { targetText: text, targetUnit: unit };
        change({ kind: 'terms', terms });
      }}
    />
  );
}

/** Starts at the closing price of a market order, and at the trigger price of an entry order. */
function TicketTrailField({ ticket }: FieldProps) {
  const errorText = useTicketErrorText(ticket.asset);
  const { asset, form, change, errors } = ticket;
  const error = errors.find(({ field }) => field === 'trail');
  const isEntry = form.kind !== 'market';
  return (
    <TrailField
      text={form.trailText}
      decimals={asset.decimals}
      direction={form.direction}
      startPoints={isEntry ? levelBasis(ticket).openPoints : closingPoints(ticket)}
      error={error === undefined ? null : errorText(error)}
      onText={(trailText) => change({ kind: 'terms', terms: { trailText } })}
    />
  );
}

/** The price at which a position would close now. */
function closingPoints({ asset, form, quote }: Ticket) {
  const known = toQuote(asset.symbol, quote, asset.decimals);
  return known && closingPrice(form.direction, known);
}

function useOutcomeText(ticket: Ticket, kind: LevelKind): string | null {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const outcomeText = useLevelOutcomeText();
  const { asset, form, previewInput } = ticket;
  const level = ticketLevel(ticket, kind);
  const outcome = level === undefined ? undefined : outcomeAtLevel(previewInput, level);
  if (level === undefined || outcome === undefined) return null;
  const { decimals } = asset;
  const text = outcomeText(outcome, decimals);
  if (typedOf(form, kind).unit === 'price') return text;
  return t('levelAt', { rate: format.rate(toRate(level, decimals), decimals), outcome: text });
}
