import { listPriceAlerts, type PriceAlert, removePriceAlert } from '@halyard/contract/price-alerts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/http/api.ts';
import { reload } from '#data/http/query.ts';
import { useAction } from '#forms/use-action.ts';
import { useFormat } from '#i18n/format.ts';
import { Button } from '#ui/controls.ts';
import { Row } from '#ui/lists/row-list.tsx';

type AlertRowProps = { readonly alert: PriceAlert; readonly decimals: number };

export function AlertRow({ alert, decimals }: AlertRowProps) {
  const { t } = useTranslation('alerts');
  const format = useFormat();
  const [nowMs] = useState(() => Date.now());
  const { act, isActing, failure, dialog } = useAction();
  const { id, symbol, side, sense, fired_at: firedAt } = alert;
  const rate = format.rate(alert.rate, decimals);
  const sideName = t(side === 'buy' ? 'buyPrice' : 'sellPrice');
  const hint =
    firedAt === null
      ? t(sense === 'rises' ? 'whenRises' : 'whenFalls', { side: sideName })
      : t('reachedAt', {
          side: sideName,
          rate: format.rate(alert.fired_rate, decimals),
          moment: format.momentWithin(firedAt, nowMs),
        });
  return (
    <Row
      name={t('named', { symbol, rate })}
      hint={hint}
      more={failure !== undefined && <p className="down">{failure}</p>}
    >
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('removeNamed', { symbol, rate })}
        loading={isActing}
        onClick={() =>
          act(
            () => call(removePriceAlert, { body: { id } }),
            () => void reload(listPriceAlerts),
          )
        }
      >
        {t('remove')}
      </Button>
      {dialog}
    </Row>
  );
}
