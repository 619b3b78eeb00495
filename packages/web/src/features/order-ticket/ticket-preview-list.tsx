import { useTranslation } from 'react-i18next';
import { useFormat } from '#i18n/format.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import classes from './order-ticket.module.css';
import type { Ticket } from './use-ticket.ts';

/** What the order would do, above the button that commits to it. */
export function TicketPreviewList({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const { preview, asset, form } = ticket;
  const isBuy = form.direction === 'buy';
  const percent = preview.terminationPercent?.toLocaleString(currentLanguage());
  const { nightCost } = preview;
  const isEarning = nightCost !== undefined && nightCost < 0;
  const nightText = isEarning
    ? t('nightEarns', { amount: format.euros(-nightCost) })
    : format.euros(nightCost);
  const rows = [
    [t('positionSize'), format.euros(preview.size)],
    [t(isBuy ? 'orderPriceBuy' : 'orderPriceSell'), format.rate(preview.orderRate, asset.decimals)],
    [t('cost'), format.euros(preview.cost)],
    [t('nightCost'), nightText],
    [t('protected'), t(asset.protection === null ? 'no' : 'yes')],
    ...(asset.protection === null
      ? []
      : ([[t('protectionFee'), format.euros(preview.fee)]] as const)),
    [
      // Unknown while the customer may not trade the symbol.
      percent === undefined
        ? t('terminationRate')
        : t(isBuy ? 'closesAtBuy' : 'closesAtSell', { percent }),
      format.rate(preview.terminationRate, asset.decimals),
    ],
    [t('lossThere'), format.euros(preview.terminationProfit)],
    [t('freeMarginAfter'), format.euros(preview.freeMarginAfter)],
  ] as const;
  return (
    <dl className={classes['preview']}>
      {rows.map(([term, figure]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
