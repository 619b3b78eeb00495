import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPage, showDocument } from '#features/content/cms/edit-document.ts';
import { ContentFile, saveContent } from '#features/content/cms/save-content.ts';
import type { Database } from '#platform/db/db.ts';
import { createWorkerPool } from '#platform/worker-pool/worker-pool.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const CLOCK = { nowMs: () => Date.parse('2026-03-02T09:00:00Z') };
const BY = 'staff:1';
const PAGE = { title: 'Opening hours', title_slug: 'opening-hours' };
const FILE = ContentFile.parse({
  collections: { pages: { fields: [{ name: 'title' }], entries: [] } },
});

describeOnDatabase('the size of all content', (database) => {
  let db: Database;
  const workers = createWorkerPool();
  beforeAll(async () => {
    db = await database.open();
  });
  afterAll(async () => {
    await workers.close();
    await db.close();
  });

  it('is limited for every way of writing', async () => {
    const deps = { db, workers, clock: CLOCK };
    expect(await saveContent(deps, FILE, BY)).toMatchObject({ kind: 'saved' });
    const added = await addPage(deps, { data: PAGE, by: BY });
    if (added.kind !== 'saved') expect.fail(JSON.stringify(added));
    const show = { target: { pageId: added.id }, isPublished: true, by: BY };
    await db.query(
      `insert into content_entries (id, kind, model, data, version, created_at, modified_at)
       select 'full' || n, 'collection', 'pages', jsonb_build_object('title', repeat('x', 250000)),
         1, now(), now() from generate_series(1, 68) n`,
      [],
    );
    const problem = { field: '', text: expect.stringContaining('over 16777216 bytes in all') };
    const refused = { kind: 'unfit', problems: [problem] };
    expect(await addPage(deps, { data: { title: 'Team', title_slug: 'team' }, by: BY })).toEqual(
      refused,
    );
    expect(await showDocument(deps, show)).toEqual(refused);
    const more = ContentFile.parse({ collections: { pages: { entries: [PAGE] } } });
    expect(await saveContent(deps, more, BY)).toEqual({
      kind: 'unfit',
      problems: [expect.stringContaining('more than 16777216 bytes in all')],
    });
    await db.query(`delete from content_entries where id like 'full%'`, []);
    expect(await showDocument(deps, show)).toMatchObject({ kind: 'saved' });
    expect(await saveContent(deps, more, BY)).toMatchObject({ kind: 'saved' });
  });
});
