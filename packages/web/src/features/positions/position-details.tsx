import { type Asset, getPositionCosts, type Position } from '@halyard/contract/trading';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRouteQuery } from '#data/http/query.ts';
import { useOpenProfit } from '#data/market/trading.tsx';
import { UNKNOWN, useFormat } from '#i18n/format.ts';
import { platformPath } from '#paths.ts';
import { Button } from '#ui/controls.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { toneOf } from './position-cells.tsx';
import classes from './positions.module.css';
import { useReasonText } from './use-reason-text.ts';

type PositionDetailsProps = {
  readonly position: Position;
  readonly asset: Asset | undefined;
  readonly onClose: () => void;
  /** Called to open the editor of stop and target instead. */
  readonly onEdit: (id: number) => void;
};

/** All details of a position. */
export function PositionDetails({ position, asset, onClose, onEdit }: PositionDetailsProps) {
  const { t } = useTranslation('trading');
  return (
    <ModalDialog onClose={onClose} title={t('details')} closeLabel={t('dismiss')}>
      <Fields position={position} asset={asset} />
      <div className={classes['actions']}>
        {position.close_date === null && asset !== undefined && (
          <Button variant="default" onClick={() => onEdit(position.id)}>
            {t('levels')}
          </Button>
        )}
        <Button
          component={Link}
          to={platformPath(position.symbol)}
          variant="default"
          onClick={onClose}
        >
          {t('toMarket', { symbol: position.symbol })}
        </Button>
      </div>
    </ModalDialog>
  );
}

type FieldsProps = { readonly position: Position; readonly asset: Asset | undefined };

function Fields({ position, asset }: FieldsProps) {
  const { t } = useTranslation('trading');
  const { t: orderText } = useTranslation('orders');
  const format = useFormat();
  const trailing = position.trailing_stop ?? null;
  const profit = useShownProfit(position, asset);
  const decimals = asset?.decimals ?? 0;
  const rate = (value: number | null) => format.rate(value, decimals);
  const rows = [
    [t('market'), `${position.symbolName} (${position.symbol})`],
    [t('direction'), t(position.direction)],
    [t('leverage'), t('times', { leverage: position.leverage })],
    [t('amount'), format.euros(position.amount)],
    [t('openDate'), format.fullMoment(position.open_date)],
    [t('openRate'), rate(position.open_rate)],
    [t('closeDate'), format.fullMoment(position.close_date)],
    [t('closedRate'), rate(position.closed_rate)],
    [t('takeProfit'), rate(position.take_profit)],
    [t('stopLoss'), rate(position.stop_lost)],
    ...(trailing === null ? [] : [[orderText('trailingStop'), rate(trailing)] as const]),
    [t('terminationRate'), rate(position.termination_rate)],
    [t('protected'), t(position.protected === 1 ? 'yes' : 'no')],
    [t('nightCost'), useFinancingText(position.financing)],
    ...useChargeRows(position, asset),
    [t('positionId'), String(position.id)],
  ] as const;
  return (
    <dl className={classes['details']}>
      {rows.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>{t('profit')}</dt>
        <dd className={toneOf(profit)}>{format.signedEuros(profit)}</dd>
      </div>
      <div>
        <dt>{t('reason')}</dt>
        <dd>{useReasonText(position)}</dd>
      </div>
    </dl>
  );
}

/** Returns the financing as a cost or credit; unknown once nothing more is charged. */
function useFinancingText(financing: number | null): string {
  const { t } = useTranslation('trading');
  const format = useFormat();
  return financing !== null && financing < 0
    ? t('nightEarns', { amount: format.euros(-financing) })
    : format.euros(financing);
}

/** How overnight financing is computed, and the charges so far, including the GSLO premium. */
function useChargeRows(
  position: Position,
  asset: Asset | undefined,
): readonly (readonly [string, string])[] {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const costs = useRouteQuery(getPositionCosts, { body: { id: position.id } }).data;
  const percent = asset?.financing[position.direction];
  const isCharged = position.financing !== null && percent !== undefined && percent !== 0;
  const formula = t('nightFormula', {
    amount: format.euros(position.amount),
    leverage: position.leverage,
    percent: format.percent(percent),
  });
  return [
    ...(isCharged ? [[t('nightComputed'), formula] as const] : []),
    [
      t('nightsCharged'),
      costs === undefined
        ? UNKNOWN
        : t('nightsTotal', { count: costs.nights, amount: format.euros(costs.financing) }),
    ],
    ...(position.protected === 1 ? [[t('protectionFee'), format.euros(costs?.fee)] as const] : []),
  ];
}

/** Returns the current profit of an open position, or the final one of a closed one. */
function useShownProfit(position: Position, asset: Asset | undefined): number | null {
  const live = useOpenProfit(position, asset);
  return position.close_date === null ? live : position.profit;
}
