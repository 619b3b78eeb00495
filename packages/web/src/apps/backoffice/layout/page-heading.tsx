import { useEffect, type ReactNode } from 'react';
import parts from '../parts/parts.module.css';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';
import { useWaitingText } from '../work-list/waiting-count.ts';
import classes from './layout.module.css';

type PageHeadingProps = {
  readonly title: string;
  /** A line below the title. */
  readonly hint?: string;
  /** The actions of the whole page. */
  readonly children?: ReactNode;
};

/** The page's heading, which is also the tab's title, after the number of records that wait. */
export function PageHeading({ title, hint = '', children }: PageHeadingProps) {
  const { operator } = useStaff();
  const waiting = useWaitingText();
  useEffect(() => {
    const count = waiting === '' ? '' : `(${waiting}) `;
    document.title = `${count}${title} · ${operator} · ${TEXTS.product}`;
  }, [title, operator, waiting]);
  return (
    <div className={classes['heading']}>
      <div className={classes['titles']}>
        <h1 className={classes['title']}>{title}</h1>
        {hint !== '' && <p className={parts['hint']}>{hint}</p>}
      </div>
      {children}
    </div>
  );
}
