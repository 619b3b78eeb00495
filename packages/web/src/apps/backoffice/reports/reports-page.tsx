import { Link } from 'react-router';
import { Card } from '#ui/card.tsx';
import { summaryOf } from '../declarations.ts';
import { reportPath } from '../names.ts';
import { reportsOf } from './office-reports.ts';
import { PageHeading } from '../layout/page-heading.tsx';
import parts from '../parts/parts.module.css';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';

/** The reports that the caller can read, with their descriptions. */
export function ReportsPage() {
  const { roles } = useStaff();
  return (
    <>
      <PageHeading title={TEXTS.reports} />
      <div className={parts['cards']}>
        {reportsOf(roles).map(({ name, title, show }) => (
          <Card key={name}>
            <Link className={parts['strong'] ?? ''} to={reportPath(name)}>
              {title}
            </Link>
            <p className={parts['hint']}>{summaryOf(show)}</p>
          </Card>
        ))}
      </div>
    </>
  );
}
