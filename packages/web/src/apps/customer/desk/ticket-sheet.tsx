import type { Direction } from '@halyard/core/instrument';
import { Button, Drawer } from '@mantine/core';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import { useTranslation } from 'react-i18next';
import { IS_PRACTICE } from '#data/auth/account-kind.ts';
import { useAssetIndex, useQuote } from '#data/market/trading.tsx';
import { OrderTicket, type TicketDraft } from '#features/order-ticket/order-ticket.tsx';
import { useFormat } from '#i18n/format.ts';
import { NO_BANNER } from '#ui/dialogs/dialog.ts';
import { joinClasses } from '#ui/join-classes.ts';
import classes from './ticket-sheet.module.css';

const SIDES = ['sell', 'buy'] as const;

type TicketSheetProps = {
  readonly symbol: string;
  readonly draft: TicketDraft;
  readonly hasFocus: boolean;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
};

type TradeBarProps = {
  readonly symbol: string;
  readonly onSide: (side: Direction) => void;
};

/** The two prices of a phone's chart, which open the ticket. */
export function TradeBar({ symbol, onSide }: TradeBarProps) {
  return (
    <div className={classes['bar']}>
      {SIDES.map((side) => (
        <SideButton key={side} symbol={symbol} side={side} onPress={() => onSide(side)} />
      ))}
    </div>
  );
}

/** The phone's ticket in a sheet. */
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
          {/* The sheet covers the page's own mark. */}
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

type SideButtonProps = {
  readonly symbol: string;
  readonly side: Direction;
  readonly onPress: () => void;
};

function SideButton({ symbol, side, onPress }: SideButtonProps) {
  const { t } = useTranslation('trading');
  const decimals = useAssetIndex()?.get(symbol)?.decimals ?? 0;
  const rate = useFormat().rate(useQuote(symbol)?.[side], decimals);
  return (
    <Button className={joinClasses(classes['side'], classes[side])} onClick={onPress}>
      {t(side)} {rate}
    </Button>
  );
}
