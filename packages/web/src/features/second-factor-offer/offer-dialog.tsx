import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PATHS } from '#paths.ts';
import { Button } from '#ui/controls.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { PUT_OFF_DAYS } from './offer-due.ts';
import classes from './offer-dialog.module.css';

type OfferDialogProps = {
  readonly onOpen: () => void;
  readonly onSetUp: () => void;
  readonly onPutOff: () => void;
};

export function OfferDialog({ onOpen, onSetUp, onPutOff }: OfferDialogProps) {
  const { t } = useTranslation('second-factor-offer');
  const navigate = useNavigate();
  const [open] = useState(() => onOpen);
  // Registers the dialog before the effects of other dialogs run, because they wait while one is
  // open.
  useLayoutEffect(open, [open]);
  return (
    <ModalDialog size="sm" title={t('title')} onClose={onPutOff}>
      <div className={classes['body']}>
        <p>{t('reason')}</p>
        <p className="muted">{t('effort')}</p>
      </div>
      <div className={classes['choices']}>
        <Button variant="default" onClick={onPutOff}>
          {t('later', { days: PUT_OFF_DAYS })}
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            onSetUp();
            void navigate(PATHS.security);
          }}
        >
          {t('setUp')}
        </Button>
      </div>
    </ModalDialog>
  );
}
