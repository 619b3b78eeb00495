import { SECOND_MS } from '@halyard/core/time';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import classes from './idle-warning.module.css';

type IdleWarningProps = {
  readonly remainingMs: number;
  readonly onStay: () => void;
  readonly onLeave: () => void;
};

/** Warns before the sign-out; any input keeps the customer signed in, as does the button. */
export function IdleWarning({ remainingMs, onStay, onLeave }: IdleWarningProps) {
  const { t } = useTranslation();
  return (
    <ModalDialog size="sm" title={t('idleTitle')} onClose={onStay}>
      <p>{t('idleText', { seconds: Math.ceil(remainingMs / SECOND_MS) })}</p>
      <div className={classes['choices']}>
        <Button variant="default" onClick={onLeave}>
          {t('logOut')}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {t('staySignedIn')}
        </Button>
      </div>
    </ModalDialog>
  );
}
