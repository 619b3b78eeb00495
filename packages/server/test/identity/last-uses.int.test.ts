import { MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Sessions } from '#features/identity/sessions.ts';
import type { Database } from '#platform/db/db.ts';
import { migrate } from '#platform/db/db.ts';
import { eventually } from '../support/eventually.ts';
import { createTestLog } from '../support/http-server.ts';
import { describeOnDatabase, NO_CHANGES } from '../support/test-database.ts';

describeOnDatabase('the last use of a session', (database) => {
  let db: Database;
  let sessions: Sessions;
  let nowMs = Date.parse('2030-01-01T00:00Z');
  const logLines: string[] = [];
  beforeAll(async () => {
    db = await database.open();
    await migrate(db);
    sessions = open(db);
  });
  afterAll(async () => {
    await sessions.close();
    await db.close();
  });

  const open = (on: Database): Sessions =>
    new Sessions({
      db: on,
      clock: { nowMs: () => nowMs },
      log: createTestLog(logLines),
      changes: NO_CHANGES,
    });

  const start = async () =>
    await sessions.start(db.kysely, {
      subject: { kind: 'customer', id: 1 },
      assurance: 'full',
      isPasswordProved: false,
      ip: '127.0.0.1',
      userAgent: '',
      device: '',
      clientInfo: null,
    });

  const readUses = async (): Promise<ReadonlyMap<string, number>> => {
    const rows = await db.query('select id, last_used_at from sessions', []);
    return new Map(
      rows.map(({ id, last_used_at: at }) => [String(id), new Date(String(at)).getTime()]),
    );
  };

  it('is written within seconds for many sessions, and at the latest at the session’s end', async () => {
    const started = await Promise.all(Array.from({ length: 20 }, start));
    nowMs += 5 * MINUTE_MS;
    for (const { token } of started) await sessions.find(token, false);
    const background = await start();
    nowMs += MINUTE_MS;
    await sessions.find(background.token, true);
    await eventually(async () => {
      const uses = await readUses();
      for (const { id } of started) expect(uses.get(id)).toBe(nowMs - MINUTE_MS);
    });
    expect((await readUses()).get(background.id)).toBe(nowMs - MINUTE_MS);

    nowMs += 5 * MINUTE_MS;
    for (const { token } of started) await sessions.find(token, false);
    await sessions.close();
    const uses = await readUses();
    for (const { id } of started) expect(uses.get(id)).toBe(nowMs);
  });

  it('counts for every program, and an older one never replaces it', async () => {
    const { id, token } = await start();
    const others = open(db);
    expect(await others.find(token, true)).toMatchObject({ sessionId: id });
    nowMs += 15 * MINUTE_MS;
    await others.find(token, false);
    await sessions.find(token, false);
    await sessions.close();
    const usedAtMs = nowMs;
    nowMs += 15 * MINUTE_MS;
    await sessions.find(token, false);
    await sessions.close();
    nowMs += 15 * MINUTE_MS;
    // Idle according to this program's memory, whose own use is also written only now.
    expect(await others.find(token, true)).toMatchObject({ sessionId: id });
    expect(await others.findEnded([id])).toEqual([]);
    await others.close();
    expect((await readUses()).get(id)).toBe(usedAtMs + 15 * MINUTE_MS);
    nowMs += 23 * MINUTE_MS;
    expect(await others.find(token, true)).toBeUndefined();
  });

  it('does not revive an ended session', async () => {
    const { id, token } = await start();
    nowMs += 5 * MINUTE_MS;
    expect(await sessions.find(token, false)).toMatchObject({ sessionId: id });
    await sessions.end([id], 'revoked');
    expect(await sessions.find(token, false)).toBeUndefined();
    await sessions.close();
    expect(await sessions.find(token, false)).toBeUndefined();
    expect((await readUses()).get(id)).toBe(nowMs - 5 * MINUTE_MS);
  });

  it('is written after a database outage', async () => {
    const { id, token } = await start();
    let isAway = true;
    const flaky = {
      ...db,
      get kysely() {
        if (isAway) throw new Error('away');
        return db.kysely;
      },
    };
    const others = open(flaky);
    isAway = false;
    await others.find(token, true);
    isAway = true;
    nowMs += 5 * MINUTE_MS;
    expect(await others.find(token, false)).toMatchObject({ sessionId: id });
    await eventually(() =>
      expect(logLines.join()).toContain('the last uses of sessions could not be written'),
    );
    isAway = false;
    await eventually(async () => expect((await readUses()).get(id)).toBe(nowMs));
    await others.close();
  });

  it('does not wait for locked rows', async () => {
    const [held, free] = [await start(), await start()];
    nowMs += 5 * MINUTE_MS;
    await db.kysely.transaction().execute(async (tx) => {
      await sessions.endIn(tx, [held.id], 'revoked');
      for (const { token } of [held, free]) await sessions.find(token, false);
      await sessions.close();
      expect((await readUses()).get(free.id)).toBe(nowMs);
    });
    expect((await readUses()).get(held.id)).toBe(nowMs - 5 * MINUTE_MS);
  });
});
