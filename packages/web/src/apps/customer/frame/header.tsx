import { Link } from 'react-router';
import { useSessionToken } from '#data/auth/session.ts';
import { LanguageSwitch, ThemeSwitch } from '#features/settings/settings.ts';
import { PATHS } from '#paths.ts';
import { operatorName } from '#operator-name.ts';
import { SidePart } from '#ui/dialogs/side-part.tsx';
import { Logo } from '#ui/logo.tsx';
import classes from './header.module.css';
import { CustomerHeader } from './signed-in-part.ts';
import { VisitorHeader } from './visitor-header.tsx';

/** The page header: logo, main menu and account. */
export function Header() {
  const token = useSessionToken();
  return (
    <header className={classes['header']}>
      <Link to={PATHS.home} className={classes['home']} aria-label={operatorName()}>
        <Logo name={operatorName()} />
      </Link>
      {token === undefined ? (
        <VisitorHeader settings={<Settings />} />
      ) : (
        <SidePart>
          <CustomerHeader key={token} settings={<Settings />} />
        </SidePart>
      )}
    </header>
  );
}

function Settings() {
  return (
    <>
      <LanguageSwitch />
      <ThemeSwitch />
    </>
  );
}
