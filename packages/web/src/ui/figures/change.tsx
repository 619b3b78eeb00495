import { VisuallyHidden } from '@mantine/core';
import { clsx } from 'clsx';
import classes from './change.module.css';

type ChangeProps = {
  /** The value, whose sign determines the arrow and the colour. */
  readonly value: number | null | undefined;
  /** The size of the change as text, without a sign. */
  readonly text: string;
};

/** The smallest change that is shown; below it the text would be 0.00. */
const SHOWN_MIN = 0.005;

/** A change with an arrow and a colour; an unknown or zero change has neither. */
export function Change({ value, text }: ChangeProps) {
  const hasMoved = typeof value === 'number' && Math.abs(value) >= SHOWN_MIN;
  const tone = hasMoved ? (value < 0 ? 'down' : 'up') : 'muted';
  return (
    <span className={clsx(classes['change'], tone)}>
      {hasMoved && (
        <>
          <span className={classes['glyph']} aria-hidden>
            {value < 0 ? '▼' : '▲'}
          </span>
          <VisuallyHidden>{value < 0 ? '−' : '+'}</VisuallyHidden>
        </>
      )}
      {text}
    </span>
  );
}
