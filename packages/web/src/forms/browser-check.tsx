import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { browserCheck } from '#data/http/browser-check.ts';
import { Notice } from '#ui/feedback/notice.tsx';

/** Says why an answer takes longer while the server asks browsers for work; nothing otherwise. */
export function BrowserCheck() {
  const { t } = useTranslation('forms');
  const isChecking = useSyncExternalStore(browserCheck.subscribe, browserCheck.current);
  if (!isChecking) return null;
  return (
    <output>
      <Notice tone="neutral">{t('checkingBrowser')}</Notice>
    </output>
  );
}
