import type { PublicConfig } from '@halyard/contract/config';
import { clsx } from 'clsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#data/http/config.ts';
import { useConnection } from '#data/http/use-connection.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { AlertIcon } from '#ui/icons.tsx';
import classes from './notices.module.css';
import { VersionBar } from './version-bar.tsx';
import { splitRiskWarning } from './risk-warning.ts';

/** The bars below the header, which can't be dismissed. */
export function Notices() {
  const config = useConfig();
  return (
    <>
      <SilenceBar />
      <VersionBar />
      {config !== undefined && <RiskBar text={config.riskWarning[currentLanguage()]} />}
      {config !== undefined && <PracticeBar notices={config.notices} />}
    </>
  );
}

function SilenceBar() {
  const { t } = useTranslation();
  const isSilent = useConnection() === 'silent';
  // The live region exists before its text, because screen readers would otherwise skip it.
  return (
    <div role="alert">
      {isSilent && (
        <p className={clsx(classes['bar'], classes['silent'])}>
          <AlertIcon size={14} />
          {t('silent')}
        </p>
      )}
    </div>
  );
}

function RiskBar({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { lead, rest, short } = splitRiskWarning(text);
  return (
    <aside className={clsx(classes['bar'], classes['risk'])} aria-label={t('riskWarning')}>
      <p className={isOpen ? undefined : classes['full']}>
        <b>{lead}</b> {rest}
      </p>
      {!isOpen && (
        <p className={classes['short']}>
          {short}{' '}
          <button type="button" className={classes['read']} onClick={() => setIsOpen(true)}>
            {t('readRiskWarning')}
          </button>
        </p>
      )}
    </aside>
  );
}

function PracticeBar({ notices }: { readonly notices: PublicConfig['notices'] }) {
  const { t } = useTranslation();
  const { simulatedPrices, sandboxMoney } = notices;
  if (!simulatedPrices && !sandboxMoney) return null;
  const both = simulatedPrices && sandboxMoney;
  return (
    <aside className={clsx(classes['bar'], classes['practice'])} aria-label={t('practice')}>
      <AlertIcon size={14} />
      <p>{both ? t('practiceBoth') : simulatedPrices ? t('practicePrices') : t('practiceMoney')}</p>
    </aside>
  );
}
