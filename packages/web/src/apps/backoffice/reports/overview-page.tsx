import { useQuery } from '@tanstack/react-query';
import type { Schema } from '@halyard/contract/backoffice/resource';
import { Card } from '#ui/card.tsx';
import { ReportActionForm } from '../actions/report-action-form.tsx';
import { kindOf } from '../lists/field-kind.ts';
import { FieldValue } from '../lists/field-value.tsx';
import { labelOf } from '../names.ts';
import { OVERVIEW_PARTS, REPLY_PARTS } from './overview-parts.ts';
import type { Overview } from './overviews.ts';
import { readOverview, REFRESH_EVERY_MS } from './read-overview.ts';
import { PageHeading } from '../layout/page-heading.tsx';
import { Awaited } from '../parts/failure.tsx';
import parts from '../parts/parts.module.css';
import { TEXTS } from '../texts.ts';

/** A section for each field of the reply, refreshed while the page is visible. */
export function OverviewPage({
  overview: { name, title, route, action },
}: {
  readonly overview: Overview;
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ['overview', name],
    refetchInterval: REFRESH_EVERY_MS,
    queryFn: async ({ signal }) => await readOverview(route, signal),
  });
  const kind = kindOf('', route.reply);
  const fields = kind.kind === 'facts' ? Object.entries(kind.shape) : [];
  const Part = OVERVIEW_PARTS[name];
  return (
    <>
      <PageHeading title={title} />
      <div className={parts['stack']}>
        {(data === undefined || error !== null) && (
          <Awaited error={error} onRetry={() => void refetch()} />
        )}
        {data !== undefined &&
          (Part === undefined ? <Facts shape={fields} data={data} /> : <Part data={data} />)}
        {action !== undefined && data !== undefined && (
          <ReportActionForm
            key={action.title(data)}
            action={action}
            data={data}
            Reply={REPLY_PARTS[name]}
            onDone={() => void refetch()}
          />
        )}
      </div>
    </>
  );
}

type FactsProps = {
  readonly shape: readonly (readonly [name: string, schema: Schema])[];
  readonly data: Readonly<Record<string, unknown>>;
};

function Facts({ shape, data }: FactsProps) {
  return shape.map(([field, schema]) => (
    <Card key={field} title={field === 'at' ? TEXTS.asOf : labelOf(field)}>
      <FieldValue name={field} schema={schema} value={data[field]} />
    </Card>
  ));
}
