import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAssetIndex } from '#data/market/trading.tsx';
import { useTradingRejectionText } from '#i18n/trading-rejection-text.ts';
import { platformPath } from '#paths.ts';
import { Button } from '#ui/controls.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './order-ticket.module.css';
import type { Ticket } from './use-ticket.ts';

/**
 * The result of an order of another symbol. Only that symbol's own ticket offers to retry it: here
 * it would look like an order of the displayed symbol.
 */
export function OtherOutcome({ ticket: { command, sent } }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('orders');
  const { t: tradingText } = useTranslation('trading');
  const rejectionText = useTradingRejectionText();
  const assets = useAssetIndex();
  const { stage } = command;
  if (sent === undefined || stage.kind === 'idle' || stage.kind === 'sending') return null;
  const { symbol } = sent;
  const decimals = assets?.get(symbol)?.decimals ?? 0;
  return (
    <>
      <Notice tone={stage.kind === 'refused' ? 'down' : 'warn'}>
        {stage.kind === 'unknown' && t('otherUnknown', { symbol })}
        {stage.kind === 'unsent' && t('otherUnsent', { symbol })}
        {stage.kind === 'refused' &&
          t('otherRefused', { symbol, reason: rejectionText(stage.rejection, decimals) })}
      </Notice>
      <div className={classes['choices']}>
        <Button component={Link} to={platformPath(symbol)}>
          {t('goTo', { symbol })}
        </Button>
        <Button variant="default" onClick={command.reset}>
          {tradingText('dismiss')}
        </Button>
      </div>
    </>
  );
}
