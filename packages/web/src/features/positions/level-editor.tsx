// Changes stop and target of an open position, with the profit at each as it is typed.
import type { Asset, Position } from '@halyard/contract/trading';
import { closingPrice, type Points, toRate } from '@halyard/core/instrument';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '#data/live/live-use-command.ts';
import { useAccountSnapshot, useAssetIndex, useQuote } from '#data/market/trading.tsx';
import { toQuote } from '#data/market/trading-core.ts';
import { LevelUnitField } from '#forms/levels/level-unit-field.tsx';
import { readLevel, type TypedValue } from '#forms/levels/level-units.ts';
import { TrailField } from '#forms/levels/trail-field.tsx';
import {
  type LevelKind,
  useLevelProblemText,
  useLevelOutcomeText,
  writeRate,
} from '#forms/trading-levels.ts';
import { useFormat } from '#i18n/format.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { Button } from '#ui/controls.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { BreakEvenChoice } from './break-even-choice.tsx';
import { useFailureText } from '#forms/failure-text.ts';
import {
  basisOf,
  formProblem,
  type LevelForm,
  levelTexts,
  outcomeAtText,
  trailProblemOf,
  trailTextOf,
  typedLevel,
  updateMessage,
} from './level-form.ts';
import classes from './positions.module.css';

type LevelEditorProps = {
  readonly position: Position;
  readonly asset: Asset;
  /** The level that was dragged on the chart, which the customer confirms before it is saved. */
  readonly moved?: { readonly kind: LevelKind; readonly rate: number } | undefined;
  readonly onClose: () => void;
};

const PRICES: NonNullable<LevelForm['units']> = { stop: 'price', target: 'price' };

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
  const [values, setValues] = useState(() => ({
    texts: {
      ...levelTexts(position, asset, language),
      ...(moved === undefined ? {} : { [moved.kind]: writeRate(moved.rate, asset.decimals) }),
    },
    units: PRICES,
    trailText: trailTextOf(position, asset, language),
  }));
  const { stage, send, retry } = useCommand({
    onDone() {
      showToast(t('levelsSaved'));
      onClose();
    },
  });
  const form: LevelForm = { position, asset, ...values, language, quote };
  const setLevel = (kind: LevelKind, { text, unit }: TypedValue) =>
    setValues({
      ...values,
      texts: { ...values.texts, [kind]: text },
      units: { ...values.units, [kind]: unit },
    });
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
      <EditorField kind="target" form={form} onChange={setLevel} />
      <EditorField kind="stop" form={form} onChange={setLevel} />
      <BreakEvenChoice form={form} onChoose={(text) => setLevel('stop', { text, unit: 'price' })} />
      <EditorTrailField form={form} onText={(trailText) => setValues({ ...values, trailText })} />
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
  readonly onChange: (kind: LevelKind, typed: TypedValue) => void;
};

function EditorField({ kind, form, onChange }: EditorFieldProps) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const outcomeText = useLevelOutcomeText();
  const problemText = useLevelProblemText();
  const problem = formProblem(form, kind);
  const { decimals } = form.asset;
  const typed = typedLevel(form, kind);
  const basis = basisOf(form);
  const level = readLevel(typed, kind, basis);
  const end = outcomeAtText(form, kind);
  const outcome = end && outcomeText(end, decimals);
  const rate = format.rate(level && toRate(level, decimals), decimals);
  const isPrice = typed.unit === 'price';
  return (
    <LevelUnitField
      kind={kind}
      typed={typed}
      basis={basis}
      startPoints={closingPoints(form)}
      error={problem === undefined ? null : problemText(problem, decimals)}
      outcome={isPrice || outcome === undefined ? outcome : t('levelAt', { rate, outcome })}
      onChange={(changed) => onChange(kind, changed)}
    />
  );
}

type TrailProps = { readonly form: LevelForm; readonly onText: (text: string) => void };

function EditorTrailField({ form, onText }: TrailProps) {
  const problemText = useLevelProblemText();
  const { position, asset, trailText = '' } = form;
  const problem = trailProblemOf(form);
  // A guaranteed stop can't trail, because the broker bears its price.
  if (position.protected === 1) return null;
  return (
    <TrailField
      text={trailText}
      decimals={asset.decimals}
      direction={position.direction}
      startPoints={closingPoints(form)}
      error={problem === undefined ? null : problemText(problem, asset.decimals)}
      onText={onText}
    />
  );
}

function closingPoints({ asset, position, quote: live }: LevelForm): Points | undefined {
  const quote = toQuote(asset.symbol, live, asset.decimals);
  return quote && closingPrice(position.direction, quote);
}

type MovedLevelProps = {
  readonly id: number;
  readonly kind: LevelKind;
  readonly rate: number;
  readonly onClose: () => void;
};

/** The editor of an open position whose level was dragged on the chart. */
export function MovedLevelEditor({ id, kind, rate, onClose }: MovedLevelProps) {
  const position = useAccountSnapshot().positions?.open.find((each) => each.id === id);
  const asset = useAssetIndex()?.get(position?.symbol ?? '');
  if (position === undefined || asset === undefined) return null;
  return <LevelEditor position={position} asset={asset} moved={{ kind, rate }} onClose={onClose} />;
}
