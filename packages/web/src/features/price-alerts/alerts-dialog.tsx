import { useTranslation } from 'react-i18next';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { AlertLists } from './alert-lists.tsx';

type AlertsDialogProps = { readonly symbol: string; readonly onClose: () => void };

export function AlertsDialog({ symbol, onClose }: AlertsDialogProps) {
  const { t } = useTranslation('alerts');
  return (
    <ModalDialog onClose={onClose} title={t('title')} closeLabel={t('dismiss')}>
      <AlertLists symbol={symbol} />
    </ModalDialog>
  );
}
