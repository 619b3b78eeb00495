import { Button, Paper, Stack, Typography } from '@mui/material';
import { ListBase } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { ListTable } from './list-table.tsx';
import { filteredListPath } from '../names.ts';
import { fixedFields, type RelatedList } from '../layout/tabs-of.ts';
import { TEXTS } from '../texts.ts';

const ROWS = 10;

type RelatedListsProps = { readonly lists: readonly RelatedList[]; readonly withActions?: boolean };

/** Rows of other resources for this record, newest first. */
export function RelatedLists({ lists, withActions = false }: RelatedListsProps) {
  return lists.map((list) => (
    <Related key={list.resource.shape.name} list={list} withActions={withActions} />
  ));
}

type RelatedProps = { readonly list: RelatedList; readonly withActions: boolean };

function Related({ list, withActions }: RelatedProps) {
  const { resource, filter } = list;
  const { shape } = resource;
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
        <ListTable resource={resource} without={fixedFields(list)} hasActions={withActions} />
      </Paper>
    </ListBase>
  );
}
