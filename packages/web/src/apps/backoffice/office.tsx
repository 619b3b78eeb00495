import type { ReactNode } from 'react';
import { QueryClient } from '@tanstack/react-query';
import type { Resource as Contract } from '@halyard/contract/backoffice/resource';
import { isAllowed, type Role } from '@halyard/contract/backoffice/roles';
import { RESOURCES } from '@halyard/contract/backoffice/resources';
import { useState } from 'react';
import { Admin, CustomRoutes, memoryStore, Resource } from 'react-admin';
import { Route } from 'react-router';
import { createDataProvider } from './lists/data-provider.ts';
import { HomePage } from './home-page.tsx';
import { OfficeLayout } from './layout/office-layout.tsx';
import { reportsOf } from './reports/office-reports.ts';
import { OwnAccountPage } from './staff/own-account-page.tsx';
import { OverviewPage } from './reports/overview-page.tsx';
import { overviewsOf } from './reports/overviews.ts';
import { PageHeading } from './layout/page-heading.tsx';
import { OWN_SCREENS } from './content/page-parts.ts';
import { ReportPage } from './reports/report-page.tsx';
import { ReportsPage } from './reports/reports-page.tsx';
import { ResourceList } from './lists/resource-list.tsx';
import { ResourcePage } from './resource-page.tsx';
import { currentScheme } from './layout/scheme.ts';
import { useStaff } from './staff/staff-context.ts';
import { TEXTS } from './texts.ts';
import { darkTheme, lightTheme } from './layout/theme.ts';

/** Lists and pages of every resource that the caller's roles permit. */
export function Office(): ReactNode {
  const { roles } = useStaff();
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
  );
  const [dataProvider] = useState(createDataProvider);
  // Filters can contain a customer's name, so nothing is kept after the tab closes.
  const [store] = useState(() => memoryStore());
  const reports = reportsOf(roles);
  const readable = RESOURCES.filter(({ shape }) => isAllowed(roles, shape.read));
  return (
    <Admin
      basename="/backoffice"
      catchAll={NowherePage}
      darkTheme={darkTheme}
      dashboard={HomePage}
      dataProvider={dataProvider}
      defaultTheme={currentScheme()}
      disableTelemetry
      layout={OfficeLayout}
      queryClient={client}
      store={store}
      theme={lightTheme}
    >
      {readable.map((resource) => (
        <Resource
          key={resource.shape.name}
          name={resource.shape.name}
          options={{ label: resource.shape.title }}
          list={<ResourceList resource={resource} />}
          show={<OnePage resource={resource} />}
          {...createOf(resource, roles)}
        />
      ))}
      <CustomRoutes>
        {overviewsOf(roles).map((overview) => (
          <Route
            key={overview.name}
            path={`/${overview.name}`}
            element={<OverviewPage overview={overview} />}
          />
        ))}
        {reports.length > 0 && <Route path="/reports" element={<ReportsPage />} />}
        {reports.map((report) => (
          <Route
            key={report.name}
            path={`/reports/${report.name}`}
            element={<ReportPage report={report} />}
          />
        ))}
        <Route path="/account" element={<OwnAccountPage />} />
      </CustomRoutes>
    </Admin>
  );
}

function OnePage({ resource }: { readonly resource: Contract }) {
  const Own = OWN_SCREENS[resource.shape.name]?.Page ?? ResourcePage;
  return <Own resource={resource} />;
}

/** Create screens, for permitted roles. */
function createOf(resource: Contract, roles: readonly Role[]) {
  const mayCreate = isAllowed(roles, resource.shape.actions['create']?.roles ?? []);
  const hasScreen = OWN_SCREENS[resource.shape.name]?.createText !== undefined;
  return mayCreate && hasScreen ? { create: <OnePage resource={resource} /> } : {};
}

function NowherePage() {
  return <PageHeading title={TEXTS.nowhere} />;
}
