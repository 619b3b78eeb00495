import { Alert, Button, CircularProgress, Stack } from '@mui/material';
import type { Resource, ResourceShape } from '@halyard/contract/backoffice/resource';
import { HttpError, ShowBase, useShowContext, type RaRecord } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { ActionBar } from './actions/action-bar.tsx';
import { listPath } from './names.ts';
import { reportLinks } from './reports/office-reports.ts';
import { PageFields } from './content/page-fields.tsx';
import { PageHeading } from './layout/page-heading.tsx';
import { PAGE_PARTS } from './content/page-parts.ts';
import { recordTitle } from './layout/record-title.ts';
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
    <ShowBase
      resource={resource.shape.name}
      disableAuthentication
      // Otherwise an unknown id would lead to the list without a word.
      queryOptions={{ onError: () => undefined }}
    >
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
  if (isNotFound(error)) {
    return (
      <PageHeading title={`${shape.one} ${TEXTS.notFound}`} hint={TEXTS.notFoundText}>
        {back}
      </PageHeading>
    );
  }
  if (isPending || row === undefined) {
    return (
      <>
        <PageHeading title={shape.one}>{back}</PageHeading>
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
      <PageHeading title={recordTitle(shape, row, roles)} hint={titleHint(shape, row)}>
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

/** An id that can't exist is rejected as invalid. */
function isNotFound(error: unknown): boolean {
  return error instanceof HttpError && [404, 422, 400].includes(Number(error.status));
}

/** The kind of record, where the title is a name. */
function titleHint({ one, heading }: ResourceShape, row: RaRecord): string {
  const email: unknown = row['email'];
  const parts = [heading === undefined ? '' : one, typeof email === 'string' ? email : ''];
  return parts.filter((part) => part !== '').join(' · ');
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
