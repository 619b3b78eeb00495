import { clsx } from 'clsx';
import { useId, type ReactNode } from 'react';
import classes from './card.module.css';

type CardProps = {
  readonly title?: ReactNode;
  /** A short addition to the title, such as a count. */
  readonly note?: ReactNode;
  /** Content at the right end of the title line. */
  readonly aside?: ReactNode;
  /** Whether the card has no padding, for tables and charts. */
  readonly flush?: boolean;
  /**
   * Whether the card fills the height of its container (`--fill`), so that its content scrolls
   * inside.
   */
  readonly fill?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

/**
 * A bordered surface. With a title it is a region that takes the focus when a part of it is
 * removed.
 */
export function Card(props: CardProps) {
  const { title, note, aside, flush = false, fill = false, className, children } = props;
  const titleId = useId();
  const titled = title !== undefined;
  return (
    <section
      className={clsx(classes['card'], fill && classes['fill'], className)}
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
