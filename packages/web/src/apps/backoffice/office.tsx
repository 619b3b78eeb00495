import type { Resource } from '@halyard/contract/backoffice/resource';
import { RESOURCES } from './declarations.ts';
import { isAllowed, type Role } from '@halyard/contract/backoffice/roles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link, Route, Routes } from 'react-router';
import { Button } from '#ui/controls.ts';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { Loading } from '#ui/feedback/loading.tsx';
import { OWN_SCREENS } from './content/page-parts.ts';
import { HomePage } from './home-page.tsx';
import { OfficeLayout } from './layout/office-layout.tsx';
import { PageHeading } from './layout/page-heading.tsx';
import { ResourceList } from './lists/resource-list.tsx';
import { reportsOf } from './reports/office-reports.ts';
import { overviewsOf } from './reports/overviews.ts';
import { ResourcePage } from './resource-page.tsx';
import { useStaff } from './staff/staff-context.ts';
import { TEXTS } from './texts.ts';
import { WorkAlerts } from './work-list/work-alerts.tsx';

const OverviewPage = lazyPart(
  async () => (await import('./reports/overview-page.tsx')).OverviewPage,
);
const ReportPage = lazyPart(async () => (await import('./reports/report-page.tsx')).ReportPage);
const ReportsPage = lazyPart(async () => (await import('./reports/reports-page.tsx')).ReportsPage);
const OwnAccountPage = lazyPart(
  async () => (await import('./staff/own-account-page.tsx')).OwnAccountPage,
);

/** Lists and pages of every resource that the caller's roles permit. */
export function Office() {
  // The cache lives as long as the session, so that the next member sees nothing that this one has
  // read.
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
  );
  return (
    <QueryClientProvider client={client}>
      <WorkAlerts />
      <OfficeLayout>
        <Suspense fallback={<Loading label={TEXTS.loading} />}>
          <Pages />
        </Suspense>
      </OfficeLayout>
    </QueryClientProvider>
  );
}

function Pages() {
  const { roles } = useStaff();
  const reports = reportsOf(roles);
  const readable = RESOURCES.filter(({ shape }) => isAllowed(roles, shape.read));
  return (
    <Routes>
      <Route index element={<HomePage />} />
      {readable.map((resource) => pagesOf(resource, roles))}
      {overviewsOf(roles).map((overview) => (
        <Route
          key={overview.name}
          path={overview.name}
          element={<OverviewPage key={overview.name} overview={overview} />}
        />
      ))}
      {reports.length > 0 && <Route path="reports" element={<ReportsPage />} />}
      {reports.map((report) => (
        <Route
          key={report.name}
          path={`reports/${report.name}`}
          element={<ReportPage key={report.name} report={report} />}
        />
      ))}
      <Route path="account" element={<OwnAccountPage />} />
      <Route path="*" element={<Nowhere />} />
    </Routes>
  );
}

function Nowhere() {
  return (
    <PageHeading title={TEXTS.nowhere} hint={TEXTS.nowhereText}>
      <Button variant="default" component={Link} to="/">
        {TEXTS.toHome}
      </Button>
    </PageHeading>
  );
}

/** The list of a resource, the page of one record, and a create screen for permitted roles. */
function pagesOf(resource: Resource, roles: readonly Role[]) {
  const { name, actions } = resource.shape;
  const own = OWN_SCREENS[name];
  const Page = own?.Page ?? ResourcePage;
  const mayCreate = isAllowed(roles, actions['create']?.roles ?? []);
  return (
    <Route key={name} path={name}>
      <Route index element={<ResourceList key={name} resource={resource} />} />
      <Route path=":id/show" element={<Page key={name} resource={resource} />} />
      {mayCreate && own?.createText !== undefined && (
        <Route path="create" element={<Page key={`${name}/create`} resource={resource} />} />
      )}
    </Route>
  );
}
