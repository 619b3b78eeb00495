import { Alert, Button, Paper, Stack, Typography } from '@mui/material';
import {
  listStaffSessions,
  revokeStaffSession,
  updateStaffPassword,
} from '@halyard/contract/backoffice/sign-in';
import { parseInput } from '@halyard/contract/parse-input';
import type { OpenSession } from '@halyard/contract/identity/sessions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { staffCall } from '#data/auth/staff.ts';
import { failureText } from '../lists/data-provider.ts';
import { OwnSessionsTable } from './own-sessions-table.tsx';
import { PageHeading } from '../layout/page-heading.tsx';
import { TextInput } from '../actions/text-input.tsx';
import { TEXTS } from '../texts.ts';
import { useDeed } from '../actions/use-deed.ts';

const SESSIONS_KEY = ['staff-sessions'];

/** The member's own password and sign-in sessions. */
export function OwnAccountPage() {
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: SESSIONS_KEY });
  return (
    <>
      <PageHeading title={TEXTS.own} />
      <Stack spacing={2}>
        <PasswordForm onDone={reload} />
        <Sessions onRevoked={reload} />
      </Stack>
    </>
  );
}

const EMPTY = { current_password: '', new_password: '', confirm_password: '' };
const FIELDS = [
  ['current_password', TEXTS.currentPassword, 'current-password'],
  ['new_password', TEXTS.newPassword, 'new-password'],
  ['confirm_password', TEXTS.repeatPassword, 'new-password'],
] as const;

/** Changes the member's own password. */
export function PasswordForm({ onDone }: { readonly onDone: () => void }) {
  const [values, setValues] = useState(EMPTY);
  const [isDone, setIsDone] = useState(false);
  const deed = useDeed(Object.keys(EMPTY));
  const submit = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setIsDone(false);
    const parsed = parseInput(updateStaffPassword.body, values);
    if (!parsed.ok) {
      deed.fail(parsed.errors);
      return;
    }
    const answer = await deed.send(staffCall(updateStaffPassword, { body: values }));
    if (answer === undefined) return;
    setValues(EMPTY);
    setIsDone(true);
    onDone();
  };
  return (
    <Paper component="section" sx={{ p: 2, maxWidth: 440 }}>
      <Stack
        component="form"
        noValidate
        spacing={2}
        onSubmit={(event: SyntheticEvent<HTMLFormElement>) => void submit(event)}
      >
        <Typography variant="h2">{TEXTS.changePassword}</Typography>
        {isDone && <Alert severity="success">{TEXTS.passwordChanged}</Alert>}
        {deed.failure !== undefined && <Alert severity="error">{deed.failure}</Alert>}
        {FIELDS.map(([name, label, autoComplete]) => (
          <TextInput
            key={name}
            type="password"
            label={label}
            autoComplete={autoComplete}
            value={values[name]}
            error={deed.errors[name]}
            onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
          />
        ))}
        <div>
          <Button type="submit" variant="contained" disabled={deed.isSending}>
            {TEXTS.changePassword}
          </Button>
        </div>
      </Stack>
    </Paper>
  );
}

function Sessions({ onRevoked }: { readonly onRevoked: () => void }) {
  const deed = useDeed([]);
  const { data, error } = useQuery<OpenSession[]>({
    queryKey: SESSIONS_KEY,
    queryFn: async () => {
      const result = await staffCall(listStaffSessions, {});
      if (result.kind !== 'data') throw new Error(failureText(result));
      return result.data;
    },
  });
  const revoke = async (id: string): Promise<void> => {
    const answer = await deed.send(staffCall(revokeStaffSession, { body: { id } }));
    if (answer !== undefined) onRevoked();
  };
  const failure = deed.failure ?? error?.message;
  return (
    <Paper component="section" sx={{ overflow: 'hidden' }}>
      <Typography variant="h2" sx={{ p: 2, pb: 1 }}>
        {TEXTS.sessions}
      </Typography>
      {failure !== undefined && <Alert severity="error">{failure}</Alert>}
      <OwnSessionsTable
        sessions={data ?? []}
        isSending={deed.isSending}
        onRevoke={(id) => void revoke(id)}
      />
    </Paper>
  );
}
