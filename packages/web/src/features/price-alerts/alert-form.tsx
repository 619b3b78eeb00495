import { createPriceAlert, listPriceAlerts } from '@halyard/contract/price-alerts';
import type { Asset } from '@halyard/contract/trading';
import { DIRECTIONS, type Direction, toRate } from '@halyard/core/instrument';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/http/api.ts';
import { reload } from '#data/http/query.ts';
import { useQuote } from '#data/market/trading.tsx';
import { toQuote } from '#data/market/trading-core.ts';
import { StepInput } from '#forms/step-input.tsx';
import { rateSteps } from '#forms/steps.ts';
import { useAction } from '#forms/use-action.ts';
import { readRate } from '#i18n/figure-text.ts';
import { useFormat } from '#i18n/format.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { Button } from '#ui/controls.ts';
import { Radio } from '#ui/inputs/radio.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './price-alerts.module.css';

/** Sets a new price alert on the symbol. */
export function AlertForm({ asset }: { readonly asset: Asset }) {
  const { t } = useTranslation('alerts');
  const format = useFormat();
  const language = currentLanguage();
  const { symbol, decimals } = asset;
  const [side, setSide] = useState<Direction>('sell');
  const [text, setText] = useState('');
  const [isTouched, setTouched] = useState(false);
  const { act, isActing, failure, dialog } = useAction();
  const quote = toQuote(symbol, useQuote(symbol), decimals);
  const now = side === 'buy' ? quote?.askPoints : quote?.bidPoints;
  const points = readRate(text, language, decimals);
  const isInvalid = isTouched && points === undefined;
  const rate = now && toRate(now, decimals);
  const names = { buy: t('buyPrice'), sell: t('sellPrice') };
  return (
    <form
      className={classes['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTouched(true);
        if (points === undefined) return;
        const body = { symbol, side, rate: toRate(points, decimals) };
        act(
          () => call(createPriceAlert, { body }),
          () => {
            setText('');
            setTouched(false);
            void reload(listPriceAlerts);
          },
        );
      }}
    >
      <fieldset className={classes['sides']}>
        <legend className={classes['legend']}>{t('side', { symbol })}</legend>
        {DIRECTIONS.toReversed().map((each) => (
          <Radio
            key={each}
            name="alert-side"
            label={names[each]}
            checked={each === side}
            onChange={() => setSide(each)}
          />
        ))}
      </fieldset>
      <StepInput
        label={t('price')}
        name="alert-rate"
        data-autofocus
        classNames={{ input: classes['input'] ?? '' }}
        value={text}
        steps={rateSteps(language, decimals, now)}
        error={isInvalid ? t('priceUnreadable', { decimals }) : null}
        description={t('priceNow', { rate: format.rate(rate, decimals) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onText={setText}
      />
      {failure !== undefined && <Notice tone="down">{failure}</Notice>}
      <Button type="submit" fullWidth loading={isActing}>
        {t('set', { symbol })}
      </Button>
      <p className="muted">{t('hint')}</p>
      {dialog}
    </form>
  );
}
