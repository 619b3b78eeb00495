// Step-up authentication: a call that is rejected for lack of a password or code is repeated with
// what the customer then enters.
import { stepUp } from '@halyard/contract/identity/credentials';
import type { ReplyOf, Route } from '@halyard/contract/route';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/http/api.ts';
import type { CallInput, CallResult } from '#data/http/call.ts';
import { useRejectionText } from '#i18n/rejection-text.ts';
import { Button, PasswordInput, TextInput } from '#ui/controls.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { checkRequired, collectProblems } from './problems.ts';
import classes from './step-up.module.css';
import { useCheckedForm } from './use-checked-form.ts';
import {
  findRequiredStepUp,
  type StepUpCredentials,
  type RequiredStepUp,
} from './required-step-up.ts';

export type StepUpAction<Data> = (credentials: StepUpCredentials) => Promise<CallResult<Data>>;

export type StepUpControl = {
  /** Calls; asks for credentials as often as required; an `aborted` failure if cancelled. */
  readonly run: <Data>(action: StepUpAction<Data>) => Promise<CallResult<Data>>;
  /** Render this beside the form. */
  readonly dialog: ReactNode;
};

type Asked = {
  readonly wanted: RequiredStepUp;
  readonly answer: (given: StepUpCredentials | undefined) => void;
};

export function useStepUp(): StepUpControl {
  const [asked, setAsked] = useState<Asked>();
  const [isTrying, setIsTrying] = useState(false);
  const ask = (wanted: RequiredStepUp): Promise<StepUpCredentials | undefined> =>
    new Promise((answer) => setAsked({ wanted, answer }));
  const run = async <Data,>(action: StepUpAction<Data>): Promise<CallResult<Data>> => {
    let credentials: StepUpCredentials = {};
    for (;;) {
      setIsTrying(true);
      const result = await action(credentials);
      setIsTrying(false);
      const wanted = findRequiredStepUp(result, credentials);
      const given = wanted === undefined ? undefined : await ask(wanted);
      if (given === undefined) setAsked(undefined);
      if (wanted === undefined) return result;
      if (given === undefined) return { kind: 'failure', reason: 'aborted' };
      credentials = { ...credentials, ...given };
    }
  };
  const dialog = asked !== undefined && (
    <StepUpDialog key={asked.wanted.kind} asked={asked} isTrying={isTrying} />
  );
  return { run, dialog };
}

/** For a route that accepts no credentials itself: the session is re-authenticated first. */
export function afterStepUp<const R extends Route>(
  route: R,
  input: CallInput<R>,
): StepUpAction<ReplyOf<R>> {
  return async ({ current_password: password, code }) => {
    if (password !== undefined || code !== undefined) {
      const body = { ...(password === undefined ? {} : { password }), ...(code && { code }) };
      const proved = await call(stepUp, { body });
      if (proved.kind !== 'data') return proved;
    }
    return call(route, input);
  };
}

type StepUpDialogProps = { readonly asked: Asked; readonly isTrying: boolean };

function StepUpDialog({ asked, isTrying }: StepUpDialogProps) {
  const { t } = useTranslation('forms');
  const rejectionText = useRejectionText();
  const { wanted, answer } = asked;
  const isPassword = wanted.kind === 'password';
  const form = useCheckedForm({
    initialValues: { given: '' },
    secrets: isPassword ? ['given'] : [],
    check: ({ given }) =>
      collectProblems<{ given: string }>({ given: checkRequired(given, wanted.kind) }),
    send: ({ given }) => {
      answer(isPassword ? { current_password: given } : { code: given });
      return Promise.resolve({ kind: 'data' as const, data: undefined });
    },
    onDone: () => undefined,
    fieldOfRejection: () => undefined,
    noAnswerText: '',
  });
  const { error, ...field } = form.text('given');
  const refused =
    wanted.rejection === undefined
      ? undefined
      : isPassword
        ? t('wrongPassword')
        : rejectionText(wanted.rejection);
  const shown = {
    ...field,
    error: error ?? (isTrying ? undefined : refused),
    'data-autofocus': true,
  };
  return (
    <ModalDialog
      size="sm"
      title={t('proveTitle')}
      onClose={() => answer(undefined)}
      closeLabel={t('close')}
    >
      <form className={classes['form']} onSubmit={form.submit} noValidate>
        <p className="muted">{t(isPassword ? 'provePassword' : 'proveCode')}</p>
        {isPassword ? (
          <PasswordInput
            label={t('password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
            {...shown}
          />
        ) : (
          <TextInput label={t('code')} autoComplete="one-time-code" {...shown} />
        )}
        <div className={classes['choices']}>
          <Button variant="default" onClick={() => answer(undefined)}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isTrying}>
            {t('goOn')}
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}
