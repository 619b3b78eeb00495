import { VisuallyHidden } from '@mantine/core';
import classes from './change.module.css';
import { joinClasses } from './join-classes.ts';

type ChangeProps = {
  /** Its sign decides the arrow and the colour. */
  readonly value: number | null | undefined;
  /** The size of the change, without a sign. */
  readonly text: string;
};

/** How far something has moved, said by an arrow and by colour; unknown has neither. */
export function Change({ value, text }: ChangeProps) {
  const isKnown = typeof value === 'number' && Number.isFinite(value);
  const tone = isKnown ? (value < 0 ? 'down' : 'up') : 'muted';
  return (
    <span className={joinClasses(classes['change'], tone)}>
      {isKnown && (
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
