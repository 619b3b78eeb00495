import type { WithdrawalTerms } from '@halyard/contract/transactions';
import { toEuros } from '@halyard/core/money';
import { useTranslation } from 'react-i18next';
import { readAmount } from '#i18n/figure-text.ts';
import { useFormat } from '#i18n/format.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { splitWithdrawal } from './withdrawal-split.ts';
import classes from './withdrawal.module.css';

const SOURCES = { 1: 'toCard', 3: 'toAlternative', 9: 'toTitan' } as const;

type SplitListProps = {
  readonly amount: string;
  /** The maximum in euros; a larger amount shows no preview. */
  readonly maximum: number;
  readonly terms: WithdrawalTerms;
};

/** Previews how the typed amount will be paid out, and where. */
export function SplitList({ amount, maximum, terms }: SplitListProps) {
  const { t } = useTranslation('withdrawal');
  const format = useFormat();
  const amountCents = readAmount(amount, currentLanguage());
  const isPossible = amountCents !== undefined && toEuros(amountCents) <= maximum;
  const split = isPossible ? splitWithdrawal(amountCents, terms) : undefined;
  if (split === undefined) return null;
  const nameOf = (source: WithdrawalTerms['sources'][number] | undefined): string => {
    const key = SOURCES[source?.type_id as keyof typeof SOURCES];
    if (source === undefined || key === undefined) return t('toBank');
    return source.provider === null ? t(key) : `${t(key)} · ${source.provider}`;
  };
  return (
    <output className={classes['split']}>
      <dl>
        <div>
          <dt>{t('fee')}</dt>
          <dd>{format.euros(toEuros(split.feeCents))}</dd>
        </div>
        {split.parts.map(({ source, amountCents: part }) => (
          <div key={`${source?.type_id ?? 'bank'} ${source?.provider ?? ''}`}>
            <dt>{nameOf(source)}</dt>
            <dd>{format.euros(toEuros(part))}</dd>
          </div>
        ))}
        <div>
          <dt>{t('youGet')}</dt>
          <dd>{format.euros(toEuros(split.paidCents))}</dd>
        </div>
      </dl>
      <p className="muted">{t('splitHint')}</p>
    </output>
  );
}
