import { VisuallyHidden } from '@mantine/core';
import classes from './change.module.css';
import { joinClasses } from '../join-classes.ts';

type ChangeProps = {
  /** Its sign decides the arrow and the colour. */
  readonly value: number | null | undefined;
  /** The size of the change, without a sign. */
  readonly text: string;
};

/** What would be written as 0.00 has not moved. */
const SHOWN_MIN = 0.005;

/** How far something has moved, said by an arrow and by colour; unknown and unmoved have neither. */
export function Change({ value, text }: ChangeProps) {
  const hasMoved = typeof value === 'number' && Math.abs(value) >= SHOWN_MIN;
  const tone = hasMoved ? (value < 0 ? 'down' : 'up') : 'muted';
  return (
    <span className={joinClasses(classes['change'], tone)}>
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
