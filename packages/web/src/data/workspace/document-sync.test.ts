import { getWorkspace, type Layout, Workspace } from '@halyard/contract/workspace';
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

/** A server that keeps documents as ours does; `isDown` loses its answers, `isBusy` rejects all. */
function createServer() {
  const saved: Record<string, { version: number; document: unknown }> = {};
  const server = {
    saved,
    saves: 0,
    isDown: false,
    isBusy: false,
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
    const versions = Object.entries(body).map(([name, document]) => {
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
