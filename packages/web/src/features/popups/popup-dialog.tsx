import type { Popup } from '@halyard/contract/popups';
import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { SafeHtml } from '#ui/safe-html.tsx';

type PopupDialogProps = {
  readonly popup: Popup;
  readonly onOpen: () => void;
  readonly onDismiss: () => void;
};

export function PopupDialog({ popup, onOpen, onDismiss }: PopupDialogProps) {
  const { t } = useTranslation('trading');
  const [open] = useState(() => onOpen);
  // The dialog is registered before the effects of other dialogs run, because pop-ups wait for
  // those.
  useLayoutEffect(open, [open]);
  return (
    <ModalDialog title={popup.title} onClose={onDismiss} closeLabel={t('dismiss')}>
      <SafeHtml html={popup.content} />
      <Button fullWidth mt="md" onClick={onDismiss} data-autofocus>
        {t('dismiss')}
      </Button>
    </ModalDialog>
  );
}
