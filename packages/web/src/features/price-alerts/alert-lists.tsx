import { PRICE_ALERTS_MAX, type PriceAlert } from '@halyard/contract/price-alerts';
import { useTranslation } from 'react-i18next';
import { usePriceAlerts } from '#data/market/price-alerts.ts';
import { useAssetIndex } from '#data/market/trading.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { AlertForm } from './alert-form.tsx';
import { AlertRow } from './alert-row.tsx';
import classes from './price-alerts.module.css';

type AlertListsProps = {
  /** The market that a new alert is set on. */
  readonly symbol: string;
  /** Whether the form stands beside the lists if there is room. */
  readonly isPanel?: boolean;
};

/** The form for a new alert, the pending alerts and the reached ones. */
export function AlertLists({ symbol, isPanel = false }: AlertListsProps) {
  const asset = useAssetIndex()?.get(symbol);
  const query = usePriceAlerts();
  return (
    <div className={classes[isPanel ? 'panel' : 'parts']}>
      {asset !== undefined && <AlertForm asset={asset} />}
      <div className={classes['lists']}>
        <Loaded query={query}>{(alerts) => <Lists alerts={alerts} />}</Loaded>
      </div>
    </div>
  );
}

function Lists({ alerts }: { readonly alerts: readonly PriceAlert[] }) {
  const { t } = useTranslation('alerts');
  const assets = useAssetIndex();
  const waiting = alerts.filter(({ fired_at: firedAt }) => firedAt === null);
  const reached = alerts.filter(({ fired_at: firedAt }) => firedAt !== null);
  const lists = [
    [t('waiting', { count: waiting.length, maximum: PRICE_ALERTS_MAX }), waiting],
    [t('reached'), reached],
  ] as const;
  return lists.map(
    ([name, list]) =>
      list.length > 0 && (
        <section key={name} aria-label={name}>
          <h3 className={classes['title']}>{name}</h3>
          <RowList>
            {list.map((alert) => (
              <AlertRow
                key={alert.id}
                alert={alert}
                decimals={assets?.get(alert.symbol)?.decimals ?? 0}
              />
            ))}
          </RowList>
        </section>
      ),
  );
}
