import { useId, type ReactNode } from 'react';
import classes from './card.module.css';
import { joinClasses } from './join-classes.ts';

type CardProps = {
  readonly title?: ReactNode;
  /** Small words beside the title, such as a count. */
  readonly note?: ReactNode;
  /** What stands at the right end of the title line. */
  readonly aside?: ReactNode;
  /** Without inner space, for tables and charts that reach the edges. */
  readonly flush?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

/**
 * A surface with a one-pixel edge. With a title it is a region of its own, which takes the focus of a
 * part that leaves it.
 */
export function Card({ title, note, aside, flush = false, className, children }: CardProps) {
  const titleId = useId();
  const titled = title !== undefined;
  return (
    <section
      className={joinClasses(classes['card'], className)}
      {...(titled ? { 'aria-labelledby': titleId, tabIndex: -1 } : {})}
    >
      {titled && (
        <header className={classes['head']}>
          <h2 id={titleId} className={classes['title']}>
            {title}
          </h2>
          {note !== undefined && <span className={classes['note']}>{note}</span>}
          {aside !== undefined && <div className={classes['aside']}>{aside}</div>}
        </header>
      )}
      <div className={flush ? undefined : classes['body']}>{children}</div>
    </section>
  );
}
