// The customer's price alerts: as a dialog, and as a panel of the trading screen.
import { Suspense } from 'react';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';

const AlertLists = lazyPart(async () => (await import('./alert-lists.tsx')).AlertLists);
const AlertsDialog = lazyPart(async () => (await import('./alerts-dialog.tsx')).AlertsDialog);

type PriceAlertsProps = {
  /** The symbol of a new alert. */
  readonly symbol: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

export function PriceAlerts({ symbol, isOpen, onClose }: PriceAlertsProps) {
  return <Suspense>{isOpen && <AlertsDialog symbol={symbol} onClose={onClose} />}</Suspense>;
}

/** The alerts in a panel of the trading screen. */
export function AlertsPanel({ symbol }: { readonly symbol: string }) {
  return (
    <Suspense>
      <AlertLists symbol={symbol} isPanel />
    </Suspense>
  );
}
