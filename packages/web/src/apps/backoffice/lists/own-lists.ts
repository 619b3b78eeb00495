// How the caller has arranged their lists. The server keeps it, so that every browser shows the same.
import { getOwnLists, saveOwnLists } from '@halyard/contract/backoffice/desk/own-lists';
import type { ListView, OwnLists, SharedView } from '@halyard/contract/backoffice/desk/own-lists';
import type { ReplyOf } from '@halyard/contract/route';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { staffCall } from '#data/auth/staff.ts';
import { showErrorToast } from '#ui/feedback/toast.ts';
import { failureText, orThrow, type Filter } from './list-calls.ts';

const KEY = ['own-lists'];
const NOTHING: OwnLists = { columns: [], views: [] };
const NO_VIEWS: readonly SharedView[] = [];

/** The saves of this page, one after another, because each starts from the version before. */
let saving: Promise<unknown> = Promise.resolve();
/** How often a change is applied again after a save from another tab. */
const TRIES_MAX = 3;

type Read = ReplyOf<typeof getOwnLists>;
export type ListsChange = (own: OwnLists) => OwnLists;

export type OwnListsState = {
  readonly own: OwnLists;
  readonly shared: readonly SharedView[];
  /** False until the server has answered: nothing can be saved before. */
  readonly isLoaded: boolean;
  readonly save: (change: ListsChange) => void;
};

export function useOwnLists(): OwnListsState {
  const client = useQueryClient();
  const { data } = useQuery({ queryKey: KEY, staleTime: Infinity, queryFn: readLists });
  const save = (change: ListsChange): void => {
    if (data === undefined) return;
    client.setQueryData(KEY, { ...data, own: change(data.own) });
    saving = saving.then(async () => {
      const failure = await saveChange(change);
      if (failure !== undefined) showErrorToast(failure);
      await client.invalidateQueries({ queryKey: KEY });
    });
  };
  return {
    own: data?.own ?? NOTHING,
    shared: data?.shared ?? NO_VIEWS,
    isLoaded: data !== undefined,
    save,
  };
}

async function readLists(): Promise<Read> {
  return orThrow(await staffCall(getOwnLists, {}));
}

/** Applies a change to the lists that the server has, so that other tabs lose nothing. */
async function saveChange(change: ListsChange, triesLeft = TRIES_MAX): Promise<string | undefined> {
  const read = await staffCall(getOwnLists, {});
  if (read.kind !== 'data') return failureText(read);
  const { own, version } = read.data;
  const result = await staffCall(saveOwnLists, { body: { ...change(own), version } });
  if (result.kind === 'data') return undefined;
  const isOutdated = result.kind === 'refusal' && result.code === 'content-changed';
  return isOutdated && triesLeft > 1 ? saveChange(change, triesLeft - 1) : failureText(result);
}

/** With the columns of one list; undefined: as declared. */
export function withColumns(
  own: OwnLists,
  resource: string,
  columns: { readonly shown: readonly string[]; readonly pinned: readonly string[] } | undefined,
): OwnLists {
  const others = own.columns.filter((one) => one.resource !== resource);
  const chosen =
    columns === undefined
      ? []
      : [{ resource, shown: [...columns.shown], pinned: [...columns.pinned] }];
  return { ...own, columns: [...others, ...chosen] };
}

/** With the view, in the place of the one of its name. */
export function withView(own: OwnLists, view: ListView): OwnLists {
  const at = own.views.findIndex((one) => isSameView(one, view));
  const views = at === -1 ? [...own.views, view] : own.views.with(at, view);
  return { ...own, views };
}

export function withoutView(own: OwnLists, view: ListView): OwnLists {
  return { ...own, views: own.views.filter((one) => !isSameView(one, view)) };
}

function isSameView(one: ListView, other: ListView): boolean {
  return one.resource === other.resource && one.name === other.name;
}

export function toFilter(view: ListView): Filter {
  return Object.fromEntries(view.filters.map(({ name, value }) => [name, value]));
}

/** The filters of a view. The search text is left out, because it can name a customer. */
export function fromFilter(filter: Filter): ListView['filters'] {
  return Object.entries(filter)
    .map(([name, value]) => ({ name, value: value.trim() }))
    .filter(({ name, value }) => name !== 'search' && value !== '');
}
