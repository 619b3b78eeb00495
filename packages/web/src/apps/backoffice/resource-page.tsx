import type { Resource, ResourceShape } from '@halyard/contract/backoffice/resource';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { Button } from '#ui/controls.ts';
import { ActionBar } from './actions/action-bar.tsx';
import { SeenValues, useSeenValues } from './actions/seen-values.ts';
import { PageFields } from './content/page-fields.tsx';
import { EVIDENCE_PARTS, PAGE_PARTS, PARTS_WITH_ACTIONS } from './content/page-parts.ts';
import { PageHeading } from './layout/page-heading.tsx';
import { PageTabs } from './layout/page-tabs.tsx';
import { recordTitle } from './layout/record-title.ts';
import { tabsOf } from './layout/tabs-of.ts';
import { CallError, readRecord, type Row } from './lists/list-calls.ts';
import { lastListPath } from './lists/list-memory.ts';
import { RelatedLists } from './lists/related-lists.tsx';
import { Awaited } from './parts/failure.tsx';
import parts from './parts/parts.module.css';
import { reportLinks } from './reports/office-reports.ts';
import { useStaff } from './staff/staff-context.ts';
import { TEXTS } from './texts.ts';
import { AssignedRecord } from './work-list/assigned.tsx';

type ResourcePageProps = { readonly resource: Resource };

/** Everything of a record that the caller can read and do. */
export function ResourcePage({ resource }: ResourcePageProps) {
  const id = useParams()['id'] ?? '';
  return <Page key={id} resource={resource} id={id} />;
}

function Page({ resource, id }: ResourcePageProps & { readonly id: string }) {
  const { shape } = resource;
  const { roles } = useStaff();
  const {
    data: row,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['one', shape.name, id],
    queryFn: async () => await readRecord(resource, id),
  });
  const seen = useSeenValues(row, isFetching);
  const back = (
    <Button variant="default" component={Link} to={lastListPath(shape.name)}>
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
  if (row === undefined) {
    return (
      <>
        <PageHeading title={shape.one}>{back}</PageHeading>
        <Awaited error={error} onRetry={() => void refetch()} />
      </>
    );
  }
  const title = recordTitle(shape, row, roles);
  return (
    <>
      <PageHeading title={title} hint={titleHint(shape, row)}>
        {shape.queues !== undefined && <AssignedRecord shape={shape} id={row.id} title={title} />}
        {reportLinks(shape.name, row.id, roles).map(({ title, path }) => (
          <Button key={path} variant="default" component={Link} to={path}>
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
function isNotFound(error: Error | null): boolean {
  return error instanceof CallError && [404, 422, 400].includes(error.status);
}

/** The kind of record, where the title is a name. */
function titleHint({ one, heading }: ResourceShape, row: Row): string {
  const email: unknown = row['email'];
  const words = [heading === undefined ? '' : one, typeof email === 'string' ? email : ''];
  return words.filter((word) => word !== '').join(' · ');
}

const NONE: readonly string[] = [];

type PartsProps = ResourcePageProps & { readonly row: Row };

/** The fields above the tabs, and the tabs. */
function Parts({ resource, row }: PartsProps) {
  const { roles } = useStaff();
  const { above, tabs } = tabsOf(resource, row.id, roles);
  const Own = PAGE_PARTS[resource.shape.name];
  const Evidence = EVIDENCE_PARTS[resource.shape.name];
  const actions = (
    <ActionBar
      resource={resource}
      target={{ on: 'one', id: row.id, row }}
      actions={above.actions}
    />
  );
  const hasActions = PARTS_WITH_ACTIONS.has(resource.shape.name);
  const own = Own !== undefined && (
    <Suspense>
      <Own row={row}>{hasActions && actions}</Own>
    </Suspense>
  );
  return (
    <div className={parts['stack']}>
      {resource.shape.header !== undefined && own}
      {!hasActions && actions}
      {resource.shape.header === undefined && own}
      {Evidence !== undefined && (
        <Suspense>
          <Evidence row={row} />
        </Suspense>
      )}
      <PageFields fields={above.fields} row={row} rare={resource.shape.folded ?? NONE} />
      {tabs.length > 0 && <PageTabs resource={resource} tabs={tabs} row={row} />}
      <RelatedLists lists={above.lists} />
    </div>
  );
}
