import { getDayFigures } from '@halyard/contract/backoffice/day-figures';
import { getDealing } from '@halyard/contract/backoffice/dealing';
import { Suspense } from 'react';
import classes from './home/home.module.css';
import { choiceText } from './names.ts';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { Loading } from '#ui/feedback/loading.tsx';
import { PageHeading } from './layout/page-heading.tsx';
import { mayCall } from './reports/overviews.ts';
import { useStaff } from './staff/staff-context.ts';
import { TEXTS } from './texts.ts';
import { WorkList } from './work-list/work-list.tsx';

const DayPanel = lazyPart(async () => (await import('./home/day-panel.tsx')).DayPanel);

/**
 * The routes of the day's figures. For a role that may call neither, the work list has the full
 * width.
 */
const DAY_ROUTES = [getDayFigures, getDealing];

/** The start page: pending work, and the day in figures beside it. */
export function HomePage() {
  const { roles, name } = useStaff();
  return (
    <>
      <PageHeading
        title={TEXTS.homeTitle}
        hint={`${name} · ${roles.map((role) => choiceText('roles', role)).join(', ')}`}
      />
      {roles.length === 0 ? (
        <p>{TEXTS.noRoles}</p>
      ) : (
        <div className={classes['home']}>
          <div className={classes['work']}>
            <WorkList />
          </div>
          {DAY_ROUTES.some((route) => mayCall(route, roles)) && (
            <Suspense fallback={<Loading label={TEXTS.loading} />}>
              <DayPanel />
            </Suspense>
          )}
        </div>
      )}
    </>
  );
}
