import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmFactor, enrolAffiliateFactor } from '#data/auth/affiliate.ts';
import { checkRequired, collectProblems } from '#forms/problems.ts';
import { FormFailure } from '#forms/form-failure.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { Button, TextInput } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { drawQr } from '#ui/qr-address.ts';
import classes from './affiliate.module.css';

type Secret = { readonly secret: string; readonly uri: string };

/** Sets up the authenticator app, without which an affiliate sees nothing. */
export function AffiliateFactor({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const { t } = useTranslation('affiliate');
  const [secret, setSecret] = useState<Secret>();
  const form = useCheckedForm({
    initialValues: {},
    secrets: [],
    check: () => ({}),
    send: enrolAffiliateFactor,
    onDone: setSecret,
    fieldOfRejection: () => undefined,
    noAnswerText: t('factorFailed'),
  });
  return (
    <Card title={t('factor')}>
      {secret === undefined ? (
        <form className={classes['form']} onSubmit={form.submit} noValidate>
          <FormFailure form={form} />
          <Button type="submit" className={classes['save']} loading={form.isSending}>
            {t('factorBegin')}
          </Button>
        </form>
      ) : (
        <Confirm secret={secret} onConfirmed={onConfirmed} />
      )}
    </Card>
  );
}

type ConfirmProps = { readonly secret: Secret; readonly onConfirmed: () => void };

/** Requires a first code, because an app without the secret would lock the affiliate out. */
function Confirm({ secret: { secret, uri }, onConfirmed }: ConfirmProps) {
  const { t } = useTranslation(['affiliate', 'forms']);
  const form = useCheckedForm({
    initialValues: { code: '' },
    secrets: ['code'],
    check: ({ code }) => collectProblems<{ code: string }>({ code: checkRequired(code, 'code') }),
    send: ({ code }) => confirmFactor(code.trim()),
    onDone: onConfirmed,
    fieldOfRejection: (code) => (code === 'code-invalid' ? 'code' : undefined),
    noAnswerText: t('factorFailed'),
  });
  return (
    <form className={classes['form']} onSubmit={form.submit} noValidate>
      <p>{t('factorScan')}</p>
      <img className={classes['qr']} src={drawQr(uri)} alt={t('factorQr')} />
      <p>
        {t('factorType')} <code className={classes['secret']}>{secret}</code>
      </p>
      <TextInput
        label={t('forms:code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.text('code')}
      />
      <FormFailure form={form} />
      <Button type="submit" className={classes['save']} loading={form.isSending}>
        {t('factorConfirm')}
      </Button>
    </form>
  );
}
