import { Stack, TableCell } from '@mui/material';
import type { Resource } from '@halyard/contract/backoffice/resource';
import { use } from 'react';
import type { RaRecord } from 'react-admin';
import { ActionBar } from './action-bar.tsx';
import { actionsOn } from './action-target.ts';
import { PAGE_PARTS } from '../content/page-parts.ts';
import { SeenValues } from './seen-values.ts';
import { useStaff } from '../staff/staff-context.ts';

type RowActionsProps = { readonly resource: Resource; readonly row: RaRecord };

/** Actions of the record's page in a list row. */
export function RowActions({ resource, row }: RowActionsProps) {
  const { roles } = useStaff();
  const seen = use(SeenValues);
  const Part = PAGE_PARTS[resource.shape.name];
  return (
    <TableCell>
      <Stack direction="row" sx={{ gap: 0.5 }}>
        {Part !== undefined && <Part row={row} isSmall />}
        <ActionBar
          resource={resource}
          target={{ on: 'one', id: row.id, row: { ...row, ...seen } }}
          actions={actionsOn(resource, 'one', roles)}
          isSmall
        />
      </Stack>
    </TableCell>
  );
}
