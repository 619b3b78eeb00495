import { Alert, Button, CircularProgress, Stack } from '@mui/material';
import type { Resource } from '@halyard/contract/backoffice/resource';
import { ShowBase, useShowContext, type RaRecord } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { ActionBar } from './actions/action-bar.tsx';
import { listPath } from './names.ts';
import { reportLinks } from './reports/office-reports.ts';
import { PageFields } from './content/page-fields.tsx';
import { PageHeading } from './layout/page-heading.tsx';
import { PAGE_PARTS } from './content/page-parts.ts';
import { PageTabs } from './layout/page-tabs.tsx';
import { tabsOf } from './layout/tabs-of.ts';
import { RelatedLists } from './lists/related-lists.tsx';
import { SeenValues, useSeenValues } from './actions/seen-values.ts';
import { useStaff } from './staff/staff-context.ts';
import { TEXTS } from './texts.ts';

type ResourcePageProps = { readonly resource: Resource };

/** Everything of a record that the caller can read and do. */
export function ResourcePage({ resource }: ResourcePageProps) {
  return (
    <ShowBase resource={resource.shape.name} disableAuthentication>
      <Page resource={resource} />
    </ShowBase>
  );
}

function Page({ resource }: ResourcePageProps) {
  const { shape } = resource;
  const { roles } = useStaff();
  const shown = useShowContext<RaRecord>();
  const { error, isPending, refetch } = shown;
  const seen = useSeenValues(shown.record, shown.isFetching);
  const row = shown.record;
  const back = (
    <Button component={RouterLink} to={listPath(shape.name)}>
      {TEXTS.toList}
    </Button>
  );
  if (isPending || row === undefined) {
    return (
      <>
        <PageHeading title={shape.title}>{back}</PageHeading>
        {error === null || error === undefined ? (
          <CircularProgress aria-label={TEXTS.loading} />
        ) : (
          <Alert
            severity="error"
            action={<Button onClick={() => void refetch()}>{TEXTS.retry}</Button>}
          >
            {error instanceof Error ? error.message : TEXTS.failed}
          </Alert>
        )}
      </>
    );
  }
  return (
    <>
      <PageHeading title={`${shape.title} ${row.id}`}>
        {reportLinks(shape.name, row.id, roles).map(({ title, path }) => (
          <Button key={path} component={RouterLink} to={path}>
            {title}
          </Button>
        ))}
        {back}
      </PageHeading>
      <SeenValues value={seen}>
        <Parts resource={resource} row={{ ...row, ...seen }} />
      </SeenValues>
    </>
  );
}

type PartsProps = ResourcePageProps & { readonly row: RaRecord };

/** The fields above the tabs, and the tabs. */
function Parts({ resource, row }: PartsProps) {
  const { roles } = useStaff();
  const { above, tabs } = tabsOf(resource, row.id, roles);
  const Own = PAGE_PARTS[resource.shape.name];
  return (
    <Stack spacing={2}>
      <ActionBar
        resource={resource}
        target={{ on: 'one', id: row.id, row }}
        actions={above.actions}
      />
      {Own !== undefined && <Own row={row} />}
      <PageFields fields={above.fields} row={row} />
      {tabs.length > 0 && <PageTabs resource={resource} tabs={tabs} row={row} />}
      <RelatedLists lists={above.lists} />
    </Stack>
  );
}
