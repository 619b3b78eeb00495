import { useConfig } from '../http/config.ts';
import { useConsent } from '../storage/consent.ts';

/** Whether the operator offers the widgets and the visitor has consented. */
export function useHostedWidgets(): { readonly isOffered: boolean; readonly isWanted: boolean } {
  const isOffered = useConfig()?.tradingView === 'iframe';
  const isWanted = useConsent() === 'all';
  return { isOffered, isWanted: isOffered && isWanted };
}
