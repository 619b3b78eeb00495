import { SECOND_MS } from '@halyard/core/time';
import { Button, Modal } from '@mantine/core';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import { useTranslation } from 'react-i18next';
import classes from './idle-warning.module.css';

/** A header outside `main` would be a second banner of the page. */
const NO_BANNER = { header: { component: 'div' } };

type IdleWarningProps = {
  readonly remainingMs: number;
  readonly onStay: () => void;
  readonly onLeave: () => void;
};

/** Says that the time is nearly up; any input keeps the customer signed in, the button says so. */
export function IdleWarning({ remainingMs, onStay, onLeave }: IdleWarningProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      centered
      size="sm"
      title={t('idleTitle')}
      withCloseButton={false}
      onClose={onStay}
      attributes={NO_BANNER}
    >
      <p>{t('idleText', { seconds: Math.ceil(remainingMs / SECOND_MS) })}</p>
      <div className={classes['choices']}>
        <Button variant="default" onClick={onLeave}>
          {t('logOut')}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {t('staySignedIn')}
        </Button>
      </div>
    </Modal>
  );
}
