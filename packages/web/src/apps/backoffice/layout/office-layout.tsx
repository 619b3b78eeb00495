import {
  AppBar,
  Box,
  Button,
  Collapse,
  Link,
  List,
  ListItemButton,
  Toolbar,
  Typography,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import { logoutStaff } from '@halyard/contract/backoffice/sign-in';
import { useState, type ReactNode } from 'react';
import { useResourceDefinitions, useTheme } from 'react-admin';
import { NavLink, useLocation } from 'react-router';
import { staffCall, staffSession } from '#data/auth/staff.ts';
import { ErrorBoundary } from '#ui/feedback/error-boundary.tsx';
import { ContrastIcon, MenuIcon } from '#ui/icons.tsx';
import { listPath } from '../names.ts';
import { reportsOf } from '../reports/office-reports.ts';
import { overviewsOf } from '../reports/overviews.ts';
import { rememberScheme } from './scheme.ts';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';

const MAIN = 'content';
const NAV_WIDTH_PX = 176;

export function OfficeLayout({ children }: { readonly children?: ReactNode }) {
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'));
  const [openAt, setOpenAt] = useState<string>();
  const { pathname } = useLocation();
  // Following a link closes the narrow menu.
  const isOpen = openAt === pathname;
  return (
    <Box sx={{ minHeight: '100vh', display: 'flex', flexDirection: 'column' }}>
      <SkipLink />
      <Header
        isMenuOpen={isWide ? undefined : isOpen}
        onMenu={() => setOpenAt(isOpen ? undefined : pathname)}
      />
      <Box sx={{ flexGrow: 1, display: 'flex', flexDirection: isWide ? 'row' : 'column' }}>
        {isWide ? (
          <Sections />
        ) : (
          <Collapse in={isOpen} unmountOnExit>
            <Sections />
          </Collapse>
        )}
        <Box
          component="main"
          id={MAIN}
          tabIndex={-1}
          sx={{ flexGrow: 1, minWidth: 0, p: { xs: 1.5, md: 2.5 }, outline: 'none' }}
        >
          <ErrorBoundary
            resetKey={pathname}
            fallback={(retry) => (
              <Button variant="outlined" onClick={retry}>
                {`${TEXTS.broken} · ${TEXTS.retry}`}
              </Button>
            )}
          >
            {children}
          </ErrorBoundary>
        </Box>
      </Box>
    </Box>
  );
}

function SkipLink() {
  return (
    <Link
      href={`#${MAIN}`}
      sx={{
        position: 'absolute',
        left: -9999,
        zIndex: 'tooltip',
        p: 1,
        bgcolor: 'background.paper',
        '&:focus': { left: 8, top: 8 },
      }}
    >
      {TEXTS.skip}
    </Link>
  );
}

type HeaderProps = {
  /** Undefined if there is no menu to open. */
  readonly isMenuOpen: boolean | undefined;
  readonly onMenu: () => void;
};

function Header({ isMenuOpen, onMenu }: HeaderProps) {
  const { name } = useStaff();
  const [theme, setTheme] = useTheme();
  const turn = (): void => {
    const next = theme === 'dark' ? 'light' : 'dark';
    rememberScheme(next);
    setTheme(next);
  };
  return (
    <AppBar position="sticky" component="header">
      <Toolbar variant="dense" sx={{ gap: 0.5, px: { xs: 1, md: 2 } }}>
        {isMenuOpen !== undefined && (
          <Button color="inherit" aria-expanded={isMenuOpen} onClick={onMenu} sx={{ minWidth: 0 }}>
            <MenuIcon />
            <Box component="span" sx={{ ml: 0.5 }}>
              {TEXTS.menu}
            </Box>
          </Button>
        )}
        <Typography
          component="span"
          noWrap
          sx={{ fontWeight: 650, display: { xs: 'none', sm: 'block' } }}
        >
          {TEXTS.product}
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
          sx={{ whiteSpace: 'nowrap' }}
        >
          {name}
        </Button>
        <Button color="inherit" onClick={signOut}>
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

function Sections() {
  const { roles } = useStaff();
  const resources = Object.values(useResourceDefinitions());
  return (
    <Box
      component="nav"
      aria-label={TEXTS.sections}
      sx={{
        width: { xs: 'auto', md: NAV_WIDTH_PX },
        flexShrink: 0,
        borderRight: { md: 1 },
        borderBottom: { xs: 1, md: 0 },
        borderColor: { xs: 'divider', md: 'divider' },
        bgcolor: 'background.paper',
      }}
    >
      <List dense component="div" sx={{ py: 1, position: { md: 'sticky' }, top: 49 }}>
        <Section to="/backoffice" text={TEXTS.home} isExact />
        {overviewsOf(roles).map(({ name, title }) => (
          <Section key={name} to={listPath(name)} text={title} />
        ))}
        {reportsOf(roles).length > 0 && <Section to={listPath('reports')} text={TEXTS.reports} />}
        {resources.map(({ name, options }) => (
          <Section
            key={name}
            to={listPath(name)}
            text={String((options as { label?: string } | undefined)?.label ?? name)}
          />
        ))}
      </List>
    </Box>
  );
}

type SectionProps = { readonly to: string; readonly text: string; readonly isExact?: boolean };

function Section({ to, text, isExact = false }: SectionProps) {
  return (
    <ListItemButton
      component={NavLink}
      to={to}
      end={isExact}
      sx={{
        minHeight: 34,
        fontSize: '0.8125rem',
        color: 'text.secondary',
        '&.active': { color: 'text.primary', fontWeight: 650, bgcolor: 'action.selected' },
      }}
    >
      {text}
    </ListItemButton>
  );
}
