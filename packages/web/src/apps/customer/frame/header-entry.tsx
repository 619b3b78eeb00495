import { clsx } from 'clsx';
import { Link, useMatch } from 'react-router';
import classes from './header.module.css';

type EntryProps = {
  readonly to: string;
  /** Marked as current on this page and all below it. */
  readonly below: string;
  /** Marked only on this page. */
  readonly isExact?: boolean;
  readonly children: string;
};

/** An entry of the main menu. */
export function Entry({ to, below, isExact = false, children }: EntryProps) {
  const isHere = useMatch(isExact ? below : `${below}/*`) !== null;
  return (
    <Link
      to={to}
      className={clsx(classes['entry'], isHere && classes['on'])}
      {...(isHere ? { 'aria-current': 'page' } : {})}
    >
      {children}
    </Link>
  );
}
