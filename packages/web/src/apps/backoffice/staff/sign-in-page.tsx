// The only page for visitors without a session. The password stays in this component until the
// authenticator app is set up.
import { Alert, Box, Button, Paper, Stack, Typography } from '@mui/material';
import { enrolStaff, loginStaff } from '@halyard/contract/backoffice/sign-in';
import { useState, type SyntheticEvent } from 'react';
import { staffCall, staffSession } from '#data/auth/staff.ts';
import { drawQr } from '#ui/qr-address.ts';
import { TextInput } from '../actions/text-input.tsx';
import { TEXTS } from '../texts.ts';
import { useDeed, type Errors } from '../actions/use-deed.ts';

const FIELDS = ['email', 'password', 'code'] as const;
type Values = Readonly<Record<(typeof FIELDS)[number], string>>;
type Secret = { readonly secret: string; readonly uri: string };

export function SignInPage() {
  const [values, setValues] = useState<Values>({ email: '', password: '', code: '' });
  const [secret, setSecret] = useState<Secret>();
  const deed = useDeed(FIELDS);
  const set = (name: keyof Values) => (value: string) =>
    setValues((before) => ({ ...before, [name]: value }));

  const submit = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const { email, password } = values;
    const code = values.code.trim();
    const missing = missingOf(values, secret === undefined ? ['email', 'password'] : ['code']);
    if (Object.keys(missing).length > 0) {
      deed.fail(missing);
      return;
    }
    const sent = { email, password, ...(code === '' ? {} : { code }) };
    const result = await staffCall(loginStaff, { body: sent });
    if (result.kind === 'refusal' && result.code === 'second-factor-missing') {
      const given = await deed.send(staffCall(enrolStaff, { body: { email, password } }));
      if (given !== undefined) {
        setSecret(given);
        set('code')('');
      }
      return;
    }
    if (result.kind === 'refusal' && ['second-factor', 'code-invalid'].includes(result.code)) {
      deed.fail({ code: result.message });
      return;
    }
    const session = await deed.send(Promise.resolve(result));
    if (session !== undefined) staffSession.begin(session.access_token);
  };

  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Paper sx={{ p: 3, width: 'min(100%, 380px)' }}>
        <Stack
          component="form"
          noValidate
          spacing={2}
          onSubmit={(event: SyntheticEvent<HTMLFormElement>) => void submit(event)}
        >
          <Typography variant="body2" color="text.secondary">
            {TEXTS.product}
          </Typography>
          <Typography variant="h1">
            {secret === undefined ? TEXTS.signIn : TEXTS.enrolTitle}
          </Typography>
          <EndNotice isHidden={deed.failure !== undefined} />
          {deed.failure !== undefined && <Alert severity="error">{deed.failure}</Alert>}
          {secret === undefined ? (
            <>
              <TextInput
                label={TEXTS.email}
                type="email"
                autoComplete="username"
                value={values.email}
                error={deed.errors['email']}
                onChange={set('email')}
              />
              <TextInput
                label={TEXTS.password}
                type="password"
                autoComplete="current-password"
                value={values.password}
                error={deed.errors['password']}
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
            error={deed.errors['code']}
            onChange={set('code')}
          />
          <Button type="submit" variant="contained" size="medium" disabled={deed.isSending}>
            {secret === undefined ? TEXTS.signIn : TEXTS.enrolDone}
          </Button>
          {secret !== undefined && (
            <Button onClick={() => setSecret(undefined)}>{TEXTS.back}</Button>
          )}
        </Stack>
      </Paper>
    </Box>
  );
}

/** Why a previously signed-in member must sign in again. */
function EndNotice({ isHidden }: { readonly isHidden: boolean }) {
  const end = staffSession.lastEnd();
  if (isHidden || end === undefined) return undefined;
  return <Alert severity="info">{end === 'signed-out' ? TEXTS.signedOut : TEXTS.ended}</Alert>;
}

function Enrolment({ secret }: { readonly secret: Secret }) {
  return (
    <>
      <Typography variant="body2">{TEXTS.enrolIntro}</Typography>
      <img
        src={drawQr(secret.uri)}
        alt={TEXTS.enrolQr}
        width={200}
        height={200}
        style={{ background: '#fff', borderRadius: 6, alignSelf: 'center' }}
      />
      <Typography variant="body2">
        {TEXTS.secret}: <code style={{ overflowWrap: 'anywhere' }}>{secret.secret}</code>
      </Typography>
    </>
  );
}

function missingOf(values: Values, names: readonly (keyof Values)[]): Errors {
  const missing = names.filter((name) => values[name].trim() === '');
  return Object.fromEntries(missing.map((name) => [name, TEXTS.required]));
}
