// Answers are stored to the byte.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toStoredJson } from '#engine/engine.ts';
import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { addAccount, open, startEngine } from './engine-fixture.ts';

describeOnDatabase(
  'the kept answers',
  (target) => {
    let db: Database;
    beforeAll(async () => {
      db = await target.open();
      await migrate(db);
    });
    afterAll(async () => {
      await db.close();
    });

    it('are stored to the last character', async () => {
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
          text: toStoredJson(outcome),
          is_refused: outcome.kind === 'refused',
        })),
      );
    });
  },
  'empty',
);
