import type { AccountCommand } from '@halyard/core/engine';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { addAccount, deposit, expectHealthy, open, startEngine } from './engine-fixture.ts';
import type { TestEngine } from './engine-fixture.ts';

let nextAccountId = 1;

function newAccountId(): number {
  nextAccountId += 1;
  return nextAccountId;
}

describeOnDatabase('the engine', (target) => {
  let db: Database;
  let engine: TestEngine;

  beforeAll(async () => {
    db = await target.open();
    await migrate(db);
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    engine = await startEngine(db);
  });
  afterEach(async () => {
    await engine.stop();
    await expectHealthy(engine, db);
  });

  const restart = async (): Promise<void> => {
    await engine.stop();
    engine = await startEngine(db);
  };

  it('remembers a rejected posting although another account booked its key later', async () => {
    const [missing, other] = [newAccountId(), newAccountId()];
    await addAccount(engine, other, 1_000);
    const refused = await engine.submit(`deposit:${missing}`, deposit(missing, 50));
    expect(refused).toMatchObject({ rejection: { code: 'not-found' } });
    await restart();
    const gift = { ...deposit(missing, 50), accountId: other } as AccountCommand & {
      readonly kind: 'post-funds';
    };
    const entries = gift.posting.entries.map((entry) =>
      entry.customerId === null ? entry : { ...entry, customerId: other },
    );
    const booked = { ...gift, posting: { ...gift.posting, entries } };
    expect((await engine.submit(`deposit:${missing}`, booked)).kind).toBe('done');
    expect(await engine.submit(`deposit:${missing}`, deposit(missing, 50))).toEqual(refused);
  });

  it('remembers a rejection under its id, also after a restart', async () => {
    const id = newAccountId();
    await addAccount(engine, id, 100);
    const command = open(engine, id, { euros: 500 });
    const refused = await engine.submit('poor', command);
    expect(refused).toMatchObject({ kind: 'refused', rejection: { code: 'amount-too-large' } });
    const gift = deposit(id, 1_000);
    if (gift.kind !== 'post-funds') throw new Error('not funds');
    const posting = { ...gift.posting, uniqueKey: `gift:${id}` };
    await engine.submit(`gift:${id}`, { ...gift, posting });
    expect(await engine.submit('poor', command)).toEqual(refused);
    await restart();
    expect(await engine.submit('poor', command)).toEqual(refused);
    expect((await engine.submit('rich', command)).kind).toBe('done');
  });

  it('returns undefined for an unknown account, and rejects its commands', async () => {
    const id = newAccountId();
    expect(await engine.account(id)).toBeUndefined();
    expect(await engine.submit('open', open(engine, id))).toMatchObject({
      rejection: { code: 'not-found' },
    });
  });

  it('treats a malformed request id, or a posting under another id, as a bug of the caller', async () => {
    const id = newAccountId();
    await addAccount(engine, id, 1_000);
    for (const bad of ['', 'x'.repeat(129), 'a b', 'ä', '\u0000']) {
      await expect(engine.submit(bad, open(engine, id))).rejects.toThrow(TypeError);
    }
    await expect(engine.submit('other', deposit(id, 1))).rejects.toThrow(TypeError);
  });

  it('rejects changes and deletions in the ledger', async () => {
    const id = newAccountId();
    await addAccount(engine, id, 1_000);
    for (const statement of [
      'update ledger_entries set amount_cents = 0',
      'delete from ledger_entries where false',
      'truncate ledger_entries',
      `update postings set kind = 'bonus'`,
      'delete from postings',
      'truncate postings',
    ]) {
      await expect(db.query(statement, [])).rejects.toMatchObject({ code: '23001' });
    }
  });
});
