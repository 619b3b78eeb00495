import { Alert, Button, CircularProgress, Paper, Stack, Typography } from '@mui/material';
import { mayRead, type Field, type Resource } from '@halyard/contract/backoffice/resource';
import { ShowBase, useShowContext, type RaRecord } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { ActionBar } from './action-bar.tsx';
import { kindOf } from './field-kind.ts';
import { FactList, FieldValue } from './field-value.tsx';
import { labelOf, listPath } from './names.ts';
import { PageHeading } from './page-heading.tsx';
import { PAGE_PARTS } from './page-parts.ts';
import { RelatedLists } from './related-lists.tsx';
import { useStaff } from './staff-context.ts';
import { TEXTS } from './texts.ts';

type ResourcePageProps = { readonly resource: Resource };

/** All of one that the caller may read, and what they may do with it. */
export function ResourcePage({ resource }: ResourcePageProps) {
  return (
    <ShowBase resource={resource.shape.name} disableAuthentication>
      <Page resource={resource} />
    </ShowBase>
  );
}

function Page({ resource }: ResourcePageProps) {
  const { shape } = resource;
  const shown = useShowContext<RaRecord>();
  const { error, isPending, refetch } = shown;
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
  const Part = PAGE_PARTS[shape.name];
  return (
    <Stack spacing={2}>
      <div>
        <PageHeading title={`${shape.title} ${row.id}`}>{back}</PageHeading>
        <ActionBar resource={resource} id={row.id} row={row} />
      </div>
      {Part !== undefined && <Part row={row} />}
      <Fields resource={resource} row={row} />
      <RelatedLists resource={resource} id={row.id} />
    </Stack>
  );
}

type FieldsProps = ResourcePageProps & { readonly row: RaRecord };

/** Short values together, each long one in a part of its own. */
function Fields({ resource: { shape }, row }: FieldsProps) {
  const { roles } = useStaff();
  const readable = Object.entries<Field>({ ...shape.row, ...shape.detail }).filter(([name]) =>
    mayRead(shape, name, roles),
  );
  const isLong = ([name, { schema }]: readonly [string, Field]): boolean =>
    ['rows', 'record', 'facts'].includes(kindOf(name, schema).kind);
  return (
    <>
      <Paper sx={{ p: 2 }}>
        <FactList
          shape={Object.fromEntries(
            readable.filter((field) => !isLong(field)).map(([name, { schema }]) => [name, schema]),
          )}
          facts={row}
        />
      </Paper>
      {readable.filter(isLong).map(([name, { schema }]) => (
        <Paper key={name} component="section" sx={{ p: 2 }}>
          <Typography variant="h2" sx={{ mb: 1 }}>
            {labelOf(name)}
          </Typography>
          <FieldValue name={name} schema={schema} value={row[name] as unknown} />
        </Paper>
      ))}
    </>
  );
}
