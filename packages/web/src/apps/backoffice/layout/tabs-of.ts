// The tabs of a record's page, with the fields and actions that the caller's roles permit.
import {
  mayRead,
  type Field,
  type Resource,
  type ResourceShape,
} from '@halyard/contract/backoffice/resource';
import { RESOURCES } from '../declarations.ts';
import { isAllowed, type Role } from '@halyard/contract/backoffice/roles';
import { actionsOn } from '../actions/action-target.ts';
import { seenFields } from '../actions/seen-values.ts';

export type RelatedList = {
  readonly resource: Resource;
  readonly filter: Readonly<Record<string, string>>;
};

const CUSTOMER = 'customer_id';
const NAMES_OF_CUSTOMER = ['customer_name', 'email'];

/** Fields that are equal in every row because the list is filtered by them. */
export function fixedFields({ resource, filter }: RelatedList): readonly string[] {
  return Object.keys(filter).flatMap((name) => {
    const fields = resource.shape.filters[name]?.fields ?? [];
    // A filter on several fields leaves some of them free to differ from row to row.
    if (fields.length !== 1) return [];
    return fields[0] === CUSTOMER ? [...fields, ...NAMES_OF_CUSTOMER] : fields;
  });
}

export type PagePart = {
  readonly fields: readonly (readonly [name: string, field: Field])[];
  readonly actions: readonly string[];
  readonly lists: readonly RelatedList[];
};
export type PageTab = PagePart & {
  readonly name: string;
  readonly listsWithActions: boolean;
  /** Whether the tab has a component of its own. */
  readonly hasPart: boolean;
};

export type PageTabs = {
  /** Everything that belongs to no tab: its fields stand above the tabs, its lists below. */
  readonly above: PagePart;
  /** The tabs that have something to show to the caller. */
  readonly tabs: readonly PageTab[];
};

export function tabsOf(resource: Resource, id: string | number, held: readonly Role[]): PageTabs {
  const { shape } = resource;
  const seen = seenFields(shape);
  const fields = Object.entries<Field>({ ...shape.row, ...shape.detail }).filter(
    ([name]) => mayRead(shape, name, held) && !seen.includes(name),
  );
  const actions = actionsOn(resource, 'one', held);
  const lists = relatedLists(resource, id, held);
  const declared = shape.tabs ?? [];
  const tabs = declared.map((tab) => ({
    name: tab.name,
    listsWithActions: tab.listsWithActions ?? false,
    hasPart: isAllowed(held, tab.part?.roles ?? []),
    fields: fields.filter(([name]) => tab.fields.includes(name)),
    actions: actions.filter((name) => tab.actions?.includes(name) === true),
    lists: lists.filter((list) => tab.lists?.includes(list.resource.shape.name) === true),
  }));
  const inTabs = {
    fields: tabs.flatMap((tab) => tab.fields),
    actions: tabs.flatMap((tab) => tab.actions),
    lists: tabs.flatMap((tab) => tab.lists),
  };
  return {
    above: {
      fields: fields.filter(
        (field) => !inTabs.fields.includes(field) && shape.header?.includes(field[0]) !== true,
      ),
      actions: actions.filter((name) => !inTabs.actions.includes(name)),
      lists: lists.filter((list) => !inTabs.lists.includes(list)),
    },
    tabs: tabs
      .map((tab) => withoutDrawn(tab, shape))
      .filter(
        (tab) => tab.hasPart || tab.fields.length + tab.actions.length + tab.lists.length > 0,
      ),
  };
}

/** Returns the tab without the lists that its own component shows. */
function withoutDrawn(tab: PageTab, shape: ResourceShape): PageTab {
  const drawn = shape.tabs?.find(({ name }) => name === tab.name)?.part?.lists ?? [];
  return {
    ...tab,
    lists: tab.lists.filter(({ resource }) => !drawn.includes(resource.shape.name)),
  };
}

/** Related lists that the caller may filter by this record. */
function relatedLists(
  resource: Resource,
  id: string | number,
  held: readonly Role[],
): readonly RelatedList[] {
  return RESOURCES.filter(({ shape }) => isAllowed(held, shape.read)).flatMap((other) => {
    const filter = filterOf(other, resource.shape.name, id);
    return filter === undefined || other === resource ? [] : [{ resource: other, filter }];
  });
}

/** Returns the filter that is named after the resource, or that of the audit log. */
function filterOf(
  { shape }: Resource,
  name: string,
  id: string | number,
): Readonly<Record<string, string>> | undefined {
  const one = name.replace(/s$/, '').replaceAll('-', '_');
  const named = [one, `${one}_id`].find((filter) => Object.hasOwn(shape.filters, filter));
  if (named !== undefined) return { [named]: String(id) };
  return shape.name === 'audit' ? { record: `${name}:${id}` } : undefined;
}
