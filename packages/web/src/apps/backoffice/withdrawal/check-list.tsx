import { TEXTS } from '../texts.ts';
import type { Check } from './decision-checks.ts';
import classes from './withdrawal.module.css';

const MARKS = { up: '✓', warn: '!', down: '✕' } as const;

/** The arguments for and against a decision. */
export function CheckList({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <ul className={classes['checks']} aria-label={TEXTS.checks}>
      {checks.map(({ text, tone }) => (
        <li key={text} className={classes['check']} data-tone={tone}>
          <span aria-hidden>{MARKS[tone]}</span>
          {text}
        </li>
      ))}
    </ul>
  );
}
