import { useTranslation } from 'react-i18next';
import type { Direction } from '@halyard/core/instrument';
import type { EntryOrderKind } from '@halyard/core/order';
import { useFormat } from '#i18n/format.ts';
import { useRejectionText } from '#i18n/rejection-text.ts';
import type { OrderTermsProblem } from './order-terms.ts';
import { useLevelProblemText } from './trading-levels.ts';

/** Returns the text of an error in an order's terms, in the page's language. */
export function useOrderTermsProblemText(): (
  problem: OrderTermsProblem,
  decimals: number,
) => string {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const rejectionText = useRejectionText();
  const levelProblemText = useLevelProblemText();
  return (problem, decimals) => {
    switch (problem.code) {
      case 'price-required':
        return t('priceRequired');
      case 'expiry-required':
        return t('expiryRequired');
      case 'order-price-invalid': {
        const { code, side, limit } = problem;
        const facts = { side, limit: format.rate(limit, decimals) };
        return rejectionText({ code, message: '', facts });
      }
      case 'order-expiry-invalid': {
        const { code, days } = problem;
        return rejectionText({ code, message: '', facts: { days } });
      }
      case 'level-unreadable':
        return levelProblemText({ code: 'level-unreadable' }, decimals);
      case 'stop-invalid':
      case 'target-invalid':
      case 'trail-invalid':
      case 'trail-unavailable':
        return levelProblemText(problem, decimals);
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
