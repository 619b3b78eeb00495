// What every client of an engine does, in the program that runs the engine and in another one.
import { randomUUID } from 'node:crypto';
import type { AccountCommand } from '@halyard/core/engine';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createRemoteEngine } from '#engine/engine.ts';
import { serveEngine } from '#engine/engine-owner.ts';
import type { AccountChange, EngineClient } from '#engine/engine.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import type { Messages } from '#platform/messages/messages.ts';
import { Outage } from '#platform/outage/outage.ts';
import {
  HAS_NATS,
  openMessagePair,
  openMessagesOn,
  startNatsForwarder,
} from '../support/messages/nats.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { addAccount, close, open, openedBy, startEngine } from './engine-fixture.ts';
import type { TestEngine } from './engine-fixture.ts';

const LOG = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** Long enough for a busy machine. */
const TIMEOUT_MS = 60_000;
/** For answers that never come. */
const SHORT_TIMEOUT_MS = 1_500;
const LONG_LENGTH = 800_000;
const POLL = { timeout: 30_000 };

type Connected = { readonly client: EngineClient; close(): Promise<void> };
type Connect = (owner: EngineOwner) => Promise<Connected>;

const inProcess: Connect = async (owner) =>
  await Promise.resolve({ client: owner, close: () => Promise.resolve() });

type Served = { readonly messages: Messages; readonly remote: Messages; endServing(): void };

/** Serves an engine to another program, which is ready when this resolves. */
async function serve(
  owner: EngineOwner,
  {
    change = (messages) => messages,
    timeoutMs = TIMEOUT_MS,
    url,
  }: { change?: (messages: Messages) => Messages; timeoutMs?: number; url?: string } = {},
): Promise<Connected & Served> {
  const [messages, remote] = openMessagePair(url);
  const client = createRemoteEngine({
    messages: remote,
    name: 'live',
    market: (symbol) => owner.market(symbol),
    log: LOG,
    timeoutMs,
  });
  const endServing = serveEngine({ messages: change(messages), name: 'live', owner });
  await client.whenReady();
  return {
    client,
    messages,
    remote,
    endServing,
    close: async () => {
      client.close();
      endServing();
      await Promise.all([messages.close(), remote.close()]);
    },
  };
}

const CLIENTS: readonly (readonly [string, Connect])[] = HAS_NATS
  ? [
      ['in its program', inProcess],
      ['in another program', (owner) => serve(owner)],
    ]
  : [['in its program', inProcess]];

let nextAccountId = 1;

