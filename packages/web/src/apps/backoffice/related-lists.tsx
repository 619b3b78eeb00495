import { Button, Paper, Stack, Typography } from '@mui/material';
import type { Resource } from '@halyard/contract/backoffice/resource';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import { RESOURCES } from '@halyard/contract/backoffice/resources';
import { ListBase } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { ListTable } from './list-table.tsx';
import { filteredListPath } from './names.ts';
import { useStaff } from './staff-context.ts';
import { TEXTS } from './texts.ts';

const ROWS = 10;

type RelatedListsProps = { readonly resource: Resource; readonly id: string | number };

/** What other lists hold of this one: each that can be filtered by it. */
export function RelatedLists({ resource, id }: RelatedListsProps) {
  const { roles } = useStaff();
  const related = RESOURCES.filter(({ shape }) => isAllowed(roles, shape.read)).flatMap((other) => {
    const filter = filterOf(other, resource.shape.name, id);
    return filter === undefined || other === resource ? [] : [{ other, filter }];
  });
  return related.map(({ other, filter }) => (
    <Related key={other.shape.name} resource={other} filter={filter} />
  ));
}

type RelatedProps = {
  readonly resource: Resource;
  readonly filter: Readonly<Record<string, string>>;
};

function Related({ resource: { shape }, filter }: RelatedProps) {
  return (
    <ListBase
      resource={shape.name}
      filter={filter}
      perPage={ROWS}
      sort={{ field: shape.sorts[0], order: 'DESC' }}
      storeKey={false}
      disableSyncWithLocation
      disableAuthentication
      exporter={false}
    >
      <Paper component="section" sx={{ overflow: 'hidden' }}>
        <Stack direction="row" sx={{ alignItems: 'center', p: 1, pl: 2 }}>
          <Typography variant="h2" sx={{ flexGrow: 1 }}>
            {shape.title}
          </Typography>
          <Button component={RouterLink} to={filteredListPath(shape.name, filter)}>
            {TEXTS.showAll}
          </Button>
        </Stack>
        <ListTable shape={shape} />
      </Paper>
    </ListBase>
  );
}

/** A filter named after the resource, or after what the audit log calls it. */
function filterOf(
  { shape }: Resource,
  name: string,
  id: string | number,
): Readonly<Record<string, string>> | undefined {
  const one = name.replace(/s$/, '').replaceAll('-', '_');
  const named = [one, `${one}_id`].find((filter) => Object.hasOwn(shape.filters, filter));
  if (named !== undefined) return { [named]: String(id) };
  return shape.name === 'audit' ? { subject: `${name.replace(/s$/, '')}:${id}` } : undefined;
}
