import { Alert, LinearProgress, Paper, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from '@halyard/contract/backoffice/resource';
import * as z from 'zod/mini';
import { callDeclared } from '#data/auth/staff.ts';
import { failureText } from '../lists/data-provider.ts';
import { DeedForm } from '../actions/deed-form.tsx';
import { kindOf } from '../lists/field-kind.ts';
import { FieldValue } from '../lists/field-value.tsx';
import { labelOf } from '../names.ts';
import { OVERVIEW_PARTS, REPLY_PARTS } from './overview-parts.ts';
import type { Overview } from './overviews.ts';
import { PageHeading } from '../layout/page-heading.tsx';
import { TEXTS } from '../texts.ts';

const REFRESH_EVERY_MS = 10_000;
const Reply = z.record(z.string(), z.unknown());

/** A section for each field of the reply, refreshed while the page is visible. */
export function OverviewPage({
  overview: { name, title, route, deed },
}: {
  readonly overview: Overview;
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ['overview', name],
    refetchInterval: REFRESH_EVERY_MS,
    queryFn: async ({ signal }) => {
      // Background polling doesn't count as use of the session.
      const result = await callDeclared(route, {}, { signal, background: true });
      if (result.kind !== 'data') throw new Error(failureText(result));
      return Reply.parse(result.data);
    },
  });
  const kind = kindOf('', route.reply);
  const fields = kind.kind === 'facts' ? Object.entries(kind.shape) : [];
  const Part = OVERVIEW_PARTS[name];
  return (
    <>
      <PageHeading title={title} />
      {error !== null && <Alert severity="error">{error.message}</Alert>}
      {data === undefined && error === null && <LinearProgress aria-label={TEXTS.loading} />}
      <Stack spacing={2}>
        {data !== undefined &&
          (Part === undefined ? <Facts shape={fields} data={data} /> : <Part data={data} />)}
        {deed !== undefined && data !== undefined && (
          <DeedForm
            key={deed.title(data)}
            deed={deed}
            data={data}
            Reply={REPLY_PARTS[name]}
            onDone={() => void refetch()}
          />
        )}
      </Stack>
    </>
  );
}

type FactsProps = {
  readonly shape: readonly (readonly [name: string, schema: Schema])[];
  readonly data: Readonly<Record<string, unknown>>;
};

function Facts({ shape, data }: FactsProps) {
  return shape.map(([field, schema]) => (
    <Paper key={field} component="section" sx={{ p: 2 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {field === 'at' ? TEXTS.asOf : labelOf(field)}
      </Typography>
      <FieldValue name={field} schema={schema} value={data[field]} />
    </Paper>
  ));
}
