import type { Asset, Position } from '@halyard/contract/trading';
import { MINUTE_MS } from '@halyard/core/time';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acknowledgedPosition } from '#data/live/acknowledged-position.ts';
import { useCommand } from '#data/live/live-use-command.ts';
import { confirmClose } from '#data/storage/preference.ts';
import { marketState } from '#i18n/market-state.ts';
import { useLive, useLiveState, useQuote, useQuoteState } from '#data/market/trading.tsx';
import { useNow } from '#data/market/use-now.ts';
import { useFormat } from '#i18n/format.ts';
import { useMarketStateText } from '#i18n/market-state-text.ts';
import { useRejectionText } from '#i18n/rejection-text.ts';
import { Button } from '#ui/controls.ts';
import { useFocusHandover } from '#ui/inputs/focus.ts';
import { showErrorToast, showToast } from '#ui/feedback/toast.ts';
import { closeResult } from './close-result.ts';
import { closingRate } from './closing-rate.ts';
import { CloseDialog } from './lazy-dialogs.ts';
import { useFailureText } from '#forms/failure-text.ts';
import classes from './positions.module.css';

type CloseCellProps = { readonly position: Position; readonly asset: Asset | undefined };

/** The button that closes a position, or why it can't be closed now. */
export function CloseCell({ position, asset }: CloseCellProps) {
  const isLive = useQuoteState(position.symbol) === 'live';
  return isLive ? (
    <CloseButton position={position} asset={asset} />
  ) : (
    <WhyNotNow position={position} asset={asset} />
  );
}

function WhyNotNow({ position, asset }: CloseCellProps) {
  const stateText = useMarketStateText();
  const rejectionText = useRejectionText();
  const quote = useQuote(position.symbol);
  const nowMs = useNow(MINUTE_MS);
  const state = asset === undefined ? undefined : marketState(asset, quote, nowMs);
  const text =
    state?.kind === 'closed'
      ? stateText(state)
      : rejectionText({ code: 'position-price-unavailable', message: '' });
  return <span className={classes['wait']}>{text}</span>;
}

function CloseButton({ position, asset }: CloseCellProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const failureText = useFailureText();
  const { quotes } = useLive();
  const decimals = asset?.decimals ?? 0;
  const isOffline = useLiveState() !== 'online';
  const [isAsking, setAsking] = useState(false);
  const { stage, send, retry } = useCommand({
    onDone(data) {
      const closed = acknowledgedPosition(data);
      const rate = format.rate(closed?.closed_rate, decimals);
      const result = closeResult(closed?.profit);
      const amount = format.euros(result.amount);
      showToast(t(result.text, { symbol: position.symbol, amount }), t('closedAt', { rate }));
    },
    onFailed: (failure) => showErrorToast(failureText(failure, decimals)),
  });
  const label = t('closeNamed', { direction: t(position.direction), symbol: position.symbol });
  const isSending = stage.kind === 'sending';
  const isUnknown = stage.kind === 'unknown';
  const close = (amount: number | undefined) => {
    setAsking(false);
    const part = amount === undefined ? {} : { amount };
    // The closing price at the displayed quote.
    const price = closingRate(position, quotes.get(position.symbol));
    send('closePosition', { id: position.id, ...(price === undefined ? {} : { price }), ...part });
  };
  const button = useRef<HTMLButtonElement>(null);
  useFocusHandover(button);
  const press = () => {
    if (isSending) return;
    if (isUnknown) retry();
    else if (confirmClose.current()) setAsking(true);
    else close(undefined);
  };
  return (
    <>
      <Button
        ref={button}
        size="compact-sm"
        variant="default"
        className={classes['close'] ?? ''}
        disabled={isOffline}
        aria-disabled={isSending}
        title={isOffline ? t('reconnecting') : undefined}
        aria-label={isSending || isUnknown ? undefined : label}
        onClick={press}
      >
        {isSending ? t('closing') : t(isUnknown ? 'tryAgain' : 'closeOne')}
      </Button>
      <Suspense>
        {isAsking && (
          <CloseDialog
            position={position}
            asset={asset}
            onCancel={() => setAsking(false)}
            onConfirm={close}
          />
        )}
      </Suspense>
    </>
  );
}
