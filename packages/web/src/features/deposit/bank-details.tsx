import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { toEuros } from '@halyard/core/money';
import { useFormat } from '#i18n/format.ts';
import { drawQr } from '#ui/qr-address.ts';
import classes from './deposit.module.css';
import { printIban, type Transfer, transferCode } from './transfer-code.ts';

/** The account for the transfer of a deposit, and its payment reference. */
export function BankDetails({ transfer }: { readonly transfer: Transfer }) {
  const { t } = useTranslation('deposit');
  const format = useFormat();
  const { account, amountCents, reference } = transfer;
  const picture = useMemo(() => drawQr(transferCode(transfer)), [transfer]);
  const rows = [
    [t('accountHolder'), account.holder],
    ['IBAN', printIban(account.iban)],
    ...(account.bic === undefined ? [] : [['BIC', account.bic] as const]),
    [t('amount'), format.euros(toEuros(amountCents))],
    [t('reference'), reference],
  ] as const;
  return (
    <section className={classes['bank']} aria-label={t('bankDetails')}>
      <div>
        <h3>{t('bankDetails')}</h3>
        <dl>
          {rows.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="muted">{t('referenceHint')}</p>
      </div>
      <img src={picture} alt={t('transferCode')} width="112" height="112" />
    </section>
  );
}
