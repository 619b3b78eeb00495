import { AppBar, Box, Button, Toolbar, Typography } from '@mui/material';
import { logoutStaff } from '@halyard/contract/backoffice/sign-in';
import { useTheme } from 'react-admin';
import { NavLink } from 'react-router';
import { staffCall, staffSession } from '#data/auth/staff.ts';
import { ContrastIcon, MenuIcon } from '#ui/icons.tsx';
import { listPath } from '../names.ts';
import { currentScheme, rememberScheme } from './scheme.ts';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';

/** A long name must not push the buttons off a phone. */
const NAME = {
  maxWidth: { xs: 96, sm: 240 },
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

type OfficeHeaderProps = {
  /** Undefined if there is no menu to open. */
  readonly isMenuOpen: boolean | undefined;
  readonly onMenu: () => void;
};

export function OfficeHeader({ isMenuOpen, onMenu }: OfficeHeaderProps) {
  const { name, operator } = useStaff();
  const [, setTheme] = useTheme();
  const turn = (): void => {
    const next = currentScheme() === 'dark' ? 'light' : 'dark';
    rememberScheme(next);
    setTheme(next);
  };
  return (
    <AppBar position="sticky" component="header">
      <Toolbar variant="dense" sx={{ gap: 0.5, px: { xs: 1, md: 2 } }}>
        {isMenuOpen !== undefined && (
          <Button
            color="inherit"
            aria-label={TEXTS.menu}
            aria-expanded={isMenuOpen}
            onClick={onMenu}
            sx={{ minWidth: 0 }}
          >
            <MenuIcon />
          </Button>
        )}
        <Typography component="span" noWrap sx={{ fontWeight: 650, minWidth: 0 }}>
          {operator}
          <Box
            component="span"
            sx={{ color: 'text.secondary', fontWeight: 400, display: { xs: 'none', sm: 'inline' } }}
          >
            {` · ${TEXTS.product}`}
          </Box>
        </Typography>
        <Box sx={{ flexGrow: 1 }} />
        <Button color="inherit" aria-label={TEXTS.theme} onClick={turn} sx={{ minWidth: 0 }}>
          <ContrastIcon />
        </Button>
        <Button
          color="inherit"
          component={NavLink}
          to={listPath('account')}
          aria-label={`${TEXTS.own}: ${name}`}
          sx={{ minWidth: 0 }}
        >
          <Box component="span" sx={NAME}>
            {name}
          </Box>
        </Button>
        <Button color="inherit" onClick={signOut} sx={{ whiteSpace: 'nowrap' }}>
          {TEXTS.logout}
        </Button>
      </Toolbar>
    </AppBar>
  );
}

/** Signs out here at once. The server is notified; if it can't be reached, the session expires. */
function signOut(): void {
  void staffCall(logoutStaff, {});
  staffSession.end('signed-out');
}
