import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './security.module.css';

type RecoveryCodesProps = { readonly codes: readonly string[]; readonly onKept: () => void };

/** The recovery codes, shown once, for the case that the app is lost. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useTranslation('security');
  return (
    <div className={classes['body']}>
      <Notice tone="warn">{t('keepCodes')}</Notice>
      <ul className={classes['codes']} aria-label={t('codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes['actions']}>
        <Button onClick={onKept}>{t('codesKept')}</Button>
      </div>
    </div>
  );
}
