import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { browserCheck } from '#data/http/browser-check.ts';
import { Notice } from '#ui/feedback/notice.tsx';

/** Explains the delay while the server requires proof of work; otherwise empty. */
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
