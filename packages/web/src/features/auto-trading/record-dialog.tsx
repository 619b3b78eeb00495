// What the strategy did for this account and why, gains and losses alike.
import {
  AUTO_TRADES_PAGE,
  type AutoTrade,
  type AutoTradingRecord,
  getAutoTradingRecord,
} from '@halyard/contract/auto-trading';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api.ts';
import { useRouteQuery } from '#data/query.ts';
import { RefusalWay } from '#forms/refusal-way.tsx';
import { useFormat } from '#i18n/format.ts';
import { NO_BANNER } from '#ui/dialog.ts';
import '#ui/dialog-styles.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { Notice } from '#ui/notice.tsx';
import classes from './auto-trading.module.css';
import { TradeTable } from './trade-table.tsx';
import { useReasonText } from './reason-text.ts';

const POLL_MS = 30_000;

export function RecordDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['auto-trading', 'trading']);
  const query = useRouteQuery(getAutoTradingRecord, { body: {} }, { pollEveryMs: POLL_MS });
  return (
    <Modal
      opened
      centered
      size="xl"
      title={t('recordTitle')}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('trading:dismiss') }}
      attributes={NO_BANNER}
    >
      {query.data === undefined ? (
        <Skeleton width="100%" height="240px" />
      ) : (
        <Record record={query.data} />
      )}
    </Modal>
  );
}

function Record({ record }: { readonly record: AutoTradingRecord }) {
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
          <Trades first={record.trades} />
        )}
      </section>
      <Reasons title={t('latest')} none={t('noLatest')} reasons={record.latest} />
      {record.unfollowed.length > 0 && (
        <Reasons title={t('unfollowed')} none="" reasons={record.unfollowed} />
      )}
    </div>
  );
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
  return (
    <Notice tone="warn">
      {t('actsNot')}{' '}
      {record.obstacles.map((obstacle) => (
        <span key={obstacle}>
          {texts[obstacle]} <RefusalWay code={obstacle} />{' '}
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

function Trades({ first }: { readonly first: readonly AutoTrade[] }) {
  const { t } = useTranslation(['auto-trading', 'trading']);
  const [older, setOlder] = useState<readonly AutoTrade[]>([]);
  const [hasMore, setHasMore] = useState(first.length === AUTO_TRADES_PAGE);
  const [isLoading, setLoading] = useState(false);
  const trades = [...first, ...older];
  const last = trades.at(-1);

  async function loadOlder(before: number): Promise<void> {
    setLoading(true);
    const result = await call(getAutoTradingRecord, { body: { before } });
    setLoading(false);
    if (result.kind !== 'data') return;
    setOlder([...older, ...result.data.trades]);
    setHasMore(result.data.trades.length === AUTO_TRADES_PAGE);
  }

  return (
    <>
      <TradeTable trades={trades} />
      {hasMore && last !== undefined && (
        <Button
          fullWidth
          mt="sm"
          variant="default"
          loading={isLoading}
          onClick={() => void loadOlder(last.id)}
        >
          {t('older')}
        </Button>
      )}
    </>
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
