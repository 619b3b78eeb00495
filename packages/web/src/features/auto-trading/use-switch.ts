// Turning AutoTrading on and off. Turning on requires consent to the current text, once per
// version; turning off takes effect at once.
import { getAccount } from '@halyard/contract/accounts';
import { getAutoTradingRecord, setAutoTrading } from '@halyard/contract/auto-trading';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/http/api.ts';
import { queryClient, routeKey } from '#data/http/query.ts';
import { useRejectionText } from '#i18n/rejection-text.ts';
import { showErrorToast, showToast } from '#ui/feedback/toast.ts';

export type AutoTradingSwitch = {
  readonly isSending: boolean;
  readonly isConsentWanted: boolean;
  ask(isOn: boolean): void;
  consent(version: string): void;
  cancel(): void;
};

export function useAutoTradingSwitch(): AutoTradingSwitch {
  const { t } = useTranslation('trading');
  const rejectionText = useRejectionText();
  const [isSending, setSending] = useState(false);
  const [isConsentWanted, setConsentWanted] = useState(false);

  async function send(isOn: boolean, version?: string): Promise<void> {
    const result = await call(setAutoTrading, {
      body: {
        auto_trading: isOn ? 1 : 0,
        ...(version === undefined ? {} : { consent_version: version }),
      },
    });
    if (result.kind === 'data') {
      setConsentWanted(false);
      const isWaiting = isOn && result.data.obstacles.length > 0;
      showToast(t(isWaiting ? 'autoTradingWaits' : isOn ? 'autoTradingOn' : 'autoTradingOff'));
    } else {
      showErrorToast(result.kind === 'refusal' ? rejectionText(result) : t('noAnswer'));
    }
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: routeKey(getAccount, {}) }),
      queryClient.invalidateQueries({
        queryKey: [getAutoTradingRecord.access, getAutoTradingRecord.path],
      }),
    ]);
  }

  async function ask(isOn: boolean): Promise<void> {
    if (!isOn) {
      await send(false);
      return;
    }
    const result = await call(getAutoTradingRecord, { body: { limit: 1 } });
    if (result.kind !== 'data') {
      showErrorToast(result.kind === 'refusal' ? rejectionText(result) : t('noAnswer'));
    } else if (result.data.consent?.version === result.data.consent_version) {
      await send(true);
    } else {
      setConsentWanted(true);
    }
  }

  async function run(work: Promise<void>): Promise<void> {
    setSending(true);
    await work;
    setSending(false);
  }

  return {
    isSending,
    isConsentWanted,
    ask: (isOn) => void run(ask(isOn)),
    consent: (version) => void run(send(true, version)),
    cancel: () => setConsentWanted(false),
  };
}
