// The state of a list: its query, from the address or fixed, and the rows that have loaded.
import { PAGE_ROWS, PAGE_ROWS_MAX, type Resource } from '@halyard/contract/backoffice/resource';
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { listPath } from '../names.ts';
import { rememberList } from './list-memory.ts';
import { readList, type Filter, type ListRequest, type Row, type Sort } from './list-calls.ts';

const NO_ROWS: readonly Row[] = [];
const StoredFilter = z.record(z.string(), z.coerce.string());

/** The columns that are shown, and those of them that stay in place. */
export type ChosenColumns = {
  readonly shown: readonly string[];
  readonly pinned: readonly string[];
};

export type ListState = Omit<ListRequest, 'resource'> & {
  /** The name of the saved view in the address; empty for none. */
  readonly view: string;
  /** The columns of the address; undefined: the caller's own. */
  readonly columns: ChosenColumns | undefined;
  /** Changes the columns of the address. A list without an address has none. */
  readonly setColumns?: (columns: ChosenColumns | undefined) => void;
  readonly rows: readonly Row[];
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly hasNext: boolean;
  /** Whether any filter is set. */
  readonly isFiltered: boolean;
  readonly reload: () => void;
  readonly setSort: (sort: Sort) => void;
  readonly setPage: (page: number) => void;
  readonly setPerPage: (rows: number) => void;
  readonly setFilter: (filter: Filter) => void;
  readonly chosen: readonly Row['id'][];
  readonly choose: (ids: readonly Row['id'][]) => void;
};

export const ListContext = createContext<ListState | undefined>(undefined);

export function useList(): ListState {
  const list = use(ListContext);
  if (list === undefined) throw new Error('This is no part of a list.');
  return list;
}

function useListQuery({ resource, ...request }: ListRequest) {
  const { name } = resource.shape;
  return useQuery({
    queryKey: ['list', name, request],
    // While another page of the same list loads, the previous rows stay.
    placeholderData: (before, query) => (query?.queryKey[1] === name ? before : undefined),
    queryFn: async () => await readList({ resource, ...request }),
  });
}

type AskedFields = Pick<ListState, 'filter' | 'sort' | 'page' | 'perPage'>;
type AddressFields = AskedFields & Pick<ListState, 'view' | 'columns'>;

/** The list that the address describes. */
export function useAddressList(resource: Resource): ListState {
  const { shape } = resource;
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const { view, columns, ...wanted } = toRequest(resource, address);
  useEffect(() => rememberList(shape.name, address.toString()), [shape.name, address]);
  const show = (next: Partial<AddressFields>): void => {
    // A pause after typing can end when a link has already led elsewhere.
    if (window.location.pathname !== listPath(shape.name)) return;
    const asked = { ...wanted, view, columns, page: 1, ...next };
    void navigate(`${listPath(shape.name)}?${toSearch(asked)}`);
  };
  const state = useListState({
    resource,
    wanted,
    isFiltered: Object.keys(wanted.filter).length > 0,
    show,
  });
  return { ...state, view, columns, setColumns: (next) => show({ columns: next }) };
}

/** A list on the page of a record, with a fixed filter. */
export function useFixedList(resource: Resource, filter: Filter, perPage: number): ListState {
  const [sort, setSort] = useState<Sort>({ field: resource.shape.sorts[0], order: 'desc' });
  const wanted = { filter, sort, page: 1, perPage };
  const state = useListState({
    resource,
    wanted,
    isFiltered: false,
    show: (next) => setSort(next.sort ?? sort),
  });
  return { ...state, view: '', columns: undefined };
}

type StateOptions = {
  readonly resource: Resource;
  readonly wanted: AskedFields;
  readonly isFiltered: boolean;
  readonly show: (next: Partial<AskedFields>) => void;
};

function useListState({ resource, wanted, isFiltered, show }: StateOptions) {
  const [chosen, choose] = useState<readonly Row['id'][]>([]);
  const { data, error, isPending, isFetching, refetch } = useListQuery({ resource, ...wanted });
  return {
    ...wanted,
    rows: data?.rows ?? NO_ROWS,
    error,
    isPending,
    isFetching,
    isFiltered,
    hasNext: data !== undefined && data.next !== null,
    reload: () => void refetch(),
    setSort: (sort: Sort) => show({ sort }),
    setPage: (page: number) => show({ page }),
    setPerPage: (perPage: number) => show({ perPage }),
    setFilter: (filter: Filter) => show({ filter }),
    chosen,
    choose,
  };
}

function toRequest({ shape }: Resource, address: URLSearchParams): AddressFields {
  const sort = address.get('sort') ?? '';
  const isKnown = shape.sorts.includes(sort);
  const order = address.get('order')?.toLowerCase();
  return {
    filter: readFilter(address.get('filter')),
    sort: {
      field: isKnown ? sort : shape.sorts[0],
      order: isKnown && (order === 'asc' || order === 'desc') ? order : shape.order,
    },
    page: readWhole(address.get('page'), Number.MAX_SAFE_INTEGER) ?? 1,
    perPage: readWhole(address.get('perPage'), PAGE_ROWS_MAX) ?? PAGE_ROWS,
    view: address.get('view') ?? '',
    columns: readColumns(address),
  };
}

function toSearch({ filter, sort, page, perPage, view, columns }: AddressFields): string {
  return new URLSearchParams({
    ...(view === '' ? {} : { view }),
    filter: JSON.stringify(filter),
    sort: sort.field,
    order: sort.order,
    page: String(page),
    perPage: String(perPage),
    ...columnSearch(columns),
  }).toString();
}

/** The columns as parts of an address. */
export function columnSearch(columns: ChosenColumns | undefined): Readonly<Record<string, string>> {
  if (columns === undefined) return {};
  return { columns: columns.shown.join(','), pinned: columns.pinned.join(',') };
}

function readColumns(address: URLSearchParams): ChosenColumns | undefined {
  const shown = address.get('columns');
  if (shown === null) return undefined;
  return { shown: shown.split(','), pinned: (address.get('pinned') ?? '').split(',') };
}

function readWhole(text: string | null, max: number): number | undefined {
  const number = Number(text ?? '');
  return Number.isSafeInteger(number) && number >= 1 && number <= max ? number : undefined;
}

/** Returns no filter for an invalid text, because an address can be typed by hand. */
function readFilter(text: string | null): Filter {
  try {
    const parsed = StoredFilter.safeParse(JSON.parse(text ?? '{}'));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}
