import { NO_WATCHLISTS, withFavourite } from '@halyard/contract/watchlists/watchlists';
import { getWorkspace, type Layout, type Watchlists, Workspace } from '@halyard/contract/workspace';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '../http/call.ts';
import { createMemoryStore, type TextStore } from '../storage/text-store.ts';
import { DocumentSync } from './document-sync.ts';

const LAYOUT: Layout = {
  px: { left: 300, right: 300, bottom: 200 },
  folded: [],
  chartCount: 1,
  charts: [],
  tables: {},
};
const FOUR: Layout = { ...LAYOUT, chartCount: 4 };

/**
 * A server that keeps documents as ours does; `isDown` loses its answers, `isBusy` rejects all, and
 * `beforeSave` runs once, before the next save.
 */
function createServer() {
  const saved: Record<string, { version: number; document: unknown }> = {};
  const server = {
    saved,
    saves: 0,
    isDown: false,
    isBusy: false,
    beforeSave: undefined as (() => void) | undefined,
    call: undefined as unknown as Call,
  };
  const answer = async (route: unknown, { body }: { body: Record<string, unknown> }) => {
    if (server.isDown) return { kind: 'failure', reason: 'unreachable' };
    if (server.isBusy) return { kind: 'refusal', status: 503 };
    if (route === getWorkspace) {
      const data = { layout: null, watchlists: null, drawings: null, ...saved };
      return { kind: 'data', data: structuredClone(data) };
    }
    server.saves += 1;
    const { beforeSave } = server;
    server.beforeSave = undefined;
    beforeSave?.();
    const { watchlists_version: version, ...documents } = body;
    if ('watchlists' in body && version !== (saved['watchlists']?.version ?? 0)) {
      return { kind: 'refusal', code: 'content-changed', status: 409 };
    }
    const versions = Object.entries(documents).map(([name, document]) => {
      saved[name] = { version: (saved[name]?.version ?? 0) + 1, document };
      return [name, saved[name].version];
    });
    return { kind: 'data', data: Object.fromEntries(versions) };
  };
  server.call = answer as unknown as Call;
  return server;
}

function open(store: TextStore = createMemoryStore()) {
  let waiting: (() => void) | undefined;
  const sync = new DocumentSync({
    store,
    key: 'halyard:workspace',
    parse(value) {
      const read = z.safeParse(Workspace, value);
      return read.success ? read.data : undefined;
    },
    schedule(flush) {
      waiting = flush;
      return () => {
        waiting = undefined;
      };
    },
  });
  return { sync, store, pass: () => waiting?.() };
}

it('saves the last of several changes once, and shows it in another browser', async () => {
  const server = createServer();
  const { sync, pass } = open();
  await sync.load(server.call);
  sync.put('layout', LAYOUT);
  sync.put('layout', FOUR);
  pass();
  await sync.flush(server.call);
  expect([server.saves, server.saved['layout']]).toEqual([1, { version: 1, document: FOUR }]);
  const other = open().sync;
  await other.load(server.call);
  expect(other.current().layout).toEqual(FOUR);
});

it('takes a newer document of another browser, and keeps its own unsaved one', async () => {
  const server = createServer();
  const [one, other] = [open(), open()];
  await one.sync.load(server.call);
  await other.sync.load(server.call);
  one.sync.put('layout', FOUR);
  await one.sync.flush(server.call);
  await other.sync.load(server.call);
  expect(other.sync.current().layout).toEqual(FOUR);
  other.sync.put('layout', LAYOUT);
  await other.sync.load(server.call);
  expect(server.saved['layout']).toEqual({ version: 2, document: LAYOUT });
  await one.sync.load(server.call);
  expect(one.sync.current().layout).toEqual(LAYOUT);
});

const star = (symbol: string) => (now: Watchlists | undefined) =>
  withFavourite(now ?? NO_WATCHLISTS, symbol, true);

it('keeps a change of the watchlists that a program made meanwhile', async () => {
  const server = createServer();
  const { sync } = open();
  await sync.load(server.call);
  sync.changeWatchlists(star('EURUSD'));
  expect(await sync.flush(server.call)).toBe(true);
  const program = (symbol: string) => {
    const { version, document } = server.saved['watchlists'] ?? { version: 0, document: undefined };
    const next = star(symbol)(document as Watchlists | undefined);
    server.saved['watchlists'] = { version: version + 1, document: next };
  };
  program('BTCUSD');
  sync.put('layout', FOUR);
  sync.changeWatchlists(star('XAUUSD'));
  // A second change of the program arrives between the reading and the saving of the first one.
  server.beforeSave = () => {
    server.beforeSave = () => program('ETHUSD');
  };
  expect(await sync.flush(server.call)).toBe(true);
  const favourites = ['EURUSD', 'BTCUSD', 'ETHUSD', 'XAUUSD'];
  expect(server.saved['watchlists']?.document).toEqual({ ...NO_WATCHLISTS, favourites });
  expect(server.saved['layout']).toEqual({ version: 1, document: FOUR });
  expect(sync.current().watchlists?.favourites).toEqual(favourites);
});

it('shows newer watchlists together with its unsaved change', async () => {
  const server = createServer();
  const { sync } = open();
  await sync.load(server.call);
  server.saved['watchlists'] = { version: 3, document: star('BTCUSD')(undefined) };
  server.isDown = true;
  sync.changeWatchlists(star('XAUUSD'));
  await sync.flush(server.call);
  server.isDown = false;
  expect(await sync.load(server.call)).toBe('loaded');
  expect(sync.current().watchlists?.favourites).toEqual(['BTCUSD', 'XAUUSD']);
  expect(server.saved['watchlists']?.version).toBe(4);
});

it('does not save a change again that a save under way contains', async () => {
  const server = createServer();
  const { sync } = open();
  await sync.load(server.call);
  sync.changeWatchlists(star('EURUSD'));
  const first = sync.flush(server.call);
  sync.put('layout', FOUR);
  expect(await sync.flush(server.call)).toBe(true);
  expect(await first).toBe(true);
  expect(server.saves).toBe(2);
  // Only unsaved changes are applied to what a program saves later.
  server.saved['watchlists'] = { version: 2, document: NO_WATCHLISTS };
  await sync.load(server.call);
  expect(sync.current().watchlists).toEqual(NO_WATCHLISTS);
});

it('saves again after an outage', async () => {
  const server = createServer();
  const { sync } = open();
  await sync.load(server.call);
  server.isDown = true;
  sync.put('layout', FOUR);
  expect(await sync.flush(server.call)).toBe(false);
  server.isDown = false;
  server.isBusy = true;
  expect(await sync.load(server.call)).toBe('outage');
  expect(server.saved).toEqual({});
  server.isBusy = false;
  expect(await sync.load(server.call)).toBe('loaded');
  expect(server.saved['layout']?.document).toEqual(FOUR);
});

it('starts with the copy of this browser, and with none after the session', async () => {
  const server = createServer();
  const { sync, store } = open();
  await sync.load(server.call);
  sync.put('layout', FOUR);
  expect(open(store).sync.current().layout).toEqual(FOUR);
  await sync.flush(server.call);
  expect(open(store).sync.current().layout).toEqual(FOUR);
  sync.clear();
  expect(sync.current().layout).toBeUndefined();
  expect(open(store).sync.current().layout).toBeUndefined();
});

it('ignores a copy that does not fit', () => {
  const store = createMemoryStore();
  store.write('halyard:workspace', '{"documents":{"layout":{"px":1}},"versions":{}}');
  expect(open(store).sync.current().layout).toBeUndefined();
});
