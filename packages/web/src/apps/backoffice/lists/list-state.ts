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

export type ListState = Omit<ListRequest, 'resource'> & {
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

type PreviewFields = Pick<ListState, 'filter' | 'sort' | 'page' | 'perPage'>;

/** The list that the address describes. */
export function useAddressList(resource: Resource): ListState {
  const { shape } = resource;
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const wanted = toRequest(resource, address);
  useEffect(() => rememberList(shape.name, address.toString()), [shape.name, address]);
  const show = (next: Partial<PreviewFields>): void => {
    // Typing is applied after a pause. A link may have led to another page meanwhile.
    if (window.location.pathname !== listPath(shape.name)) return;
    void navigate(`${listPath(shape.name)}?${toSearch({ ...wanted, page: 1, ...next })}`);
  };
  return useListState({
    resource,
    wanted,
    isFiltered: Object.keys(wanted.filter).length > 0,
    show,
  });
}

/** A list on the page of a record, with a fixed filter. */
export function useFixedList(resource: Resource, filter: Filter, perPage: number): ListState {
  const [sort, setSort] = useState<Sort>({ field: resource.shape.sorts[0], order: 'desc' });
  const wanted = { filter, sort, page: 1, perPage };
  return useListState({
    resource,
    wanted,
    isFiltered: false,
    show: (next) => setSort(next.sort ?? sort),
  });
}

type StateOptions = {
  readonly resource: Resource;
  readonly wanted: PreviewFields;
  readonly isFiltered: boolean;
  readonly show: (next: Partial<PreviewFields>) => void;
};

function useListState({ resource, wanted, isFiltered, show }: StateOptions): ListState {
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
    setSort: (sort) => show({ sort }),
    setPage: (page) => show({ page }),
    setPerPage: (perPage) => show({ perPage }),
    setFilter: (filter) => show({ filter }),
    chosen,
    choose,
  };
}

function toRequest({ shape }: Resource, address: URLSearchParams): PreviewFields {
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
  };
}

function toSearch({ filter, sort, page, perPage }: PreviewFields): string {
  return new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: sort.field,
    order: sort.order,
    page: String(page),
    perPage: String(perPage),
  }).toString();
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
