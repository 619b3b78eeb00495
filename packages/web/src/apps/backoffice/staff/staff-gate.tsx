// Shows nothing of the back office without a session: the sign-in page appears at the same address.
import { Alert, Box, Button, CircularProgress, CssBaseline, Stack } from '@mui/material';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import { getStaffSelf, type StaffSelf } from '@halyard/contract/backoffice/sign-in';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { staffCall, staffSession } from '#data/auth/staff.ts';
import { failureText } from '../lists/data-provider.ts';
import { currentScheme } from '../layout/scheme.ts';
import { PasswordForm } from './own-account-page.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { StaffContext } from './staff-context.ts';
import { TEXTS } from '../texts.ts';
import { darkTheme, lightTheme } from '../layout/theme.ts';

export function StaffGate({ children }: { readonly children: ReactNode }) {
  const token = useSyncExternalStore(staffSession.subscribe, staffSession.current);
  const theme = createTheme(currentScheme() === 'dark' ? darkTheme : lightTheme);
  if (token !== undefined) return <SignedIn key={token}>{children}</SignedIn>;
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline enableColorScheme />
      <SignInPage />
    </ThemeProvider>
  );
}

type Asked = { readonly member?: StaffSelf; readonly failure?: string };

function SignedIn({ children }: { readonly children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>({});
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void staffCall(getStaffSelf, {}).then((result) => {
      if (!isCurrent) return;
      setAsked(result.kind === 'data' ? { member: result.data } : { failure: failureText(result) });
    });
    return () => {
      isCurrent = false;
    };
  }, [tries]);
  if (asked.member !== undefined && asked.member.must_change_password !== true)
    return <StaffContext value={asked.member}>{children}</StaffContext>;
  const reload = () => setTries(tries + 1);
  const theme = createTheme(currentScheme() === 'dark' ? darkTheme : lightTheme);
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline enableColorScheme />
      <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center' }}>
        {asked.member !== undefined ? (
          <FirstPassword onDone={reload} />
        ) : asked.failure === undefined ? (
          <CircularProgress aria-label={TEXTS.loading} />
        ) : (
          <Alert severity="error" action={<Button onClick={reload}>{TEXTS.retry}</Button>}>
            {asked.failure}
          </Alert>
        )}
      </Box>
    </ThemeProvider>
  );
}

/** For a member whose password somebody else made: nothing else opens before it is changed. */
function FirstPassword({ onDone }: { readonly onDone: () => void }) {
  return (
    <Stack spacing={2} sx={{ p: 2, width: 'min(100%, 472px)' }}>
      <Alert severity="info">{TEXTS.firstPassword}</Alert>
      <PasswordForm onDone={onDone} />
    </Stack>
  );
}
