import { PAGE_ROWS, type Resource } from '@halyard/contract/backoffice/resource';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import { Paper } from '@mui/material';
import { ListBase } from 'react-admin';
import { ActionBar } from './action-bar.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ListPager } from './list-pager.tsx';
import { ListTable } from './list-table.tsx';
import { PageHeading } from './page-heading.tsx';
import { useStaff } from './staff-context.ts';

type ResourceListProps = { readonly resource: Resource };

/** A list with all that its declaration allows the caller. */
export function ResourceList({ resource }: ResourceListProps) {
  const { shape } = resource;
  const { roles } = useStaff();
  const order = shape.order === 'asc' ? 'ASC' : 'DESC';
  return (
    <ListBase
      resource={shape.name}
      perPage={PAGE_ROWS}
      sort={{ field: shape.sorts[0], order }}
      disableAuthentication
      exporter={false}
    >
      <PageHeading title={shape.title}>
        <ActionBar resource={resource} id={undefined} />
        {isAllowed(roles, shape.export) && <ExportButton resource={resource} />}
      </PageHeading>
      <FilterBar shape={shape} />
      <Paper sx={{ overflow: 'hidden' }}>
        <ListTable shape={shape} />
        <ListPager />
      </Paper>
    </ListBase>
  );
}
