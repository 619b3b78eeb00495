import { Link } from 'react-router';
import { Card } from '#ui/card.tsx';
import { fixedFields, type RelatedList } from '../layout/tabs-of.ts';
import { filteredListPath } from '../names.ts';
import { TEXTS } from '../texts.ts';
import { ListContext, useFixedList } from './list-state.ts';
import { ListTable } from './list-table.tsx';

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
  const state = useFixedList(resource, filter, ROWS);
  return (
    <Card
      title={shape.title}
      flush
      aside={<Link to={filteredListPath(shape.name, filter)}>{TEXTS.showAll}</Link>}
    >
      <ListContext value={state}>
        <ListTable resource={resource} without={fixedFields(list)} hasActions={withActions} />
      </ListContext>
    </Card>
  );
}
