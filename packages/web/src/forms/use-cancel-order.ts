import { useTranslation } from 'react-i18next';
import { acknowledgedOrder } from '#data/live/acknowledged-order.ts';
import { type CommandStage, useCommand } from '#data/live/live-use-command.ts';
import { useAssetIndex } from '#data/market/trading.tsx';
import { useFormat } from '#i18n/format.ts';
import { showErrorToast, showToast } from '#ui/feedback/toast.ts';
import { useFailureText } from './failure-text.ts';
import { useOrderName } from './order-terms-text.ts';

export type CancelOrder = { readonly stage: CommandStage; cancel(id: number): void };

/** Cancels a pending order, and says what came of it in a toast. */
export function useCancelOrder(): CancelOrder {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const orderName = useOrderName();
  const failureText = useFailureText();
  const assets = useAssetIndex();
  const { stage, send, retry } = useCommand({
    onDone(data) {
      const order = acknowledgedOrder(data);
      if (order === undefined) return;
      const { symbol, price } = order;
      const rate = format.rate(price, assets?.get(symbol)?.decimals ?? 0);
      const detail = t('orderAt', { order: orderName(order), symbol, rate });
      showToast(t('orderCancelled'), detail);
    },
    onFailed: (failure) => showErrorToast(failureText(failure, 0)),
  });
  return {
    stage,
    cancel(id) {
      if (stage.kind === 'unknown') retry();
      else send('cancelOrder', { id });
    },
  };
}
