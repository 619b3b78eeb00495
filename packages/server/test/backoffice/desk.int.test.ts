// How members of staff arrange their lists, share views and take work.
import type { OwnLists, SharedView } from '@halyard/contract/backoffice/desk/own-lists';
import type { Colleague, WorkAssignment } from '@halyard/contract/backoffice/desk/work-assignments';
import { DAY_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInStaff, type SignedIn } from '../support/staff.ts';
import { dataOf, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

type Lists = {
  readonly own: OwnLists;
  readonly version: number;
  readonly shared: readonly SharedView[];
};
type Work = {
  readonly assignments: readonly WorkAssignment[];
  readonly colleagues: readonly Colleague[];
};
type View = OwnLists['views'][number];

const BASE = '/api/backoffice';
const NOTHING = { columns: [], views: [] };

function view(name: string, change: Partial<View> = {}): View {
  return {
    name,
    resource: 'withdrawals',
    shown: ['id', 'amount'],
    pinned: ['amount'],
    filters: [{ name: 'status', value: 'new' }],
    sort: 'created_at',
    order: 'asc',
    shared: false,
    ...change,
  };
}

/** The id of a withdrawal. */
function idOf(name: string): string {
  return `W${name.padStart(18, '0')}`;
}

describeOnDatabase('the desk of a member of staff', (database) => {
  let server: TestServer;
  let finance: SignedIn;
  let other: SignedIn;
  let content: SignedIn;

  beforeAll(async () => {
    server = await startServer({ database });
    finance = await signInStaff(server, 'finance@staff.example', 'finance');
    other = await signInStaff(server, 'other@staff.example', 'finance', 'compliance');
    content = await signInStaff(server, 'content@staff.example', 'content');
    await server.query(
      `insert into transactions (id, customer_id, type_id, status, amount_cents, requested_cents,
        created_at, updated_at)
      select id, 1, 6, 'pending', -100, -100, now(), now() from unnest($1::text[]) id`,
      [['AB12', 'AB34', 'AB56'].map(idOf)],
    );
  });
  afterAll(() => server.stop());

  const lists = async (by: SignedIn) =>
    dataOf((await server.get<Lists>(`${BASE}/own-lists`, by)).envelope);
  const save = async (by: SignedIn, own: object, version?: number) => {
    const seen = version ?? (await lists(by)).version;
    const { envelope } = await server.post(`${BASE}/own-lists/save`, { ...own, version: seen }, by);
    return envelope.status === 'error' ? envelope.code : 'saved';
  };
  const work = async (by: SignedIn) =>
    dataOf((await server.get<Work>(`${BASE}/work-assignments`, by)).envelope);
  const assign = async (
    by: SignedIn,
    to: SignedIn | null,
    seen: SignedIn | null,
    id = idOf('AB12'),
  ) => {
    const path = `${BASE}/work-assignments/assign`;
    const sent = {
      resource: 'withdrawals',
      record_id: id,
      staff_id: to?.id ?? null,
      seen_staff_id: seen?.id ?? null,
    };
    const { envelope } = await server.post(path, sent, by);
    return envelope.status === 'error' ? envelope.code : 'done';
  };
  const holderOf = async (by: SignedIn, id = idOf('AB12')) =>
    (await work(by)).assignments.find((one) => one.record_id === id)?.staff_id;

  it('keeps columns and views of each member, and shows only shared views to colleagues', async () => {
    expect(await lists(finance)).toEqual({ own: NOTHING, version: 0, shared: [] });
    const shared = view('Large and new', { shared: true });
    const own = {
      columns: [{ resource: 'customers', shown: ['id', 'email'], pinned: ['email'] }],
      views: [view('Mine'), shared],
    };
    expect(await save(finance, own)).toBe('saved');
    expect((await lists(finance)).own).toEqual(own);
    expect(await lists(other)).toEqual({
      own: NOTHING,
      version: 0,
      shared: [{ staff_id: finance.id, staff_name: finance.name, view: shared }],
    });
    // The view is of a list that the role can't read.
    expect((await lists(content)).shared).toEqual([]);
    expect(await save(finance, NOTHING)).toBe('saved');
    expect((await lists(other)).shared).toEqual([]);
  });

  it('saves one of two changes that started from the same version', async () => {
    const { version } = await lists(finance);
    const changes = [view('First'), view('Second')].map(async (one) =>
      save(finance, { ...NOTHING, views: [one] }, version),
    );
    expect((await Promise.all(changes)).toSorted()).toEqual(['content-changed', 'saved']);
    expect((await lists(finance)).version).toBe(version + 1);
    expect(await save(finance, NOTHING)).toBe('saved');
    // Nor does a first save replace one that another tab has made.
    expect(await save(finance, NOTHING, 0)).toBe('content-changed');
  });

  it.each([
    ['too many views', { ...NOTHING, views: Array.from({ length: 41 }, () => view('One')) }],
    ['a name of several lines', { ...NOTHING, views: [view('One\nTwo')] }],
    ['an unknown field', { ...NOTHING, theme: 'dark' }],
    ['a name that is no field', { ...NOTHING, views: [view('One', { sort: '__proto__' })] }],
  ])('rejects %s', async (_what, own) => {
    expect(await save(finance, own)).toBe('invalid');
  });

  it('counts a document of another release as never saved', async () => {
    await save(finance, { ...NOTHING, views: [view('One')] });
    await server.query(`update staff_documents set document = '{"views": 1}'`);
    expect((await lists(finance)).own).toEqual(NOTHING);
  });

  it('returns the member’s own lists beside those of more colleagues than are read', async () => {
    await server.query(`
      with made as (
        insert into staff (email, name, password_hash, roles, created_at, changed_at, changed_by)
        select 'many-' || g || '@staff.example', 'M', '', '{finance}', now(), now(), 'test'
        from generate_series(1, 501) g returning id
      )
      insert into staff_documents (staff_id, name, document, saved_at)
      select id, 'lists', '{"columns": [], "views": []}', now() from made`);
    const last = await signInStaff(server, 'last@staff.example', 'finance');
    const own = { ...NOTHING, views: [view('Mine')] };
    await save(last, own);
    expect((await lists(last)).own).toEqual(own);
    await server.query(
      `delete from staff_documents where document = '{"columns": [], "views": []}'`,
    );
  });

  it('hides the views of a member who is disabled', async () => {
    const gone = await signInStaff(server, 'gone@staff.example', 'finance');
    await save(gone, { ...NOTHING, views: [view('Old', { shared: true })] });
    await server.operator('staff', 'disable', gone.email);
    expect((await lists(other)).shared).toEqual([]);
  });

  it('names every member to any other, disabled ones included', async () => {
    await server.query('update staff set disabled_at = now() where id = $1', [content.id]);
    const reply = await server.get<{ members: readonly object[] }>(`${BASE}/staff-names`, finance);
    expect(dataOf(reply.envelope).members).toEqual(
      expect.arrayContaining([
        { id: other.id, name: 'Test Staff' },
        { id: content.id, name: 'Test Staff' },
      ]),
    );
    await server.query('update staff set disabled_at = null where id = $1', [content.id]);
  });

  it('assigns a record to the caller or a colleague, and to nobody again', async () => {
    expect(await assign(finance, finance, null)).toBe('done');
    expect((await work(other)).assignments).toMatchObject([
      { resource: 'withdrawals', record_id: idOf('AB12'), staff_name: finance.name },
    ]);
    expect(await assign(finance, other, finance)).toBe('done');
    expect(await holderOf(finance)).toBe(other.id);
    expect(await assign(finance, null, other)).toBe('done');
    expect((await work(finance)).assignments).toEqual([]);
    const audited = await server.query(
      `select actor, subject, before, after from audit_events where action = 'work.assign' order by id`,
    );
    const one = { actor: `staff:${finance.id}`, subject: `withdrawals:${idOf('AB12')}` };
    expect(audited).toEqual([
      { ...one, before: { staffId: null }, after: { staffId: finance.id } },
      { ...one, before: { staffId: finance.id }, after: { staffId: other.id } },
      { ...one, before: { staffId: other.id }, after: { staffId: null } },
    ]);
  });

  it('lets one of two members take a record that both saw free', async () => {
    const answers = await Promise.all([assign(finance, finance, null), assign(other, other, null)]);
    expect(answers.toSorted()).toEqual(['content-changed', 'done']);
    const taker = answers[0] === 'done' ? finance : other;
    expect(await holderOf(finance)).toBe(taker.id);
    await assign(finance, null, taker);
  });

  it('assigns no record that does not exist, and gives back one that is gone', async () => {
    expect(await assign(finance, finance, null, idOf('NONE'))).toBe('record-missing');
    expect(await assign(finance, finance, null, '7')).toBe('record-missing');
    const sent = {
      resource: 'customers',
      record_id: '1',
      staff_id: finance.id,
      seen_staff_id: null,
    };
    const path = `${BASE}/work-assignments/assign`;
    expect((await server.post(path, sent, finance)).envelope).toMatchObject({
      code: 'record-missing',
    });
    await assign(finance, finance, null);
    const rename = 'update transactions set id = $2 where id = $1';
    await server.query(rename, [idOf('AB12'), idOf('GONE')]);
    expect(await assign(finance, null, finance)).toBe('done');
    await server.query(rename, [idOf('GONE'), idOf('AB12')]);
  });

  it('assigns only to members who can read the record, and by them', async () => {
    expect(await assign(finance, content, null)).toBe('not-found');
    expect(await assign(content, content, null)).toBe('forbidden');
    expect((await work(content)).assignments).toEqual([]);
    const { colleagues } = await work(finance);
    expect(colleagues.find(({ id }) => id === other.id)?.resources).toContain('withdrawals');
    expect(colleagues.find(({ id }) => id === content.id)?.resources ?? []).not.toContain(
      'withdrawals',
    );
  });

  it('frees the work of a member who is disabled, and deletes old assignments', async () => {
    const leaver = await signInStaff(server, 'leaver@staff.example', 'finance');
    await assign(leaver, leaver, null, idOf('AB34'));
    await server.operator('staff', 'disable', leaver.email);
    expect(await holderOf(finance, idOf('AB34'))).toBeUndefined();
    expect(await assign(finance, finance, null, idOf('AB34'))).toBe('done');
    await server.query('update work_assignments set assigned_at = assigned_at - $1::interval', [
      `${91 * DAY_MS} milliseconds`,
    ]);
    await assign(finance, finance, null, idOf('AB56'));
    expect((await work(finance)).assignments.map((one) => one.record_id)).toEqual([idOf('AB56')]);
  });
});
