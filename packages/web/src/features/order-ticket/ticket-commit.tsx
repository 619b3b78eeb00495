import type { ErrorEnvelope } from '@halyard/contract/wire';
import { clsx } from 'clsx';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IS_PRACTICE } from '#data/auth/account-kind.ts';
import { isViewing } from '#data/auth/session.ts';
import type { CommandStage } from '#data/live/live-use-command.ts';
import { useQuote } from '#data/market/trading.tsx';
import { useNow } from '#data/market/use-now.ts';
import { RejectionResolution } from '#forms/rejection-resolution.tsx';
import { useFormat } from '#i18n/format.ts';
import { useRejectionText } from '#i18n/rejection-text.ts';
import { useTradingRejectionText } from '#i18n/trading-rejection-text.ts';
import { useMarketGapText } from '#i18n/market-gap-text.ts';
import { marketGap } from '#i18n/market-gap.ts';
import { useOrderName } from '#forms/order-terms-text.ts';
import { Button } from '#ui/controls.ts';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './order-ticket.module.css';
import { type Ticket, useOneClick } from './use-ticket.ts';

const PracticeOffer = lazyPart(async () => (await import('./practice-offer.tsx')).PracticeOffer);
const OtherOutcome = lazyPart(async () => (await import('./other-outcome.tsx')).OtherOutcome);

/** The update interval of the wait, which is shown in minutes. */
const GAP_INTERVAL_MS = 10_000;

/** The button, and above it why it is disabled or the last result. */
export function TicketCommit({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('trading');
  const rejectionText = useRejectionText();
  const { asset, form, figures, block, command } = ticket;
  const { stage } = command;
  const commitText = useCommitText(ticket);
  const isBuy = form.direction === 'buy';
  const isOneClick = useOneClick(ticket);
  const isOther = ticket.sent !== undefined && ticket.sent.symbol !== asset.symbol;
  const isMoved = !isOther && movedRate(stage) !== undefined;
  const isChoosing = stage.kind === 'unknown' || isMoved;
  const rejection = stage.kind === 'refused' && !isMoved && !isOther ? stage.rejection : undefined;
  useRejectionEnded(ticket, rejection);
  return (
    <div className={classes['commit']}>
      {block !== undefined && block.code !== rejection?.code && (
        <Notice tone="warn">
          {block.code === 'prices-paused' ? t('prices-paused') : rejectionText(block)}{' '}
          <RejectionResolution code={block.code} />
        </Notice>
      )}
      <Suspense>{isPracticeOffered(ticket) && <PracticeOffer symbol={asset.symbol} />}</Suspense>
      <GapWarning ticket={ticket} />
      <div className={classes['outcome']} aria-live="polite">
        <Suspense>{isOther && <OtherOutcome ticket={ticket} />}</Suspense>
        {!isOther && stage.kind === 'unsent' && <Notice tone="warn">{t('unsent')}</Notice>}
        {!isOther && stage.kind === 'unknown' && <UnknownOutcome ticket={ticket} />}
        {isMoved && <MovedPrice ticket={ticket} />}
      </div>
      {rejection !== undefined && (
        <RejectionNotice rejection={rejection} decimals={asset.decimals} />
      )}
      {!isChoosing && isOneClick && <p className="muted">{t('oneClickHint')}</p>}
      {!isChoosing && !isOneClick && (
        <Button
          type="submit"
          fullWidth
          className={clsx(
            classes['commitButton'],
            isBuy ? classes['buyButton'] : classes['sellButton'],
          )}
          disabled={block !== undefined || figures === undefined}
          loading={stage.kind === 'sending'}
        >
          {commitText}
        </Button>
      )}
    </div>
  );
}

/** The errors of a customer who can't trade real money yet. */
const BEGINNER_BLOCKS: readonly string[] = ['not-verified', 'appropriateness-required'];

/**
 * Returns whether to offer the practice account, because the customer can't trade real money yet.
 */
function isPracticeOffered({ block, figures }: Ticket): boolean {
  if (IS_PRACTICE || isViewing) return false;
  if (block !== undefined) return BEGINNER_BLOCKS.includes(block.code);
  return figures !== undefined && figures.equity <= 0;
}

function useCommitText({ asset: { symbol }, form }: Ticket): string {
  const { t } = useTranslation('trading');
  const orderName = useOrderName();
  const { kind, direction } = form;
  if (kind !== 'market') return `${orderName({ kind, direction })} ${symbol}`;
  return t(direction === 'buy' ? 'commitBuy' : 'commitSell', { symbol });
}

/** Clears a rejection with a lasting cause, such as a trading pause, when the cause ends. */
function useRejectionEnded({ block, command }: Ticket, rejection: ErrorEnvelope | undefined): void {
  const blockedBy = useRef<string>(undefined);
  const code = block?.code;
  const { reset } = command;
  useEffect(() => {
    const hasEnded = code === undefined && blockedBy.current === rejection?.code;
    if (rejection !== undefined && hasEnded) reset();
    blockedBy.current = code;
  }, [code, rejection, reset]);
}

/** Warns that a position opened now may soon face a closed market. */
function GapWarning({ ticket: { asset } }: { readonly ticket: Ticket }) {
  const gapText = useMarketGapText();
  const gap = marketGap(asset, useQuote(asset.symbol), useNow(GAP_INTERVAL_MS));
  if (gap?.kind !== 'soon') return null;
  return <Notice tone="warn">{gapText(gap, asset.symbol)}</Notice>;
}

type RejectionNoticeProps = { readonly rejection: ErrorEnvelope; readonly decimals: number };

function RejectionNotice({ rejection, decimals }: RejectionNoticeProps) {
  const rejectionText = useTradingRejectionText();
  return (
    <Notice tone="down">
      {rejectionText(rejection, decimals)} <RejectionResolution code={rejection.code} />
    </Notice>
  );
}

function UnknownOutcome({ ticket: { command, sent } }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('trading');
  const { t: orderText } = useTranslation('orders');
  return (
    <>
      <Notice tone="warn">
        {sent?.isEntry === true ? orderText('orderUnknown') : t('unknownOutcome')}
      </Notice>
      <div className={classes['choices']}>
        <Button onClick={command.retry}>{t('tryAgain')}</Button>
        <Button variant="default" onClick={command.reset}>
          {t('dismiss')}
        </Button>
      </div>
    </>
  );
}

function MovedPrice({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const { command, asset } = ticket;
  const rate = movedRate(command.stage);
  const price = format.rate(rate, asset.decimals);
  return (
    <>
      <Notice tone="warn">{t('movedTo', { price })}</Notice>
      <div className={classes['choices']}>
        <Button onClick={() => ticket.submit(rate)}>{t('acceptPrice', { price })}</Button>
        <Button variant="default" onClick={command.reset}>
          {t('keepWaiting')}
        </Button>
      </div>
    </>
  );
}

/** The new price that the customer can accept, if the order was rejected because of it. */
function movedRate(stage: CommandStage): number | undefined {
  if (stage.kind !== 'refused' || stage.rejection.code !== 'price-moved') return undefined;
  const price = Number(stage.rejection.facts?.['price']);
  return Number.isFinite(price) ? price : undefined;
}
