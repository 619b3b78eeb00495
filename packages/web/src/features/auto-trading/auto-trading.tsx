// Automatic trading for customers: the switch, the consent, and the record.
import { getAutoTradingRecord } from '@halyard/contract/auto-trading';
import { clsx } from 'clsx';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#data/auth/account.ts';
import { useConfig } from '#data/http/config.ts';
import { useRouteQuery } from '#data/http/query.ts';
import { UnstyledButton } from '#ui/controls.ts';
import { Switch } from '#ui/inputs/switch.ts';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import classes from './auto-trading.module.css';
import { useAutoTradingSwitch } from './use-switch.ts';

const ConsentDialog = lazyPart(async () => (await import('./consent-dialog.tsx')).ConsentDialog);
const RecordDialog = lazyPart(async () => (await import('./record-dialog.tsx')).RecordDialog);

/** The switch in the summary bar, with a link to the record. */
export function AutoTrading() {
  const { t } = useTranslation('trading');
  const isOffered = useConfig()?.autoTrading === true;
  const isOn = useAccount()?.auto_trading === 1;
  const [isRecordShown, setRecordShown] = useState(false);
  const isHeld = useIsHeld(isOffered, isOn);
  const control = useAutoTradingSwitch();
  if (!isOffered) return null;
  return (
    <div className={classes['switch']}>
      <UnstyledButton
        className={clsx(classes['record'], isHeld && classes['held'])}
        onClick={() => setRecordShown(true)}
      >
        {isHeld ? t('autoTradingHeld') : t('autoTradingRecord')}
      </UnstyledButton>
      <Switch
        size="sm"
        label={t('autoTrading')}
        labelPosition="left"
        classNames={{ label: classes['label'] ?? '' }}
        checked={isOn}
        disabled={control.isSending}
        onChange={(event) => control.ask(event.currentTarget.checked)}
      />
      <Suspense>
        {control.isConsentWanted && (
          <ConsentDialog
            isSending={control.isSending}
            onConsent={control.consent}
            onClose={control.cancel}
          />
        )}
        {isRecordShown && <RecordDialog onClose={() => setRecordShown(false)} />}
      </Suspense>
    </div>
  );
}

/** Returns whether automatic trading is on but not trading; the record says why. */
function useIsHeld(isOffered: boolean, isOn: boolean): boolean {
  const input = { body: { limit: 1 } };
  const record = useRouteQuery(getAutoTradingRecord, input, { enabled: isOffered }).data;
  if (record === undefined) return false;
  return record.stopped_at !== null || (isOn && record.obstacles.length > 0);
}
