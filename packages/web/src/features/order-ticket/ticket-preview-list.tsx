import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toEuros } from '@halyard/core/money';
import { useFormat } from '#i18n/format.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { ChevronIcon } from '#ui/page-icons.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import levelClasses from './level-fields.module.css';
import classes from './order-ticket.module.css';
import { riskReward } from './risk-reward.ts';
import type { Ticket } from './use-ticket.ts';

type Row = {
  readonly term: string;
  readonly figure: string;
  /** Whether the details are shown only on request. */
  readonly isFolded?: boolean;
};

/** Shows what the order would do, above the button that places it. */
export function TicketPreviewList({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('orders');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <dl id={id} className={classes['preview']}>
        {useRows(ticket).map(({ term, figure, isFolded = false }) => (
          <div key={term} hidden={isFolded && !isOpen}>
            <dt>{term}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        className={levelClasses['toggle']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t('moreDetails')}
        <ChevronIcon />
      </button>
      <MarginAtFill ticket={ticket} />
    </div>
  );
}

function useRows(ticket: Ticket): readonly Row[] {
  const { t } = useTranslation('trading');
  const { t: orderText } = useTranslation('orders');
  const format = useFormat();
  const { preview, asset, form } = ticket;
  const isBuy = form.direction === 'buy';
  const hasGuaranteedStop = asset.protection !== null;
  const percent = preview.stopOutPercent?.toLocaleString(currentLanguage());
  const { nightCost } = preview;
  const isEarning = nightCost !== undefined && nightCost < 0;
  const nightText = isEarning
    ? t('nightEarns', { amount: format.euros(-nightCost) })
    : format.euros(nightCost);
  const fillTerm = {
    market: t(isBuy ? 'orderPriceBuy' : 'orderPriceSell'),
    limit: orderText('fillsAtLimit'),
    stop: orderText('fillsAtStop'),
  }[form.kind];
  const ratio = riskReward(ticket);
  // The stop-out price is unknown while the customer may not trade the symbol.
  const stopOutTerm =
    percent === undefined
      ? t('terminationRate')
      : t(isBuy ? 'closesAtBuy' : 'closesAtSell', { percent });
  return [
    { term: t('positionSize'), figure: format.euros(preview.size) },
    { term: fillTerm, figure: format.rate(preview.orderRate, asset.decimals) },
    { term: t('cost'), figure: format.euros(preview.cost) },
    { term: t('nightCost'), figure: nightText, isFolded: true },
    {
      term: t('protected'),
      figure: t(hasGuaranteedStop ? 'yes' : 'no'),
      isFolded: !hasGuaranteedStop,
    },
    ...(hasGuaranteedStop ? [{ term: t('protectionFee'), figure: format.euros(preview.fee) }] : []),
    { term: stopOutTerm, figure: format.rate(preview.stopOutRate, asset.decimals) },
    { term: t('lossThere'), figure: format.euros(preview.stopOutProfit), isFolded: true },
    ...(ratio === undefined ? [] : [{ term: orderText('riskReward'), figure: ratio }]),
    { term: t('freeMarginAfter'), figure: format.euros(preview.freeMarginAfter) },
  ];
}

/**
 * Explains that no margin is reserved for an entry order, so that it can be rejected when it
 * triggers.
 */
function MarginAtFill({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const { form, figures, preview, previewInput } = ticket;
  const { amountCents } = previewInput;
  if (form.kind === 'market') return null;
  const isShort = preview.freeMarginAfter !== undefined && preview.freeMarginAfter < 0;
  if (!isShort || amountCents === undefined) {
    return <p className={classes['hint']}>{t('noMarginYet')}</p>;
  }
  const needed = format.euros(toEuros(amountCents) + (preview.fee ?? 0));
  return (
    <Notice tone="warn">
      {t('marginShort', { free: format.euros(figures?.free_margin), needed })}
    </Notice>
  );
}
