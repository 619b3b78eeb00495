import { logoutStaff } from '@halyard/contract/backoffice/sign-in';
import { NavLink } from 'react-router';
import { staffCall, staffSession } from '#data/auth/staff.ts';
import { ActionIcon, Button } from '#ui/controls.ts';
import { ContrastIcon, MenuIcon } from '#ui/icons.tsx';
import { OfficeKeys } from '../palette/office-keys.tsx';
import { listPath } from '../names.ts';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { rememberScheme, useScheme } from './scheme.ts';
import { SoundToggle } from './sound-toggle.tsx';
import classes from './layout.module.css';

type OfficeHeaderProps = {
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
};

export function OfficeHeader({ isMenuOpen, onMenu }: OfficeHeaderProps) {
  const { name, operator } = useStaff();
  const scheme = useScheme();
  return (
    <header className={classes['header']}>
      <div className={classes['menu']}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={TEXTS.menu}
          aria-expanded={isMenuOpen}
          onClick={onMenu}
        >
          <MenuIcon />
        </ActionIcon>
      </div>
      <span className={classes['operator']}>
        {operator}
        <span className={classes['product']}>{` · ${TEXTS.product}`}</span>
      </span>
      <OfficeKeys />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={TEXTS.theme}
        onClick={() => rememberScheme(scheme === 'dark' ? 'light' : 'dark')}
      >
        <ContrastIcon />
      </ActionIcon>
      <span className={classes['wide']}>
        <SoundToggle />
        <LanguageSwitch />
      </span>
      <NavLink
        className={classes['own'] ?? ''}
        to={listPath('account')}
        aria-label={`${TEXTS.own}: ${name}`}
      >
        {name}
      </NavLink>
      <Button variant="default" onClick={signOut}>
        {TEXTS.logout}
      </Button>
    </header>
  );
}

/** Signs out here at once. The server is notified; if it can't be reached, the session expires. */
function signOut(): void {
  void staffCall(logoutStaff, {});
  staffSession.end('signed-out');
}
