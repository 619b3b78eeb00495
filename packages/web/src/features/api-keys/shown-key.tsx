import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './api-keys.module.css';

type ShownKeyProps = { readonly secret: string; readonly onSaved: () => void };

/** A new key, which is shown only once. */
export function ShownKey({ secret, onSaved }: ShownKeyProps) {
  const { t } = useTranslation('api-keys');
  return (
    <div className={classes['form']}>
      <Notice tone="warn">{t('shownOnce')}</Notice>
      <code className={classes['key']}>{secret}</code>
      <div className={classes['actions']}>
        <Button onClick={onSaved}>{t('saved')}</Button>
      </div>
    </div>
  );
}
