import { useTranslation } from 'react-i18next';
import { DEFAULT_SYMBOL, practicePath } from '#paths.ts';
import { Button } from '#ui/controls.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './account.module.css';

/** Links to the practice account, for a new customer who has not completed the profile. */
export function PractiseFirst() {
  const { t } = useTranslation('practice');
  return (
    <Notice tone="neutral">
      <span className={classes['practise']}>
        {t('first')}
        <Button component="a" href={practicePath(DEFAULT_SYMBOL)}>
          {t('practise')}
        </Button>
      </span>
    </Notice>
  );
}
