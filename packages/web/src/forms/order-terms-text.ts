import { useTranslation } from 'react-i18next';
import type { Direction } from '@halyard/core/instrument';
import type { EntryOrderKind } from '@halyard/core/order';
import { useFormat } from '#i18n/format.ts';
import { useRejectionText } from '#i18n/rejection-text.ts';
import type { OrderTermsFault } from './order-terms.ts';
import { useLevelFaultText } from './trading-levels.ts';

/** Returns the text of an error in an order's terms, in the page's language. */
export function useOrderTermsFaultText(): (fault: OrderTermsFault, decimals: number) => string {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const rejectionText = useRejectionText();
  const levelFaultText = useLevelFaultText();
  return (fault, decimals) => {
    switch (fault.code) {
      case 'price-required':
        return t('priceRequired');
      case 'expiry-required':
        return t('expiryRequired');
      case 'order-price-invalid': {
        const { code, side, limit } = fault;
        const facts = { side, limit: format.rate(limit, decimals) };
        return rejectionText({ code, message: '', facts });
      }
      case 'order-expiry-invalid': {
        const { code, days } = fault;
        return rejectionText({ code, message: '', facts: { days } });
      }
      case 'level-unreadable':
        return levelFaultText({ code: 'level-unreadable' }, decimals);
      case 'stop-invalid':
      case 'target-invalid':
      case 'trail-invalid':
      case 'trail-unavailable':
        return levelFaultText(fault, decimals);
    }
  };
}

const NAMES = {
  buy: { limit: 'buyLimit', stop: 'buyStop' },
  sell: { limit: 'sellLimit', stop: 'sellStop' },
} as const;

type Named = { readonly direction: Direction; readonly kind: EntryOrderKind };

/** Returns the name of an order, such as "Buy limit". */
export function useOrderName(): (order: Named) => string {
  const { t } = useTranslation('orders');
  return ({ direction, kind }) => t(NAMES[direction][kind]);
}
