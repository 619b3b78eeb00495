import { NavLink } from 'react-router';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';
import { useWaitingText } from '../work-list/waiting-count.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { sectionsOf } from './sections.ts';
import { SoundToggle } from './sound-toggle.tsx';
import classes from './layout.module.css';

type OfficeNavProps = {
  /** Whether the menu is open on a narrow screen. */
  readonly isOpen: boolean;
  /** Called after a link was followed. */
  readonly onLeave: () => void;
};

/** The pages that the caller's roles permit, by subject. */
export function OfficeNav({ isOpen, onLeave }: OfficeNavProps) {
  const { roles } = useStaff();
  const waiting = useWaitingText();
  return (
    <nav
      aria-label={TEXTS.sections}
      className={classes['nav']}
      {...(isOpen ? { 'data-open': true } : {})}
    >
      <div className={classes['sections']}>
        <Section to="/backoffice" text={TEXTS.home} count={waiting} isExact onLeave={onLeave} />
        {sectionsOf(roles).map(({ group, sections }) => (
          <div key={group}>
            <div className={classes['group']}>{TEXTS.groups[group]}</div>
            {sections.map(({ path, text }) => (
              <Section key={path} to={path} text={text} onLeave={onLeave} />
            ))}
          </div>
        ))}
        <div className={classes['narrow']}>
          <LanguageSwitch />
          <SoundToggle />
        </div>
      </div>
    </nav>
  );
}

type SectionProps = {
  readonly to: string;
  readonly text: string;
  /** How many records wait there; '' for none. */
  readonly count?: string;
  readonly isExact?: boolean;
  readonly onLeave: () => void;
};

function Section({ to, text, count = '', isExact = false, onLeave }: SectionProps) {
  return (
    <NavLink className={classes['section'] ?? ''} to={to} end={isExact} onClick={onLeave}>
      {text}
      {count !== '' && (
        <span className={classes['count']} aria-hidden>
          {count}
        </span>
      )}
    </NavLink>
  );
}
