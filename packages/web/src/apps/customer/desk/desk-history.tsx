import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PositionHistory, PositionHistoryMenu } from '#features/positions/positions.tsx';
import { PERFORMANCE_PATH } from '#paths.ts';
import { UnstyledButton } from '#ui/controls.ts';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { Loading } from '#ui/feedback/loading.tsx';
import classes from './desk-history.module.css';

const OrderHistory = lazyPart(
  async () => (await import('#features/orders/orders.tsx')).OrderHistory,
);

const OrderHistoryMenu = lazyPart(
  async () => (await import('#features/orders/orders.tsx')).OrderHistoryMenu,
);

/** Closed positions or ended orders. */
export function DeskHistory() {
  const { t } = useTranslation(['desk', 'shell']);
  const [kind, setKind] = useState<'positions' | 'orders'>('positions');
  const kinds = [
    ['positions', t('closedPositions')],
    ['orders', t('pastOrders')],
  ] as const;
  return (
    <>
      <fieldset className={classes['kinds']}>
        <legend className={classes['legend']}>{t('historyKind')}</legend>
        {kinds.map(([each, name]) => (
          <UnstyledButton
            key={each}
            className={classes['kind'] ?? ''}
            aria-pressed={each === kind}
            onClick={() => setKind(each)}
          >
            {name}
          </UnstyledButton>
        ))}
        <Link to={PERFORMANCE_PATH} className={classes['link']}>
          {t('performance')}
        </Link>
        <Suspense>{kind === 'positions' ? <PositionHistoryMenu /> : <OrderHistoryMenu />}</Suspense>
      </fieldset>
      {kind === 'positions' ? (
        <PositionHistory />
      ) : (
        <Suspense fallback={<Loading label={t('shell:loading')} />}>
          <OrderHistory />
        </Suspense>
      )}
    </>
  );
}
