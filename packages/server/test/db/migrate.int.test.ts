import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { DatabaseUnfit, migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { describeOnDatabase } from '../support/test-database.ts';

describeOnDatabase(
  'migrate',
  (target) => {
    let db: Database;
    let files: string;
    const write = (name: string, text: string): void => writeFileSync(join(files, name), text);

    beforeEach(async () => {
      files = mkdtempSync(join(tmpdir(), 'halyard-migrations-'));
      write('0001-first.sql', 'create table first (id int);\ninsert into first values (1);');
      write(
        '0002-second.sql',
        `create function two() returns int language sql as $$ select 2; $$;`,
      );
      db = await target.open();
    });
    afterEach(async () => {
      await db.query('drop table if exists schema_migrations, schema_functions, first, third', []);
      await db.query('drop function if exists two', []);
      await db.close();
      rmSync(files, { recursive: true });
    });

    it('applies each file once, in order, and nothing the second time', async () => {
      expect(await migrate(db, { directory: files })).toEqual([
        '0001-first.sql',
        '0002-second.sql',
      ]);
      expect(await migrate(db, { directory: files })).toEqual([]);
      expect(await db.query('select id, two() from first', [])).toEqual([{ id: 1, two: 2 }]);
    });

    it('applies a file that was added later', async () => {
      await migrate(db, { directory: files });
      write('0003-third.sql', 'create table third (id int)');
      expect(await migrate(db, { directory: files })).toEqual(['0003-third.sql']);
    });

    it('treats a file with other line endings as the same file', async () => {
      await migrate(db, { directory: files });
      write('0001-first.sql', 'create table first (id int);\r\ninsert into first values (1);');
      expect(await migrate(db, { directory: files })).toEqual([]);
    });

    it('refuses a file that was changed after it was applied', async () => {
      await migrate(db, { directory: files });
      write('0001-first.sql', 'create table first (id bigint);');
      await expect(migrate(db, { directory: files })).rejects.toThrow(
        /0001-first\.sql was changed/,
      );
      await expect(migrate(db, { directory: files })).rejects.toThrow(DatabaseUnfit);
    });

    it('refuses when an applied file is missing, or a new one comes before it', async () => {
      await migrate(db, { directory: files });
      rmSync(join(files, '0001-first.sql'));
      await expect(migrate(db, { directory: files })).rejects.toThrow(
        /has the migration 0001-first\.sql/,
      );
      write('0001-first.sql', 'create table first (id int);\ninsert into first values (1);');
      write('0000-zeroth.sql', 'select 1');
      await expect(migrate(db, { directory: files })).rejects.toThrow(
        /has the migration 0001-first\.sql/,
      );
    });

    it('changes tables in use only with permission, and creates new tables without', async () => {
      const mayChange = (): Promise<boolean> => Promise.resolve(false);
      expect(await migrate(db, { directory: files, mayChange })).toHaveLength(2);
      expect(await migrate(db, { directory: files, mayChange })).toEqual([]);
      write('0003-third.sql', 'create table third (id int)');
      await expect(migrate(db, { directory: files, mayChange })).rejects.toThrow(
        /Another program uses this database/,
      );
      expect(await db.query(`select to_regclass('third') as third`, [])).toEqual([{ third: null }]);
      expect(await migrate(db, { directory: files })).toEqual(['0003-third.sql']);
    });

    it('applies a function again when its file changes, and only then', async () => {
      const functions = join(files, 'functions');
      const writeThree = (body: string): void =>
        writeFileSync(
          join(functions, 'three.sql'),
          `drop function if exists three; create function three() returns ${body}`,
        );
      const appliedAt = async (): Promise<unknown> =>
        (await db.query('select applied_at from schema_functions', []))[0]?.['applied_at'];
      mkdirSync(functions);
      writeThree(`int language sql as $$ select id from first $$`);
      await migrate(db, { directory: files });
      const firstAt = await appliedAt();
      expect(await db.query('select three() as three', [])).toEqual([{ three: 1 }]);

      const mayChange = (): Promise<boolean> => Promise.resolve(false);
      expect(await migrate(db, { directory: files, mayChange })).toEqual([]);
      expect(await appliedAt()).toEqual(firstAt);

      writeThree(`text language sql as $$ select 'three' $$`);
      await expect(migrate(db, { directory: files, mayChange })).rejects.toThrow(
        /Another program uses this database/,
      );
      expect(await migrate(db, { directory: files })).toEqual([]);
      expect(await db.query('select three() as three', [])).toEqual([{ three: 'three' }]);
      expect(await appliedAt()).not.toEqual(firstAt);
      await db.query('drop function three', []);
    });

    it('rolls back a file that fails half way', async () => {
      write('0003-third.sql', 'create table third (id int); select 1 / 0;');
      await expect(migrate(db, { directory: files })).rejects.toMatchObject({ code: '22012' });
      expect(await db.query(`select to_regclass('third') as third`, [])).toEqual([{ third: null }]);
      expect(await db.query('select name from schema_migrations order by name', [])).toEqual([
        { name: '0001-first.sql' },
        { name: '0002-second.sql' },
      ]);
      write('0003-third.sql', 'create table third (id int)');
      expect(await migrate(db, { directory: files })).toEqual(['0003-third.sql']);
    });

    it('refuses a name that is not NNNN-what.sql', async () => {
      write('3-Third.sql', 'select 1');
      await expect(migrate(db, { directory: files })).rejects.toThrow(/3-Third\.sql is not named/);
    });

    it('is safe when two processes start together', async () => {
      const other = await target.open();
      const applied = await Promise.all([
        migrate(db, { directory: files }),
        migrate(other, { directory: files }),
      ]);
      expect(applied.flat()).toEqual(['0001-first.sql', '0002-second.sql']);
      await other.close();
    });
  },
  'empty',
);
