import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import classes from './badge.module.css';

export type Tone = 'up' | 'down' | 'warn' | 'neutral';

type BadgeProps = { readonly tone: Tone; readonly children: ReactNode };

/** A status in one or two words. */
export function Badge({ tone, children }: BadgeProps) {
  return <span className={clsx(classes['badge'], classes[tone])}>{children}</span>;
}

/** A kind, such as the direction of a position; squarer and denser than a badge. */
export function Pill({ tone, children }: BadgeProps) {
  return <span className={clsx(classes['pill'], classes[tone])}>{children}</span>;
}
