import type { Asset, Position } from '@halyard/contract/trading';
import { toEuros } from '@halyard/core/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmClose } from '#data/storage/preference.ts';
import { toCents } from '#data/market/trading-core.ts';
import { useOpenProfit, useQuote } from '#data/market/trading.tsx';
import { StepInput } from '#forms/step-input.tsx';
import { amountSteps } from '#forms/steps.ts';
import { useFormat } from '#i18n/format.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { Button } from '#ui/controls.ts';
import { Checkbox } from '#ui/inputs/checkbox.ts';
import { ChoiceChips } from '#ui/inputs/choice-chips.tsx';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { type ClosePart, readClosePart, shareOf } from './close-part.ts';
import { closingRate } from './closing-rate.ts';
import { toneOf } from './position-cells.tsx';
import classes from './positions.module.css';

const SHARES_PERCENT = [25, 50, 75, 100] as const;

type CloseDialogProps = {
  readonly position: Position;
  readonly asset: Asset | undefined;
  readonly onCancel: () => void;
  /** The amount in euros; undefined for the whole position. */
  readonly onConfirm: (amount: number | undefined) => void;
};

/** Asks how much of a position to close, and shows the expected result. */
export function CloseDialog({ position, asset, onCancel, onConfirm }: CloseDialogProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const language = currentLanguage();
  const wholeCents = toCents(position.amount);
  const write = (euros: number) =>
    euros.toLocaleString(language, { minimumFractionDigits: 2, useGrouping: false });
  const [text, setText] = useState(write(position.amount));
  const [isAsking, setAsking] = useState(true);
  const part = readClosePart(text, language, wholeCents);
  const amount = part.kind === 'part' ? toEuros(part.amountCents) : position.amount;
  const profit = useOpenProfit({ ...position, amount, profit: null }, asset);
  const rate = closingRate(position, useQuote(position.symbol));
  const problemText = usePartProblemText(position.amount);
  const problem = problemText(part);
  const shown = SHARES_PERCENT.find(
    (percent) => text === write(toEuros(shareOf(wholeCents, percent))),
  );
  return (
    <ModalDialog
      size="sm"
      onClose={onCancel}
      title={t('closeNamed', { direction: t(position.direction), symbol: position.symbol })}
      closeLabel={t('dismiss')}
    >
      <form
        className={classes['editor']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (problem !== undefined) return;
          confirmClose.set(isAsking);
          onConfirm(part.kind === 'part' ? amount : undefined);
        }}
      >
        <ChoiceChips
          legend={t('closeShare')}
          name="close-share"
          values={SHARES_PERCENT}
          chosen={shown}
          write={(percent) => `${percent} %`}
          onChoose={(percent) => setText(write(toEuros(shareOf(wholeCents, percent))))}
        />
        <StepInput
          label={t('amount')}
          name="close-amount"
          leftSection="€"
          classNames={{ input: classes['levelInput'] ?? '' }}
          value={text}
          steps={amountSteps(language)}
          error={problem ?? null}
          onText={setText}
        />
        <dl className={classes['details']}>
          <div>
            <dt>{t('priceNow')}</dt>
            <dd>{format.rate(rate, asset?.decimals ?? 0)}</dd>
          </div>
          <div>
            <dt>{t('profit')}</dt>
            <dd className={toneOf(profit)}>
              {format.signedEuros(problem === undefined ? profit : null)}
            </dd>
          </div>
        </dl>
        <Checkbox
          label={t('askBeforeClosing')}
          checked={isAsking}
          onChange={(event) => setAsking(event.currentTarget.checked)}
        />
        <Button type="submit" fullWidth disabled={problem !== undefined} data-autofocus>
          {part.kind === 'part'
            ? t('closeAmount', { amount: format.euros(amount) })
            : t('closeWhole')}
        </Button>
      </form>
    </ModalDialog>
  );
}

function usePartProblemText(whole: number): (part: ClosePart) => string | undefined {
  const { t } = useTranslation('trading');
  const format = useFormat();
  return ({ kind }) => {
    switch (kind) {
      case 'whole':
      case 'part':
        return undefined;
      case 'unreadable':
        return t('amountUnreadable', { example: format.euros(whole) });
      case 'too-much':
        return t('closeTooMuch', { amount: format.euros(whole) });
      case 'too-little':
        return t('figureTooSmall', { minimum: format.euros(1) });
      case 'too-little-left':
        return t('closeTooLittleLeft', { minimum: format.euros(1) });
    }
  };
}
