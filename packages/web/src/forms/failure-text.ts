import { useTranslation } from 'react-i18next';
import type { CommandFailure } from '#data/live/live-use-command.ts';
import { useTradingRejectionText } from '#i18n/trading-rejection-text.ts';

/** Returns why a trading command failed, in the page's language. */
export function useFailureText(): (failure: CommandFailure, decimals: number) => string {
  const { t } = useTranslation('trading');
  const rejectionText = useTradingRejectionText();
  return (failure, decimals) => {
    switch (failure.kind) {
      case 'refused':
        return rejectionText(failure.rejection, decimals);
      case 'unsent':
        return t('unsent');
      case 'unknown':
        return t('unknownOutcome');
    }
  };
}
