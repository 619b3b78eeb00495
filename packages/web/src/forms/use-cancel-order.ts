import { useTranslation } from 'react-i18next';
import { type CommandStage, useCommand } from '#data/live/live-use-command.ts';
import { showErrorToast, showToast } from '#ui/feedback/toast.ts';
import { useAcknowledgedOrderText } from './acknowledged-order-text.ts';
import { useFailureText } from './failure-text.ts';

export type CancelOrder = { readonly stage: CommandStage; cancel(id: number): void };

/** Cancels a pending order, and shows the result in a toast. */
export function useCancelOrder(): CancelOrder {
  const { t } = useTranslation('orders');
  const failureText = useFailureText();
  const orderText = useAcknowledgedOrderText();
  const { stage, send, retry } = useCommand({
    onDone(data) {
      void orderText(data).then((text) => showToast(t('orderCancelled'), text));
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
