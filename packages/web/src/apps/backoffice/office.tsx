import type { ReactNode } from 'react';
import { QueryClient } from '@tanstack/react-query';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import { RESOURCES } from '@halyard/contract/backoffice/resources';
import { useState } from 'react';
import { Admin, CustomRoutes, memoryStore, Resource } from 'react-admin';
import { Route } from 'react-router';
import { createDataProvider } from './data-provider.ts';
import { HomePage } from './home-page.tsx';
import { OfficeLayout } from './office-layout.tsx';
import { OwnAccountPage } from './own-account-page.tsx';
import { OverviewPage } from './overview-page.tsx';
import { overviewsOf } from './overviews.ts';
import { PageHeading } from './page-heading.tsx';
import { ResourceList } from './resource-list.tsx';
import { ResourcePage } from './resource-page.tsx';
import { currentScheme } from './scheme.ts';
import { useStaff } from './staff-context.ts';
import { TEXTS } from './texts.ts';
import { darkTheme, lightTheme } from './theme.ts';

/** Lists and pages of every resource that the caller's roles may read. */
export function Office(): ReactNode {
  const { roles } = useStaff();
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
  );
  const [dataProvider] = useState(createDataProvider);
  // What was filtered for may name a customer: nothing of it outlives the tab.
  const [store] = useState(() => memoryStore());
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
          show={<ResourcePage resource={resource} />}
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
        <Route path="/account" element={<OwnAccountPage />} />
      </CustomRoutes>
    </Admin>
  );
}

function NowherePage() {
  return <PageHeading title={TEXTS.nowhere} />;
}
