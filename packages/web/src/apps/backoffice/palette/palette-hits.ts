// The results of the palette: the actions of the page, pages by name, and records of the resources
// that the caller can search, alone or with an action.
import { mayRead, type Resource } from '@halyard/contract/backoffice/resource';
import { RESOURCES } from '../declarations.ts';
import { isAllowed, type Role } from '@halyard/contract/backoffice/roles';
import { createRequestId } from '#data/http/request-id.ts';
import { actionsFor } from '../actions/action-target.ts';
import { recordTitle } from '../layout/record-title.ts';
import { sectionsOf } from '../layout/sections.ts';
import { readList, type Row } from '../lists/list-calls.ts';
import { actionText, pagePath, reportPath } from '../names.ts';
import { reportsOf } from '../reports/office-reports.ts';
import { TEXTS } from '../texts.ts';
import { pageActions } from './page-keys.ts';
import { actionsNamed, isNamed, parseTypedAction, type AskedAction } from './typed-action.ts';

type Shown = { readonly key: string; readonly text: string; readonly kind: string };
/** A page to open, with an action if one is asked for; or a button of the page to press. */
export type Hit = Shown &
  (
    | { readonly path: string; readonly asked?: AskedAction }
    | { readonly path?: never; readonly button: HTMLElement }
  );

const ROWS_MAX = 5;
const PAGES_MAX = 8;
/** The resources that the palette searches by name or number. */
const SEARCHED = ['customers', 'withdrawals', 'deposits', 'symbols', 'positions', 'orders'];
/** Those that have nothing but a number. */
const NUMBERED = ['positions', 'orders'];
const NUMBER = /^\d+$/;

/** The actions of the page that the palette covers. */
export function findActions(typed: string): readonly Hit[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return [];
  return pageActions()
    .map((button, at) => ({
      key: `action/${at}`,
      button,
      text: button.textContent.trim(),
      kind: TEXTS.paletteAction,
    }))
    .filter(({ text }) => text.toLowerCase().includes(wanted));
}

export function findPages(typed: string, held: readonly Role[]): readonly Hit[] {
  const wanted = typed.trim().toLowerCase();
  const all = [
    { path: '/backoffice', text: TEXTS.home, kind: TEXTS.palettePage },
    ...sectionsOf(held).flatMap(({ sections }) =>
      sections.map(({ path, text }) => ({ path, text, kind: TEXTS.palettePage })),
    ),
    ...reportsOf(held).map(({ name, title }) => ({
      path: reportPath(name),
      text: title,
      kind: TEXTS.paletteReport,
    })),
  ];
  return all
    .filter(({ text }) => text.toLowerCase().includes(wanted))
    .slice(0, PAGES_MAX)
    .map((page) => ({ ...page, key: page.path }));
}

export async function findRecords(typed: string, held: readonly Role[]): Promise<readonly Hit[]> {
  const found = await Promise.all(
    RESOURCES.filter((resource) => isSearched(resource, typed.trim(), held)).map(async (resource) =>
      (await readRows(resource, typed.trim())).map((row) => toHit(resource, row, held)),
    ),
  );
  return [...(await findTypedActions(typed, held)), ...found.flat()];
}

/** The records that were typed after an action, each with the action. */
async function findTypedActions(typed: string, held: readonly Role[]): Promise<readonly Hit[]> {
  const wanted = parseTypedAction(typed);
  if (wanted === undefined) return [];
  const { word, record, reason } = wanted;
  const found = await Promise.all(
    RESOURCES.filter((resource) => isSearched(resource, record, held)).map(async (resource) => {
      const named = actionsNamed(resource, word, held);
      if (named.length === 0) return [];
      const rows = await readRows(resource, record);
      return rows.flatMap((row) =>
        actionsFor(resource, row, { permitted: named, held }).map((action) => {
          const hit = toHit(resource, row, held);
          const asked = { action, reason, asked: createRequestId() };
          const text = `${actionText(resource, action)}: ${hit.text}`;
          const isExact = isNamed(resource, action, word);
          return { ...hit, key: `${hit.key}/${action}`, text, asked, isExact };
        }),
      );
    }),
  );
  // 'close' means Close of a position rather than Restrict to closing of a customer.
  return found.flat().toSorted((one, other) => Number(other.isExact) - Number(one.isExact));
}

async function readRows(resource: Resource, search: string): Promise<readonly Row[]> {
  const { rows } = await readList({
    resource,
    filter: { search },
    sort: { field: resource.shape.sorts[0], order: resource.shape.order },
    page: 1,
    perPage: ROWS_MAX,
  });
  return rows;
}

function toHit({ shape }: Resource, row: Row, held: readonly Role[]) {
  const path = pagePath(shape.name, row.id);
  return {
    key: path,
    path,
    text: recordTitle(shape, row, held),
    kind: typeof row['email'] === 'string' ? row['email'] : shape.one,
  };
}

function isSearched({ shape }: Resource, search: string, held: readonly Role[]): boolean {
  return (
    SEARCHED.includes(shape.name) &&
    (NUMBER.test(search) || !NUMBERED.includes(shape.name)) &&
    isAllowed(held, shape.read) &&
    shape.search.some((name) => mayRead(shape, name, held))
  );
}
