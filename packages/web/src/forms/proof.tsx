// Step-up authentication: a call that is rejected for lack of a password or code is repeated with
// what the customer then enters.
import { prove } from '@halyard/contract/identity/credentials';
import type { ReplyOf, Route } from '@halyard/contract/route';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/http/api.ts';
import type { CallInput, CallResult } from '#data/http/call.ts';
import { useRefusalText } from '#i18n/refusal-text.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { checkRequired, collectFaults } from './faults.ts';
import classes from './proof.module.css';
import { useCheckedForm } from './use-checked-form.ts';
import { wantedProof, type Proof, type WantedProof } from './wanted-proof.ts';

export type ProvedAction<Data> = (proof: Proof) => Promise<CallResult<Data>>;

export type Prover = {
  /** Calls; asks for credentials as often as required; an `aborted` failure if cancelled. */
  readonly run: <Data>(action: ProvedAction<Data>) => Promise<CallResult<Data>>;
  /** Render this beside the form. */
  readonly dialog: ReactNode;
};

type Asked = {
  readonly wanted: WantedProof;
  readonly answer: (given: Proof | undefined) => void;
};

export function useProof(): Prover {
  const [asked, setAsked] = useState<Asked>();
  const [isTrying, setIsTrying] = useState(false);
  const ask = (wanted: WantedProof): Promise<Proof | undefined> =>
    new Promise((answer) => setAsked({ wanted, answer }));
  const run = async <Data,>(action: ProvedAction<Data>): Promise<CallResult<Data>> => {
    let proof: Proof = {};
    for (;;) {
      setIsTrying(true);
      const result = await action(proof);
      setIsTrying(false);
      const wanted = wantedProof(result, proof);
      const given = wanted === undefined ? undefined : await ask(wanted);
      if (given === undefined) setAsked(undefined);
      if (wanted === undefined) return result;
      if (given === undefined) return { kind: 'failure', reason: 'aborted' };
      proof = { ...proof, ...given };
    }
  };
  const dialog = asked !== undefined && (
    <ProofDialog key={asked.wanted.kind} asked={asked} isTrying={isTrying} />
  );
  return { run, dialog };
}

/** For a route that accepts no credentials itself: the session is re-authenticated first. */
export function afterProof<const R extends Route>(
  route: R,
  input: CallInput<R>,
): ProvedAction<ReplyOf<R>> {
  return async ({ current_password: password, code }) => {
    if (password !== undefined || code !== undefined) {
      const body = { ...(password === undefined ? {} : { password }), ...(code && { code }) };
      const proved = await call(prove, { body });
      if (proved.kind !== 'data') return proved;
    }
    return call(route, input);
  };
}

type ProofDialogProps = { readonly asked: Asked; readonly isTrying: boolean };

function ProofDialog({ asked, isTrying }: ProofDialogProps) {
  const { t } = useTranslation('forms');
  const refusalText = useRefusalText();
  const { wanted, answer } = asked;
  const isPassword = wanted.kind === 'password';
  const form = useCheckedForm({
    initialValues: { given: '' },
    secrets: isPassword ? ['given'] : [],
    check: ({ given }) =>
      collectFaults<{ given: string }>({ given: checkRequired(given, wanted.kind) }),
    send: ({ given }) => {
      answer(isPassword ? { current_password: given } : { code: given });
      return Promise.resolve({ kind: 'data' as const, data: undefined });
    },
    onDone: () => undefined,
    fieldOfRefusal: () => undefined,
    noAnswerText: '',
  });
  const { error, ...field } = form.text('given');
  const refused =
    wanted.refusal === undefined
      ? undefined
      : isPassword
        ? t('wrongPassword')
        : refusalText(wanted.refusal);
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
