import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseMarketColors, MARKET_COLORS, useMarketColors } from '#data/market/market-colors.ts';
import {
  confirmClose,
  keyShortcuts,
  oneClickTrading,
  type Preference,
  tour,
  usePreference,
} from '#data/storage/preference.ts';
import { useLive, usePaused } from '#data/market/trading.tsx';
import { Button } from '#ui/controls.ts';
import { Checkbox } from '#ui/inputs/checkbox.ts';
import { Radio } from '#ui/inputs/radio.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import classes from './settings-dialog.module.css';

export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('trading');
  const { quotes } = useLive();
  const isPaused = usePaused();
  return (
    <ModalDialog onClose={onClose} title={t('screenSettings')} closeLabel={t('dismiss')}>
      <div className={classes['sections']}>
        <div className={classes['group']}>
          <Checkbox
            label={t('pausePrices')}
            checked={isPaused}
            onChange={(event) => quotes.setPaused(event.currentTarget.checked)}
          />
          <Choice label={t('askBeforeClosingOne')} preference={confirmClose} />
          <Choice label={t('useShortcuts')} preference={keyShortcuts} />
          <OneClickChoice />
        </div>
        <Colors />
        <Keys />
        <Button
          variant="default"
          onClick={() => {
            tour.set(true);
            onClose();
          }}
        >
          {t('showTour')}
        </Button>
      </div>
    </ModalDialog>
  );
}

type ChoiceProps = { readonly label: string; readonly preference: Preference };

function Choice({ label, preference }: ChoiceProps) {
  return (
    <Checkbox
      label={label}
      checked={usePreference(preference)}
      onChange={(event) => preference.set(event.currentTarget.checked)}
    />
  );
}

/** One-click trading is confirmed when it is switched on. */
function OneClickChoice() {
  const { t } = useTranslation('trading');
  const [isAsking, setAsking] = useState(false);
  const isOn = usePreference(oneClickTrading);
  const decide = (next: boolean) => {
    oneClickTrading.set(next);
    setAsking(false);
  };
  return (
    <>
      <Checkbox
        label={t('oneClick')}
        checked={isOn || isAsking}
        onChange={(event) => {
          if (event.currentTarget.checked) setAsking(true);
          else decide(false);
        }}
      />
      {isAsking && (
        <Notice tone="warn">
          {t('oneClickWarning')}
          <span className={classes['choices']}>
            <Button size="compact-sm" onClick={() => decide(true)}>
              {t('oneClickOn')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => decide(false)}>
              {t('keepWaiting')}
            </Button>
          </span>
        </Notice>
      )}
    </>
  );
}

function Colors() {
  const { t } = useTranslation('trading');
  const chosen = useMarketColors();
  const names = { 'green-up': t('greenUp'), 'red-up': t('redUp'), 'blue-up': t('blueUp') };
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['title']}>{t('marketColors')}</legend>
      {MARKET_COLORS.map((colors) => (
        <Radio
          key={colors}
          name="market-colors"
          label={names[colors]}
          checked={colors === chosen}
          onChange={() => chooseMarketColors(colors)}
        />
      ))}
    </fieldset>
  );
}

function Keys() {
  const { t } = useTranslation('trading');
  const keys = [
    ['/', t('keySearch')],
    ['B', t('keyBuy')],
    ['S', t('keySell')],
    ['P', t('pausePrices')],
    ['?', t('keyHelp')],
    ['Esc', t('keyEscape')],
    ['↑ ↓', t('keyStep')],
    ['Shift ↑ ↓', t('keyTenSteps')],
    ['Ctrl ↑ ↓', t('keyHundredSteps')],
  ] as const;
  return (
    <section>
      <h3 className={classes['title']}>{t('keys')}</h3>
      <dl className={classes['keys']}>
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd className={classes['key']}>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
