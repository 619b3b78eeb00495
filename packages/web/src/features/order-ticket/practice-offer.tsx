import { createFigureWriter } from '@halyard/contract/format/figures';
import { PRACTICE_OPENING_CENTS } from '@halyard/core/ledger';
import { toEuros } from '@halyard/core/money';
import { useTranslation } from 'react-i18next';
import { textLanguage } from '#i18n/i18n.ts';
import { practicePath } from '#paths.ts';
import { Button } from '#ui/controls.ts';
import classes from './order-ticket.module.css';

/** Links to the practice account, for a customer who can't trade real money yet. */
export function PracticeOffer({ symbol }: { readonly symbol: string }) {
  const { t } = useTranslation('practice');
  const figures = createFigureWriter(textLanguage('practice'));
  const amount = figures.decimal(toEuros(PRACTICE_OPENING_CENTS), 0);
  return (
    <Button
      component="a"
      href={practicePath(symbol)}
      variant="default"
      fullWidth
      classNames={{ root: classes['offer'] ?? '', label: classes['offerText'] ?? '' }}
    >
      {t('offer', { amount })}
    </Button>
  );
}
