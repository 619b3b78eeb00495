// How answers are kept: as they were said, also those of before that was so.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { describeOnEachDatabase } from '../support/test-database.ts';
import { addAccount, open, startEngine } from './engine-fixture.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url).pathname;
const FIRST_AS_SAID = '0261-answers-as-said.sql';
const DONE = '{"kind": "done", "events": []}';
const REFUSED = '{"kind": "refused", "refusal": {"code": "blocked", "facts": {}}}';

describeOnEachDatabase(
  'the kept answers',
  (target) => {
    let db: Database;
    let files: string;
    beforeAll(async () => {
      files = mkdtempSync(join(tmpdir(), 'halyard-migrations-'));
      db = await target.open();
    });
    afterAll(async () => {
      await db.close();
      rmSync(files, { recursive: true });
    });

    it('of before are marked as refused or done, and say the same', async () => {
      const earlier = readdirSync(MIGRATIONS).filter((name) => name < FIRST_AS_SAID);
      for (const name of earlier) cpSync(join(MIGRATIONS, name), join(files, name));
      await migrate(db, { directory: files });
      await db.query(
        `insert into commands (sequence, account_id, request_id, content_hash, outcome, epoch)
        values (1, 1, 'done', 'x', $1, 0), (2, 1, 'refused', 'y', $2, 0)`,
        [DONE, REFUSED],
      );
      await migrate(db);
      expect(
        await db.query(
          'select request_id, is_refused, outcome from commands order by sequence',
          [],
        ),
      ).toEqual([
        { request_id: 'done', is_refused: false, outcome: JSON.parse(DONE) },
        { request_id: 'refused', is_refused: true, outcome: JSON.parse(REFUSED) },
      ]);
    });

    it('are to the last character what was said', async () => {
      const engine = await startEngine(db);
      await addAccount(engine, 2, 1_000);
      const said = [
        await engine.submit('said', open(engine, 2)),
        await engine.submit('poor', open(engine, 2, { euros: 50_000 })),
      ];
      await engine.stop();
      expect(said.map(({ kind }) => kind)).toEqual(['done', 'refused']);
      expect(
        await db.query(
          `select outcome::text as text, is_refused from commands
          where request_id in ('said', 'poor') order by sequence`,
          [],
        ),
      ).toEqual(
        said.map((outcome) => ({
          text: JSON.stringify(outcome),
          is_refused: outcome.kind === 'refused',
        })),
      );
    });
  },
  'empty',
);
