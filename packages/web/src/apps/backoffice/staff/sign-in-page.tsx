// The only page for visitors without a session. The password stays in this component until the
// authenticator app is set up.
import { enrolStaff, loginStaff } from '@halyard/contract/backoffice/sign-in';
import { useEffect, useState, type SyntheticEvent } from 'react';
import { staffCall, staffSession } from '#data/auth/staff.ts';
import { Button } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { Loading } from '#ui/feedback/loading.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { drawQr } from '#ui/qr-address.ts';
import { TextInput } from '../actions/text-input.tsx';
import { LanguageSwitch } from '../layout/language-switch.tsx';
import parts from '../parts/parts.module.css';
import { rejectionText } from '../rejection-texts.ts';
import { TEXTS } from '../texts.ts';
import { useSubmission, type Errors } from '../actions/use-submission.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { useSignOn } from './use-sign-on.ts';
import classes from './staff.module.css';

const FIELDS = ['email', 'password', 'code'] as const;
type Values = Readonly<Record<(typeof FIELDS)[number], string>>;
type Secret = { readonly secret: string; readonly uri: string };

export function SignInPage() {
  const [values, setValues] = useState<Values>({ email: '', password: '', code: '' });
  const [secret, setSecret] = useState<Secret>();
  const submission = useSubmission(FIELDS);
  const signOn = useSignOn(submission);
  // Otherwise the tab's title would still name the last record that the member opened.
  useEffect(() => {
    document.title = `${TEXTS.signIn} · ${TEXTS.product}`;
  }, []);
  const set = (name: keyof Values) => (value: string) =>
    setValues((before) => ({ ...before, [name]: value }));

  const submit = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const { email, password } = values;
    const code = values.code.trim();
    const missing = missingOf(values, secret === undefined ? ['email', 'password'] : ['code']);
    if (Object.keys(missing).length > 0) {
      submission.fail(missing);
      return;
    }
    const sent = { email, password, ...(code === '' ? {} : { code }) };
    const result = await staffCall(loginStaff, { body: sent });
    if (result.kind === 'refusal' && result.code === 'second-factor-missing') {
      const given = await submission.send(staffCall(enrolStaff, { body: { email, password } }));
      if (given !== undefined) {
        setSecret(given);
        set('code')('');
      }
      return;
    }
    if (result.kind === 'refusal' && ['second-factor', 'code-invalid'].includes(result.code)) {
      submission.fail({ code: rejectionText(result) });
      return;
    }
    const session = await submission.send(Promise.resolve(result));
    if (session !== undefined) staffSession.begin(session.access_token);
  };

  const failure = submission.failure ?? submission.errors['passkey'];
  if (signOn.isOpening) return <Loading label={TEXTS.signingOn} />;
  return (
    <main className={parts['center']}>
      <Card className={classes['door'] ?? ''}>
        <span className={classes['language']}>
          <LanguageSwitch />
        </span>
        <form className={parts['fields']} noValidate onSubmit={(event) => void submit(event)}>
          <p className={parts['hint']}>{TEXTS.product}</p>
          <h1 className={classes['title']}>
            {secret === undefined ? TEXTS.signIn : TEXTS.enrolTitle}
          </h1>
          <EndNotice isHidden={failure !== undefined} />
          {failure !== undefined && <Notice tone="down">{failure}</Notice>}
          {secret === undefined ? (
            <>
              {signOn.label !== undefined && (
                <>
                  <Button size="lg" disabled={submission.isSending} onClick={signOn.leave}>
                    {signOn.label}
                  </Button>
                  <p className={classes['or']}>{TEXTS.or}</p>
                </>
              )}
              <TextInput
                label={TEXTS.email}
                type="email"
                autoComplete="username"
                value={values.email}
                error={submission.errors['email']}
                onChange={set('email')}
              />
              <TextInput
                label={TEXTS.password}
                type="password"
                autoComplete="current-password"
                value={values.password}
                error={submission.errors['password']}
                onChange={set('password')}
              />
            </>
          ) : (
            <Enrolment secret={secret} />
          )}
          <TextInput
            label={TEXTS.code}
            autoComplete="one-time-code"
            inputMode="text"
            hint={TEXTS.codeHint}
            value={values.code}
            error={submission.errors['code']}
            onChange={set('code')}
          />
          <Button
            type="submit"
            size="lg"
            variant={signOn.label === undefined || secret !== undefined ? 'filled' : 'default'}
            disabled={submission.isSending}
          >
            {secret === undefined ? TEXTS.signIn : TEXTS.enrolDone}
          </Button>
          {secret === undefined ? (
            <PasskeyButton submission={submission} />
          ) : (
            <Button variant="default" onClick={() => setSecret(undefined)}>
              {TEXTS.back}
            </Button>
          )}
        </form>
      </Card>
    </main>
  );
}

/** Why a previously signed-in member must sign in again. */
function EndNotice({ isHidden }: { readonly isHidden: boolean }) {
  const end = staffSession.lastEnd();
  if (isHidden || end === undefined) return undefined;
  return <Notice tone="neutral">{end === 'signed-out' ? TEXTS.signedOut : TEXTS.ended}</Notice>;
}

function Enrolment({ secret }: { readonly secret: Secret }) {
  return (
    <>
      <p>{TEXTS.enrolIntro}</p>
      <img
        src={drawQr(secret.uri)}
        alt={TEXTS.enrolQr}
        width={200}
        height={200}
        className={classes['code']}
      />
      <p className={classes['secret']}>
        {TEXTS.secret}: <code>{secret.secret}</code>
      </p>
    </>
  );
}

function missingOf(values: Values, names: readonly (keyof Values)[]): Errors {
  const missing = names.filter((name) => values[name].trim() === '');
  return Object.fromEntries(missing.map((name) => [name, TEXTS.required]));
}
