import type { Popup } from '@halyard/contract/popups';
import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NO_BANNER } from '#ui/dialog.ts';
import '#ui/dialog-styles.ts';
import { SafeHtml } from '#ui/safe-html.tsx';

type PopupDialogProps = { readonly popup: Popup; readonly onDismiss: () => void };

export function PopupDialog({ popup, onDismiss }: PopupDialogProps) {
  const { t } = useTranslation('trading');
  return (
    <Modal
      opened
      centered
      title={popup.title}
      onClose={onDismiss}
      closeButtonProps={{ 'aria-label': t('dismiss') }}
      attributes={NO_BANNER}
    >
      <SafeHtml html={popup.content} />
      <Button fullWidth mt="md" onClick={onDismiss} data-autofocus>
        {t('dismiss')}
      </Button>
    </Modal>
  );
}
