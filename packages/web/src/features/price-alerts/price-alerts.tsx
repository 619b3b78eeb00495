// Prices that the customer waits for: set, seen and taken away in a dialog, told once when reached.
import { Suspense } from 'react';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';

const AlertsDialog = lazyPart(async () => (await import('./alerts-dialog.tsx')).AlertsDialog);

type PriceAlertsProps = {
  /** What a new one is set on. */
  readonly symbol: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

export function PriceAlerts({ symbol, isOpen, onClose }: PriceAlertsProps) {
  return <Suspense>{isOpen && <AlertsDialog symbol={symbol} onClose={onClose} />}</Suspense>;
}
