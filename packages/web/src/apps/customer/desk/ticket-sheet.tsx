// The phone's ticket. A module of its own, because the drawer loads much of its library.
import { useTranslation } from 'react-i18next';
import { IS_PRACTICE } from '#data/auth/account-kind.ts';
import { OrderTicket, type TicketDraft } from '#features/order-ticket/order-ticket.tsx';
import { Drawer } from '#ui/dialogs/drawer.ts';
import { NO_BANNER } from '#ui/dialogs/dialog.ts';
import classes from './ticket-sheet.module.css';

type TicketSheetProps = {
  readonly symbol: string;
  readonly draft: TicketDraft;
  readonly hasFocus: boolean;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
};

/** The ticket in a sheet at the bottom of the screen. */
export function TicketSheet({ symbol, draft, hasFocus, isOpen, onToggle }: TicketSheetProps) {
  const { t } = useTranslation(['trading', 'shell']);
  return (
    <Drawer
      opened={isOpen}
      onClose={() => onToggle(false)}
      position="bottom"
      size="auto"
      title={
        <>
          {/* The sheet covers the page's own label of the practice account. */}
          {IS_PRACTICE && <span className={classes['practice']}>{t('shell:accountPractice')}</span>}
          {t('newTrade')}
        </>
      }
      classNames={{
        content: classes['sheet'] ?? '',
        header: classes['sheetHead'] ?? '',
        body: classes['body'] ?? '',
      }}
      closeButtonProps={{ 'aria-label': t('dismiss') }}
      attributes={NO_BANNER}
    >
      <OrderTicket symbol={symbol} draft={draft} hasFocus={hasFocus} />
    </Drawer>
  );
}
