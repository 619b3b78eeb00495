import type { Resource } from '@halyard/contract/backoffice/resource';
import { Suspense, use } from 'react';
import { ROW_PARTS } from '../content/page-parts.ts';
import type { Row } from '../lists/list-calls.ts';
import parts from '../parts/parts.module.css';
import { useStaff } from '../staff/staff-context.ts';
import { ActionBar } from './action-bar.tsx';
import { actionsOn } from './action-target.ts';
import { SeenValues } from './seen-values.ts';

type RowActionsProps = { readonly resource: Resource; readonly row: Row };

/** Actions of the record's page in a list row. */
export function RowActions({ resource, row }: RowActionsProps) {
  const { roles } = useStaff();
  const seen = use(SeenValues);
  const Part = ROW_PARTS[resource.shape.name];
  return (
    <td>
      <div className={parts['tight']}>
        {Part !== undefined && (
          <Suspense>
            <Part row={row} isSmall />
          </Suspense>
        )}
        <ActionBar
          resource={resource}
          target={{ on: 'one', id: row.id, row: { ...row, ...seen } }}
          actions={actionsOn(resource, 'one', roles)}
          isSmall
        />
      </div>
    </td>
  );
}
