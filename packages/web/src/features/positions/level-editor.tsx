// Changes stop and target of an open position, with the profit at each as it is typed.
import type { Asset, Position } from '@halyard/contract/trading';
import { closingPrice } from '@halyard/core/instrument';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '#data/live/live-use-command.ts';
import { useAccountSnapshot, useAssetIndex, useQuote } from '#data/market/trading.tsx';
import { toQuote } from '#data/market/trading-core.ts';
import { StepInput } from '#forms/step-input.tsx';
import { rateSteps } from '#forms/steps.ts';
import {
  type LevelKind,
  useLevelFaultText,
  useLevelOutcomeText,
  writeRate,
} from '#forms/trading-levels.ts';
import { useFormat } from '#i18n/format.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { BreakEvenChoice } from './break-even-choice.tsx';
import { useFailureText } from '#forms/failure-text.ts';
import {
  formFault,
  type LevelForm,
  levelTexts,
  outcomeAtText,
  updateMessage,
} from './level-form.ts';
import classes from './positions.module.css';

type LevelEditorProps = {
  readonly position: Position;
  readonly asset: Asset;
  /** The level that was moved on the chart, which the customer confirms before it is saved. */
  readonly moved?: { readonly kind: LevelKind; readonly rate: number } | undefined;
  readonly onClose: () => void;
};

export function LevelEditor({ position, asset, moved, onClose }: LevelEditorProps) {
  const { t } = useTranslation('trading');
  return (
    <ModalDialog
      onClose={onClose}
      title={`${t('levels')} · ${position.symbol}`}
      closeLabel={t('dismiss')}
    >
      <EditorForm position={position} asset={asset} moved={moved} onClose={onClose} />
    </ModalDialog>
  );
}

function EditorForm({ position, asset, moved, onClose }: LevelEditorProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const failureText = useFailureText();
  const language = currentLanguage();
  const quote = useQuote(position.symbol);
  const [texts, setTexts] = useState(() => ({
    ...levelTexts(position, asset, language),
    ...(moved === undefined ? {} : { [moved.kind]: writeRate(moved.rate, asset.decimals) }),
  }));
  const { stage, send, retry } = useCommand({
    onDone() {
      showToast(t('levelsSaved'));
      onClose();
    },
  });
  const form: LevelForm = { position, asset, texts, language, quote };
  const message = updateMessage(form);
  const isFailed = stage.kind === 'refused' || stage.kind === 'unsent' || stage.kind === 'unknown';
  const closesAt = position.direction === 'buy' ? quote?.sell : quote?.buy;
  return (
    <form
      className={classes['editor']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (stage.kind === 'unknown') retry();
        else if (message !== undefined) send('updatePosition', message);
      }}
    >
      <p className="muted">
        {t('priceNow')} <b className={classes['now']}>{format.rate(closesAt, asset.decimals)}</b>
      </p>
      <EditorField kind="target" form={form} onChange={setTexts} />
      <EditorField kind="stop" form={form} onChange={setTexts} />
      <BreakEvenChoice form={form} onChoose={(stop) => setTexts({ ...texts, stop })} />
      {isFailed && <Notice tone="down">{failureText(stage, asset.decimals)}</Notice>}
      <Button
        type="submit"
        fullWidth
        disabled={message === undefined}
        loading={stage.kind === 'sending'}
      >
        {t(stage.kind === 'unknown' ? 'tryAgain' : 'saveLevels')}
      </Button>
    </form>
  );
}

type EditorFieldProps = {
  readonly kind: LevelKind;
  readonly form: LevelForm;
  readonly onChange: (texts: LevelForm['texts']) => void;
};

function EditorField({ kind, form, onChange }: EditorFieldProps) {
  const { t } = useTranslation('trading');
  const outcomeText = useLevelOutcomeText();
  const faultText = useLevelFaultText();
  const fault = formFault(form, kind);
  const outcome = outcomeAtText(form, kind);
  const isShown = fault === undefined && outcome !== undefined;
  const { asset, position } = form;
  const quote = toQuote(asset.symbol, form.quote, asset.decimals);
  const closesAt = quote && closingPrice(position.direction, quote);
  return (
    <StepInput
      label={t(kind === 'stop' ? 'stopLoss' : 'takeProfit')}
      name={kind === 'stop' ? 'stop_lost' : 'take_profit'}
      placeholder={t('levelOptional')}
      classNames={{ input: classes['levelInput'] ?? '' }}
      value={form.texts[kind]}
      steps={rateSteps(form.language, asset.decimals, closesAt)}
      error={fault === undefined ? null : faultText(fault, form.asset.decimals)}
      description={isShown ? outcomeText(outcome, form.asset.decimals) : null}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onText={(text) => onChange({ ...form.texts, [kind]: text })}
    />
  );
}

type MovedLevelProps = {
  readonly id: number;
  readonly kind: LevelKind;
  readonly rate: number;
  readonly onClose: () => void;
};

/** The editor of an open position whose level was moved on the chart. */
export function MovedLevelEditor({ id, kind, rate, onClose }: MovedLevelProps) {
  const position = useAccountSnapshot().positions?.open.find((each) => each.id === id);
  const asset = useAssetIndex()?.get(position?.symbol ?? '');
  if (position === undefined || asset === undefined) return null;
  return <LevelEditor position={position} asset={asset} moved={{ kind, rate }} onClose={onClose} />;
}
