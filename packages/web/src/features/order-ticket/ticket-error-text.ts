import type { Asset } from '@halyard/contract/trading';
import { useTranslation } from 'react-i18next';
import { useOrderTermsProblemText } from '#forms/order-terms-text.ts';
import { useFormat } from '#i18n/format.ts';
import { useRejectionText } from '#i18n/rejection-text.ts';
import type { TicketError } from './ticket-errors.ts';

/** Returns the text of a ticket error in the page's language. */
export function useTicketErrorText(asset: Asset): (error: TicketError) => string {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const rejectionText = useRejectionText();
  const termsProblemText = useOrderTermsProblemText();
  const rejection = (code: string, facts: Record<string, string>) =>
    rejectionText({ code, message: '', facts });
  return (error) => {
    switch (error.code) {
      case 'amount-required':
        return t('amountRequired');
      case 'amount-unreadable':
        return t('amountUnreadable', { example: format.euros(250) });
      case 'amount-too-small':
        return rejection(error.code, { minimum: format.euros(error.minimum) });
      case 'amount-too-large':
        return rejection(error.code, { maximum: format.euros(error.maximum) });
      case 'open-losses':
        return rejection(error.code, { available: format.euros(error.available) });
      case 'leverage-required':
        return t('leverageRequired');
      case 'price-required':
      case 'level-unreadable':
      case 'order-price-invalid':
      case 'stop-invalid':
      case 'target-invalid':
      case 'trail-invalid':
      case 'trail-unavailable':
      case 'expiry-required':
      case 'order-expiry-invalid':
        return termsProblemText(error, asset.decimals);
    }
  };
}
