import { PRICE_ALERTS_MAX } from '@halyard/contract/price-alerts';
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePriceAlerts } from '#data/price-alerts.ts';
import { useAssetIndex } from '#data/trading.tsx';
import { NO_BANNER } from '#ui/dialog.ts';
import '#ui/dialog-styles.ts';
import { Loading } from '#ui/loading.tsx';
import { RowList } from '#ui/row-list.tsx';
import { AlertForm } from './alert-form.tsx';
import { AlertRow } from './alert-row.tsx';
import classes from './price-alerts.module.css';

type AlertsDialogProps = { readonly symbol: string; readonly onClose: () => void };

export function AlertsDialog({ symbol, onClose }: AlertsDialogProps) {
  const { t } = useTranslation('alerts');
  const assets = useAssetIndex();
  const asset = assets?.get(symbol);
  const alerts = usePriceAlerts();
  const waiting = alerts?.filter(({ fired_at: firedAt }) => firedAt === null);
  const reached = alerts?.filter(({ fired_at: firedAt }) => firedAt !== null);
  const lists = [
    [t('waiting', { count: waiting?.length ?? 0, maximum: PRICE_ALERTS_MAX }), waiting],
    [t('reached'), reached],
  ] as const;
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={t('title')}
      closeButtonProps={{ 'aria-label': t('dismiss') }}
      attributes={NO_BANNER}
    >
      <div className={classes['parts']}>
        {asset !== undefined && <AlertForm asset={asset} />}
        {alerts === undefined && <Loading label={t('loading')} />}
        {lists.map(
          ([name, list]) =>
            list !== undefined &&
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
        )}
      </div>
    </Modal>
  );
}
