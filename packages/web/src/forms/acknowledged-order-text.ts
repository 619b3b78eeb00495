import { useTranslation } from 'react-i18next';
import { useAssetIndex } from '#data/market/trading.tsx';
import { useFormat } from '#i18n/format.ts';
import { useOrderName } from './order-terms-text.ts';

/** Returns the text of an acknowledged order: its name, symbol and price. */
export function useAcknowledgedOrderText(): (data: unknown) => Promise<string | undefined> {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const orderName = useOrderName();
  const assets = useAssetIndex();
  return async (data) => {
    // The schema is loaded separately, because it is as large as the rest of the ticket.
    const { acknowledgedOrder } = await import('#data/live/acknowledged-order.ts');
    const order = acknowledgedOrder(data);
    if (order === undefined) return undefined;
    const { symbol, price } = order;
    const rate = format.rate(price, assets?.get(symbol)?.decimals ?? 0);
    return t('orderAt', { order: orderName(order), symbol, rate });
  };
}
