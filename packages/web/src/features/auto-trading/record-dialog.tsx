// The strategy's record on this account, with reasons, gains and losses.
import {
  AUTO_TRADES_PAGE,
  type AutoTradingRecord,
  getAutoTradingRecord,
} from '@halyard/contract/auto-trading';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRoutePages } from '#data/http/query-pages.ts';
import { RejectionResolution } from '#forms/rejection-resolution.tsx';
import { useFormat } from '#i18n/format.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { OlderButton } from '#ui/inputs/older-button.tsx';
import classes from './auto-trading.module.css';
import { TradeTable } from './trade-table.tsx';
import { useReasonText } from './reason-text.ts';

const POLL_MS = 30_000;

export function RecordDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['auto-trading', 'trading']);
  const pages = useRoutePages(getAutoTradingRecord, {
    pollEveryMs: POLL_MS,
    pageSize: AUTO_TRADES_PAGE,
    rowsOf: ({ trades }) => trades,
    idOf: ({ id }) => id,
    input: (before, limit) => ({ body: { limit, ...(before === undefined ? {} : { before }) } }),
  });
  return (
    <ModalDialog
      size="xl"
      title={t('recordTitle')}
      onClose={onClose}
      closeLabel={t('trading:dismiss')}
    >
      <Loaded query={pages.query} waiting={<Skeleton width="100%" height="240px" />}>
        {({ rows, newest }) => (
          <Record record={newest}>
            <TradeTable trades={rows} />
            <OlderButton pages={pages}>{t('older')}</OlderButton>
          </Record>
        )}
      </Loaded>
    </ModalDialog>
  );
}

type RecordProps = {
  /** The record as the newest page contains it. */
  readonly record: AutoTradingRecord;
  /** The list of trades, as far back as requested. */
  readonly children: ReactNode;
};

function Record({ record, children }: RecordProps) {
  const { t } = useTranslation(['auto-trading', 'trading']);
  return (
    <div className={classes['sections']}>
      <State record={record} />
      <Figures summary={record.summary} />
      <section aria-label={t('trades')}>
        <h3 className={classes['title']}>{t('trades')}</h3>
        {record.trades.length === 0 ? (
          <EmptyState title={t('noTrades')}>{t('noTradesHint')}</EmptyState>
        ) : (
          children
        )}
      </section>
      <Reasons title={t('latest')} none={t('noLatest')} reasons={record.latest} />
      {record.unfollowed.length > 0 && (
        <Reasons title={t('unfollowed')} none="" reasons={record.unfollowed} />
      )}
    </div>
  );
}

type Obstacles = AutoTradingRecord['obstacles'];

/** These reasons already say that nothing opens. */
const OFF: ReadonlySet<Obstacles[number]> = new Set([
  'not-offered',
  'switched-off',
  'consent-missing',
]);

/** A customer without consent gets the same sentence. */
function shownObstacles(obstacles: Obstacles): Obstacles {
  return obstacles.includes('consent-missing')
    ? obstacles.filter((obstacle) => obstacle !== 'switched-off')
    : obstacles;
}

function State({ record }: { readonly record: AutoTradingRecord }) {
  const { t } = useTranslation(['auto-trading', 'trading']);
  const format = useFormat();
  const texts = {
    'not-offered': t('not-offered'),
    'switched-off': t('switched-off'),
    'consent-missing': t('consent-missing'),
    'not-verified': t('not-verified'),
    'appropriateness-required': t('appropriateness-required'),
    'account-restricted': t('account-restricted'),
  };
  if (record.stopped_at !== null) {
    const moment = format.fullMoment(record.stopped_at);
    return <Notice tone="down">{t('stoppedAt', { moment })}</Notice>;
  }
  if (record.obstacles.length === 0) {
    return <p>{t('acts', { symbols: record.symbols.join(', ') })}</p>;
  }
  const obstacles = shownObstacles(record.obstacles);
  const isOff = obstacles.some((obstacle) => OFF.has(obstacle));
  return (
    <Notice tone="warn">
      {!isOff && `${t('actsNot')} `}
      {obstacles.map((obstacle) => (
        <span key={obstacle}>
          {texts[obstacle]} <RejectionResolution code={obstacle} />{' '}
        </span>
      ))}
    </Notice>
  );
}

function Figures({ summary }: { readonly summary: AutoTradingRecord['summary'] }) {
  const { t } = useTranslation(['auto-trading', 'trading']);
  const format = useFormat();
  const rows = [
    [t('closedTrades'), String(summary.trades)],
    [t('won'), String(summary.won)],
    [t('lost'), String(summary.lost)],
    [t('openTrades'), String(summary.open)],
    [t('trading:profitLoss'), format.signedEuros(summary.profit)],
    [t('return'), format.signedPercent(summary.return_percent)],
    [t('worstDrawdown'), format.euros(summary.worst_drawdown)],
  ] as const;
  return (
    <dl className={classes['figures']}>
      {rows.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type ReasonsProps = {
  readonly title: string;
  readonly none: string;
  readonly reasons: AutoTradingRecord['unfollowed'];
};

function Reasons({ title, none, reasons }: ReasonsProps) {
  const format = useFormat();
  const reasonText = useReasonText();
  return (
    <section aria-label={title}>
      <h3 className={classes['title']}>{title}</h3>
      {reasons.length === 0 && <p className="muted">{none}</p>}
      <ul className={classes['reasons']}>
        {reasons.map((reason) => (
          <li key={`${reason.symbol} ${reason.candle_end}`}>
            <b>{reason.symbol}</b> {reasonText(reason)}{' '}
            <span className="muted">{format.fullMoment(reason.candle_end)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
