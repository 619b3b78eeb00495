// Amends a pending order: amount, order price, levels and expiry.
import type { Order } from '@halyard/contract/orders';
import type { Asset } from '@halyard/contract/trading';
import { comparedPrice } from '@halyard/core/order';
import { toRate } from '@halyard/core/instrument';
import { MINUTE_MS } from '@halyard/core/time';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '#data/live/live-use-command.ts';
import { useAccountSnapshot, useAssetIndex, useQuote } from '#data/market/trading.tsx';
import { useNow } from '#data/market/use-now.ts';
import { toQuote } from '#data/market/trading-core.ts';
import {
  OrderExpiryField,
  OrderLevelField,
  OrderPriceField,
  OrderTrailField,
  type OrderTermsProps,
} from '#forms/order-terms-fields.tsx';
import { useOrderName } from '#forms/order-terms-text.ts';
import { StepInput } from '#forms/step-input.tsx';
import { amountSteps } from '#forms/steps.ts';
import { writeRate } from '#forms/trading-levels.ts';
import { useFormat } from '#i18n/format.ts';
import { readAmount } from '#i18n/figure-text.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { useFailureText } from '#forms/failure-text.ts';
import { useRejectionText } from '#i18n/rejection-text.ts';
import { Button } from '#ui/controls.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import {
  type AmendProblems,
  type AmendForm,
  amendProblems,
  amendForm,
  amendMessage,
} from './amend-form.ts';
import classes from './orders.module.css';

export type MovedTerm = { readonly kind: 'price' | 'stop' | 'target'; readonly rate: number };

type OrderEditorProps = {
  readonly order: Order;
  readonly asset: Asset;
  /** The level that was dragged on the chart, which the customer confirms before it is saved. */
  readonly moved?: MovedTerm | undefined;
  readonly onClose: () => void;
};

export function OrderEditor({ order, asset, moved, onClose }: OrderEditorProps) {
  const { t } = useTranslation('trading');
  const orderName = useOrderName();
  return (
    <ModalDialog
      onClose={onClose}
      title={`${orderName(order)} · ${order.symbol}`}
      closeLabel={t('dismiss')}
    >
      <EditorForm order={order} asset={asset} moved={moved} onClose={onClose} />
    </ModalDialog>
  );
}

function EditorForm({ order, asset, moved, onClose }: OrderEditorProps) {
  const { t } = useTranslation('orders');
  const { t: tradingText } = useTranslation('trading');
  const format = useFormat();
  const failureText = useFailureText();
  const amountText = useAmountProblemText();
  const language = currentLanguage();
  const { decimals } = asset;
  const live = useQuote(order.symbol);
  const nowMs = useNow(MINUTE_MS);
  const [form, setForm] = useState<AmendForm>(() => ({
    ...amendForm(order, { decimals, language }),
    ...movedTerms(moved, decimals),
  }));
  const { stage, send, retry } = useCommand({
    onDone() {
      showToast(t('orderSaved'));
      onClose();
    },
  });
  const setting = { order, asset, quote: live, language, nowMs };
  const { amount, terms: problems } = amendProblems(form, setting);
  const isInvalid = amount !== undefined || problems.length > 0;
  const isFailed = stage.kind === 'refused' || stage.kind === 'unsent' || stage.kind === 'unknown';
  const quote = toQuote(order.symbol, live, decimals);
  const now = quote && comparedPrice(order, quote);
  const fields: OrderTermsProps = {
    form,
    context: {
      kind: order.kind,
      direction: order.direction,
      asset,
      amountCents: readAmount(form.amountText, language),
      leverage: order.leverage,
    },
    problems,
    startPoints: now,
    onChange: (terms) => setForm({ ...form, ...terms }),
  };
  return (
    <form
      className={classes['editor']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (stage.kind === 'unknown') retry();
        else if (!isInvalid) send('amendOrder', amendMessage(form, setting));
      }}
    >
      <p className="muted">
        {tradingText('priceNow')}{' '}
        <b className={classes['now']}>
          {format.rate(now === undefined ? undefined : toRate(now, decimals), decimals)}
        </b>
      </p>
      <OrderPriceField {...fields} hint={null} />
      <StepInput
        label={tradingText('amount')}
        name="amount"
        leftSection="€"
        classNames={{ input: classes['figure'] ?? '' }}
        value={form.amountText}
        steps={amountSteps(language)}
        error={amountText(amount)}
        onText={(amountText) => setForm({ ...form, amountText })}
      />
      <div className={classes['levels']}>
        <OrderLevelField {...fields} kind="stop" outcome={null} />
        <OrderLevelField {...fields} kind="target" outcome={null} />
        <OrderTrailField {...fields} />
      </div>
      <OrderExpiryField {...fields} />
      {isFailed && <Notice tone="down">{failureText(stage, decimals)}</Notice>}
      <Button type="submit" fullWidth disabled={isInvalid} loading={stage.kind === 'sending'}>
        {stage.kind === 'unknown' ? tradingText('tryAgain') : t('save')}
      </Button>
    </form>
  );
}

function useAmountProblemText(): (problem: AmendProblems['amount']) => string | null {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const rejectionText = useRejectionText();
  return (problem) => {
    if (problem === undefined) return null;
    const example = format.euros(250);
    return problem === 'unreadable' ? t('amountUnreadable', { example }) : rejectionText(problem);
  };
}

function movedTerms(moved: MovedTerm | undefined, decimals: number): Partial<AmendForm> {
  if (moved === undefined) return {};
  const text = writeRate(moved.rate, decimals);
  switch (moved.kind) {
    case 'price':
      return { priceText: text };
    case 'stop':
      return { stopText: text, stopUnit: 'price' };
    case 'target':
      return { targetText: text, targetUnit: 'price' };
  }
}

type MovedOrderProps = MovedTerm & { readonly id: number; readonly onClose: () => void };

/** The form of a pending order whose line was dragged on the chart. */
export function AmendMovedOrder({ id, kind, rate, onClose }: MovedOrderProps) {
  const order = useAccountSnapshot().orders?.find((each) => each.id === id);
  const asset = useAssetIndex()?.get(order?.symbol ?? '');
  if (order === undefined || asset === undefined) return null;
  return <OrderEditor order={order} asset={asset} moved={{ kind, rate }} onClose={onClose} />;
}
