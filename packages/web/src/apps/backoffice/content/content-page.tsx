import type { Resource } from '@halyard/contract/backoffice/resource';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { Button } from '#ui/controls.ts';
import { readPreview, readRow } from './content-calls.ts';
import { ContentEditor } from './content-editor.tsx';
import { CONTENT_TEXTS } from './content-texts.ts';
import { listPath } from '../names.ts';
import { PageHeading } from '../layout/page-heading.tsx';
import { Awaited } from '../parts/failure.tsx';
import { TEXTS } from '../texts.ts';

/** A page or singleton: its form, its preview and its versions. */
export function ContentPage({ resource }: { readonly resource: Resource }) {
  const id = useParams()['id'];
  // The component is remounted for each record.
  return <Loaded key={id ?? ''} resource={resource} id={id} />;
}

type LoadedProps = { readonly resource: Resource; readonly id: string | undefined };

function Loaded({ resource, id }: LoadedProps) {
  const [loads, setLoads] = useState(0);
  const { data, error, refetch } = useQuery({
    queryKey: ['content', resource.shape.name, id ?? ''],
    // The form's base data; reloaded only on request.
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async () => {
      const row = id === undefined ? undefined : await readRow({ resource, id });
      const request = { data: row?.data ?? {}, language: 'en' } as const;
      return { row, first: await readPreview({ resource, id }, request) };
    },
  });
  const { title } = resource.shape;
  if (data !== undefined) {
    return (
      <ContentEditor
        key={loads}
        subject={{ resource, id }}
        row={data.row}
        first={data.first}
        onChanged={() => void refetch()}
        onReload={() => void refetch().then(() => setLoads(loads + 1))}
      />
    );
  }
  return (
    <>
      <PageHeading title={id === undefined ? CONTENT_TEXTS.newPage : title}>
        <Button variant="default" component={Link} to={listPath(resource.shape.name)}>
          {TEXTS.toList}
        </Button>
      </PageHeading>
      <Awaited error={error} onRetry={() => void refetch()} />
    </>
  );
}
