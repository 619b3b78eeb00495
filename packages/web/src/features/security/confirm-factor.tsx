import { useTranslation } from 'react-i18next';
import { checkRequired, collectProblems } from '#forms/problems.ts';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { Button, TextInput } from '#ui/controls.ts';
import { QrCode } from './qr-code.tsx';
import classes from './security.module.css';

type ConfirmFactorProps = {
  readonly secret: string;
  readonly uri: string;
  readonly isSending: boolean;
  readonly onCode: (code: string) => void;
  readonly onCancel: () => void;
};

/**
 * Shows the secret for the app and requires its first code, because an app without the secret would
 * lock the customer out.
 */
export function ConfirmFactor(props: ConfirmFactorProps) {
  const { secret, uri, isSending, onCode, onCancel } = props;
  const { t } = useTranslation(['security', 'forms']);
  const form = useCheckedForm({
    initialValues: { code: '' },
    secrets: [],
    check: ({ code }) => collectProblems<{ code: string }>({ code: checkRequired(code, 'code') }),
    send: ({ code }) => {
      onCode(code);
      return Promise.resolve({ kind: 'data' as const, data: undefined });
    },
    onDone: () => undefined,
    fieldOfRejection: () => undefined,
    noAnswerText: '',
  });
  return (
    <form className={classes['confirm']} onSubmit={form.submit} noValidate>
      <QrCode text={uri} label={t('qrLabel')} />
      <div className={classes['body']}>
        <p>{t('scan')}</p>
        <p className="muted">
          {t('orType')} <code className={classes['secret']}>{secret}</code>
        </p>
        <TextInput label={t('forms:code')} autoComplete="one-time-code" {...form.text('code')} />
        <div className={classes['actions']}>
          <Button type="submit" loading={isSending}>
            {t('confirm')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('forms:cancel')}
          </Button>
        </div>
      </div>
    </form>
  );
}