describeOnDatabase('a client of the engine', (target) => {
  let db: Database;
  let engine: TestEngine;
  let id: number;

  beforeAll(async () => {
    db = await target.open();
    await migrate(db);
    engine = await startEngine(db);
  });
  afterAll(async () => {
    await engine.stop();
    await db.close();
  });
  beforeEach(async () => {
    nextAccountId += 1;
    id = nextAccountId;
    await addAccount(engine, id, 1_000);
  });

  describe.each(CLIENTS)('%s', (_name, connect) => {
    let connected: Connected;
    let client: EngineClient;

    beforeAll(async () => {
      connected = await connect(engine);
      client = connected.client;
    });
    afterAll(() => connected.close());

    it('executes a command once, and shows its result in the account', async () => {
      const command = open(engine, id);
      const answers = await Promise.all([
        client.submit('open', command),
        client.submit('open', command),
      ]);
      const positionId = openedBy(answers[0]);
      expect(answers[1]).toEqual(answers[0]);
      const account = await client.account(id);
      expect(account).toEqual(await engine.account(id));
      expect([...(account?.positions.keys() ?? [])]).toEqual([positionId]);
    });

    it('returns rejections as values, and nothing of an unknown account', async () => {
      const poor = open(engine, id, { euros: 5_000 });
      expect(await client.submit('poor', poor)).toMatchObject({ kind: 'refused' });

      expect(await client.submit('poor', open(engine, id))).toMatchObject({
        rejection: { code: 'duplicate-id' },
      });
      expect(await client.account(999_999)).toBeUndefined();
    });

    it('reports each commit to followers of the account, before its answer', async () => {
      const changes: AccountChange[] = [];
      const followed = client.follow(id, (change) => changes.push(change));
      await followed.begun;
      const positionId = openedBy(await client.submit('open', open(engine, id)));
      expect(changes.at(-1)?.events).toMatchObject([{ kind: 'position-opened' }]);
      await client.submit('close', close(id, positionId));
      expect(changes.at(-1)?.events).toContainEqual(
        expect.objectContaining({ kind: 'position-closed' }),
      );
      const count = changes.length;
      await addAccount(engine, 1_000_000 + id, 1);
      followed.end();
      await client.submit('again', open(engine, id));
      expect(changes).toHaveLength(count);
    });

    it('never returns an account older than a change that was reported', async () => {
      const { end, begun } = client.follow(id, () => undefined);
      await begun;
      for (let round = 0; round < 20; round += 1) {
        const command: AccountCommand = open(engine, id, { euros: 10 });
        const [account] = await Promise.all([
          client.submit(`open:${round}`, command).then(() => client.account(id)),
          engine.submit(`other:${round}`, open(engine, id, { euros: 10 })),
        ]);
        expect(account?.positions.size).toBeGreaterThanOrEqual(2 * round + 1);
      }
      end();
    });
  });

  describe.skipIf(!HAS_NATS)('over NATS', () => {
    let served: Awaited<ReturnType<typeof serve>> | undefined;
    afterEach(async () => {
      await served?.close();
      served = undefined;
    });

    it('sends a command again whose answer was lost, and it is executed once', async () => {
      let lost = 0;
      const change = (messages: Messages): Messages => ({
        ...passOn(messages),
        serve: (subject, schema, answer) =>
          messages.serve(subject, schema, async (payload) => {
            const result = await answer(payload);
            lost += 1;
            // Never answered: for the other program the answer is lost.
            if (subject.endsWith('.submit') && lost === 1) await new Promise(() => undefined);
            return result;
          }),
      });
      served = await serve(engine, { change });
      const outcome = await served.client.submit('lost', open(engine, id));
      expect(lost).toBeGreaterThan(1);
      expect(openedBy(outcome)).toBeGreaterThan(0);
      expect((await engine.account(id))?.positions.size).toBe(1);
    });

    it('refuses the state of an engine that has lost its lease to a newer one', async () => {
      served = await serve(engine, { timeoutMs: SHORT_TIMEOUT_MS });
      const { client } = served;
      await client.account(id);
      served.endServing();
      // It still answers, as a program does that was paused while another one took over.
      const stale: EngineOwner = Object.assign(Object.create(engine), {
        version: () => ({ epoch: 0, batch: 1_000_000 }),
        onCommitted: () => () => undefined,
        onResumed: () => () => undefined,
        isReady: () => true,
        whenReady: () => Promise.resolve(),
        account: () => Promise.resolve(undefined),
        submit: () => Promise.resolve({ kind: 'done', events: [] }),
      });
      const endStale = serveEngine({ messages: served.messages, name: 'live', owner: stale });
      await expect(client.account(id)).rejects.toThrow(Outage);
      await expect(client.submit('stale', open(engine, id))).rejects.toThrow(Outage);
      endStale();
    });

    it('fails with an outage in time when nobody runs the engine, and goes on afterwards', async () => {
      served = await serve(engine, { timeoutMs: SHORT_TIMEOUT_MS });
      const { client, messages } = served;
      let resumed = 0;
      client.onResumed(() => (resumed += 1));
      served.endServing();
      await expect(client.submit('gone', open(engine, id))).rejects.toMatchObject({
        reason: 'no-lease',
      });
      await expect.poll(() => client.isReady(), POLL).toBe(false);
      const endServing = serveEngine({ messages, name: 'live', owner: engine });
      await expect.poll(() => resumed, POLL).toBeGreaterThan(0);
      expect(client.isReady()).toBe(true);
      expect((await client.submit('gone', open(engine, id))).kind).toBe('done');
      endServing();
    });

    it('tells to read again after its connection was lost, and shows what it missed', async () => {
      const way = await startNatsForwarder();
      served = await serve(engine, { url: way.url });
      const { client } = served;
      let resumed = 0;
      client.onResumed(() => (resumed += 1));
      await client.follow(id, () => undefined).begun;
      way.cut();
      await expect.poll(() => client.isReady(), POLL).toBe(false);
      await expect(client.follow(id + 1, () => undefined).begun).rejects.toThrow(Outage);
      await engine.submit('meanwhile', open(engine, id));
      way.mend();
      await expect.poll(() => resumed, POLL).toBeGreaterThan(0);
      expect((await client.account(id))?.positions.size).toBe(1);
      way.close();
    });

    describeOnDatabase('on another database', (other) => {
      it('is not heard, although the prefix is the same', async () => {
        const prefix = randomUUID();
        const copy = await other.open();
        const opened = await Promise.all([db, db, copy].map((of) => openMessagesOn(of, prefix)));
        const [owner, edge, foreign] = opened;
        if (owner === undefined || edge === undefined || foreign === undefined) throw new Error();
        const Name = z.object({ name: z.string() });
        const heard: string[] = [];
        edge.subscribe('status', Name, ({ name }) => heard.push(name));
        owner.serve('who', z.object({}), () => ({ name: 'owner' }));
        foreign.serve('who', z.object({}), () => ({ name: 'copy' }));
        await expect.poll(() => opened.every((one) => one.isConnected()), POLL).toBe(true);
        foreign.publish('status', { name: 'copy' });
        const ask = (of: Messages) =>
          of.request('who', {}, { schema: Name, timeoutMs: TIMEOUT_MS });
        expect(await ask(foreign)).toEqual({ name: 'copy' });
        expect(await ask(edge)).toEqual({ name: 'owner' });
        owner.publish('status', { name: 'owner' });
        await expect.poll(() => heard, POLL).toEqual(['owner']);
        await Promise.all(opened.map((one) => one.close()));
        await copy.close();
      });
    });

    it('sends an answer that is longer than a message in parts', async () => {
      served = await serve(engine);
      const { messages, remote } = served;
      // Three times the usual limit of a message, with characters of several bytes.
      const text = 'a€'.repeat(LONG_LENGTH);
      const Text = z.object({ text: z.string() });
      const end = messages.serve('long', z.object({}), () => ({ text }));
      const answer = await remote.request('long', {}, { schema: Text, timeoutMs: TIMEOUT_MS });
      expect(answer.text === text).toBe(true);
      end();
    });
  });
});

function passOn(messages: Messages): Messages {
  return {
    publish: (subject, payload) => messages.publish(subject, payload),
    subscribe: (subject, schema, listener) => messages.subscribe(subject, schema, listener),
    serve: (subject, schema, answer) => messages.serve(subject, schema, answer),
    request: (subject, payload, how) => messages.request(subject, payload, how),
    onGap: (listener) => messages.onGap(listener),
    isConnected: () => messages.isConnected(),
    close: () => messages.close(),
  };
}
