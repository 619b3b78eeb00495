import { labelOf } from './names.ts';
import { PageHeading } from './layout/page-heading.tsx';
import { useStaff } from './staff/staff-context.ts';
import { TEXTS } from './texts.ts';
import { WorkList } from './work-list/work-list.tsx';

/** The start page: pending work. */
export function HomePage() {
  const { roles, name } = useStaff();
  return (
    <>
      <PageHeading title={TEXTS.homeTitle} hint={`${name} · ${roles.map(labelOf).join(', ')}`} />
      {roles.length === 0 ? <p>{TEXTS.noRoles}</p> : <WorkList />}
    </>
  );
}
