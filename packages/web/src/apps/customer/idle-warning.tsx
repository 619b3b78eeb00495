import { Button, Modal } from '@mantine/core';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import { useTranslation } from 'react-i18next';

const SECOND_MS = 1_000;

type IdleWarningProps = { readonly remainingMs: number; readonly onStay: () => void };

/** Says that the time is nearly up; any input keeps the customer signed in, the button says so. */
export function IdleWarning({ remainingMs, onStay }: IdleWarningProps) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onStay} title={t('idleTitle')} size="sm" centered>
      <p>{t('idleText', { seconds: Math.ceil(remainingMs / SECOND_MS) })}</p>
      <Button mt="lg" fullWidth onClick={onStay} data-autofocus>
        {t('staySignedIn')}
      </Button>
    </Modal>
  );
}
