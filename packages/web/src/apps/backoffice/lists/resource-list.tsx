import type { Resource, ResourceShape } from '@halyard/contract/backoffice/resource';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import { Link } from 'react-router';
import { Button } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { ActionBar } from '../actions/action-bar.tsx';
import { actionsOn } from '../actions/action-target.ts';
import { ChosenBar } from '../actions/choosing.tsx';
import { OWN_SCREENS } from '../content/page-parts.ts';
import { PageHeading } from '../layout/page-heading.tsx';
import { listPath } from '../names.ts';
import { useStaff } from '../staff/staff-context.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ListPager } from './list-pager.tsx';
import { ListContext, useAddressList } from './list-state.ts';
import { ListTable } from './list-table.tsx';
import { ListViews } from './list-views.tsx';

type ResourceListProps = { readonly resource: Resource };

/** A list with everything that the declaration permits the caller. */
export function ResourceList({ resource }: ResourceListProps) {
  const { shape } = resource;
  const { roles } = useStaff();
  const list = useAddressList(resource);
  const many = actionsOn(resource, 'many', roles);
  return (
    <ListContext value={list}>
      <PageHeading title={shape.title}>
        <CreateLink shape={shape} />
        <ActionBar
          resource={resource}
          target={{ on: 'all' }}
          actions={actionsOn(resource, 'all', roles).filter((name) => !hasScreen(shape, name))}
        />
        <ColumnChooser shape={shape} />
        {isAllowed(roles, shape.export) && <ExportButton resource={resource} />}
      </PageHeading>
      <ListViews shape={shape} />
      <FilterBar shape={shape} />
      <ChosenBar resource={resource} actions={many} />
      <Card flush>
        <ListTable resource={resource} isChosenFrom={many.length > 0} isRegion />
        <ListPager />
      </Card>
    </ListContext>
  );
}

/** If creating has its own screen instead of a dialog. */
function CreateLink({ shape }: { readonly shape: ResourceShape }) {
  const { roles } = useStaff();
  const text = OWN_SCREENS[shape.name]?.createText;
  if (text === undefined || !isAllowed(roles, shape.actions['create']?.roles ?? []))
    return undefined;
  return (
    <Button component={Link} to={`${listPath(shape.name)}/create`}>
      {text}
    </Button>
  );
}

function hasScreen(shape: ResourceShape, action: string): boolean {
  return action === 'create' && OWN_SCREENS[shape.name]?.createText !== undefined;
}
