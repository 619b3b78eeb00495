import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Popup } from '@halyard/contract/popups';
import { HOUR_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { dataOf, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

describeOnDatabase('pop-ups', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  afterAll(() => server.stop());

  async function shown(token: string, body: object = {}): Promise<readonly Popup[]> {
    return dataOf((await server.post<Popup[]>('/api/accounts/popups', body, { token })).envelope);
  }

  async function make(...words: readonly string[]): Promise<number> {
    const { code, printed } = await server.operator('popup', 'create', ...words);
    expect(code, printed.join('\n')).toBe(0);
    const [, id = ''] = /^Pop-up (\d+) was made\.$/.exec(printed.at(-1) ?? '') ?? [];
    return Number(id);
  }

  async function dismiss(token: string | undefined, id: unknown) {
    return await server.post('/api/accounts/popup', { id }, { token });
  }

  it('are shown to each customer until that one dismisses them [c-popups] [c-popup] [e-popup]', async () => {
    const { access_token: ada } = await signUp(server, 'ada@example.com');
    const { access_token: ben } = await signUp(server, 'ben@example.com');
    const id = await make('Holiday hours', '<p>We close <strong>early</strong>.</p>');
    const popup = {
      id,
      title: 'Holiday hours',
      content: '<p>We close <strong>early</strong>.</p>',
    };
    expect(await shown(ada)).toEqual([popup]);
    for (let time = 0; time < 2; time += 1) {
      expect(await dismiss(ada, id)).toMatchObject({ status: 200, envelope: { data: {} } });
    }
    expect(await shown(ada)).toEqual([]);
    expect(await shown(ben)).toEqual([popup]);
    expect((await server.operator('popup', 'remove', String(id))).code).toBe(0);
    expect((await server.operator('popup', 'remove', String(id))).code).toBe(1);
    expect(await shown(ben)).toEqual([]);
  });

  it('require a session and a valid id [c-popups] [c-popup]', async () => {
    const { access_token: token } = await signUp(server, 'session@example.com');
    expect(await server.post('/api/accounts/popups', {})).toMatchObject({ status: 401 });
    expect(await dismiss(undefined, 1)).toMatchObject({ status: 401 });
    expect(await dismiss(token, 999_999)).toMatchObject({
      status: 404,
      envelope: { code: 'not-found' },
    });
    for (const id of [0, -1, '1', null, 1.5, undefined]) {
      expect(await dismiss(token, id)).toMatchObject({ status: 422 });
    }
  });

  it('keep only harmless HTML, also from a file', async () => {
    const { access_token: token } = await signUp(server, 'html@example.com');
    const html = '<p onclick="x()">Hi<script>alert(1)</script> <a href="javascript:x">y</a></p>';
    await writeFile(join(server.dataDir, 'news.html'), html);
    const ids = [await make('Direct', html), await make('File', '@news.html')];
    expect(await shown(token)).toEqual([
      { id: ids[0], title: 'Direct', content: '<p>Hi <a>y</a></p>' },
      { id: ids[1], title: 'File', content: '<p>Hi <a>y</a></p>' },
    ]);
    // What got into the table by another way is sanitised when it is read.
    await server.stop();
    const db = await database.open();
    await db.query('update popups set content = $1', ['<img src=x onerror=alert(1)>ok']);
    await db.close();
    server = await startServer({ database });
    expect((await shown(token)).map(({ content }) => content)).toEqual(['ok', 'ok']);
    for (const id of ids) await server.operator('popup', 'remove', String(id));
  });

  it('follow the language of the mails, which the customer can change', async () => {
    const { access_token: token } = await signUp(server, 'language@example.com');
    const ids = [
      await make('German', 'x', 'language=de'),
      await make('English', 'x', 'language=en'),
    ];
    const titles = async () => (await shown(token)).map(({ title }) => title);
    expect(await titles()).toEqual(['English']);
    const path = '/api/accounts/notifications/updatePreferences';
    expect(await server.post(path, { language: 'de' }, { token })).toMatchObject({ status: 200 });
    expect(await titles()).toEqual(['German']);
    for (const id of ids) await server.operator('popup', 'remove', String(id));
  });

  it('are shown in their language, to their audience and at their time', async () => {
    const { access_token: token } = await signUp(server, 'audience@example.com');
    const from = new Date(Date.now() + server.offsetMs() + HOUR_MS).toISOString().slice(0, 16);
    const until = new Date(Date.now() + server.offsetMs() + 3 * HOUR_MS).toISOString().slice(0, 16);
    const ids = [
      await make('German', 'x', 'language=de'),
      await make('English', 'x', 'language=en'),
      await make('Verified', 'x', 'audience=verified'),
      await make('Unverified', 'x', 'audience=unverified'),
      await make('Later', 'x', `from=${from}Z`, `until=${until}Z`),
    ];
    const titles = async (body: object = {}) =>
      (await shown(token, body)).map(({ title }) => title);
    expect(await titles()).toEqual(['English', 'Unverified']);
    expect(await titles({ language: 'de' })).toEqual(['German', 'Unverified']);
    await server.operator('customer', 'verify', 'audience@example.com');
    expect(await titles()).toEqual(['English', 'Verified']);
    server.advance(2 * HOUR_MS);
    const fresh = await server.post<{ access_token: string }>('/api/accounts/login', {
      email: 'audience@example.com',
      password: 'a long password',
    });
    const { access_token: again } = dataOf(fresh.envelope);
    expect((await shown(again)).map(({ title }) => title)).toEqual([
      'English',
      'Verified',
      'Later',
    ]);
    server.advance(2 * HOUR_MS);
    const last = await server.post<{ access_token: string }>('/api/accounts/login', {
      email: 'audience@example.com',
      password: 'a long password',
    });
    expect((await shown(dataOf(last.envelope).access_token)).map(({ title }) => title)).toEqual([
      'English',
      'Verified',
    ]);
    const { printed } = await server.operator('popup', 'list');
    expect(printed).toHaveLength(5);
    expect(printed[4]).toMatch(/^\d+ {2}German {2}\(marketing, all, de, from .*Z until removed\)$/);
    for (const id of ids) await server.operator('popup', 'remove', String(id));
  });

  it('of marketing are not shown during a time-out, to excluded customers, or without consent', async () => {
    const ids = [
      await make('Bonus week', '<p>Trade more</p>'),
      await make('Maintenance', '<p>On Sunday</p>', '--service'),
    ];
    const titles = async (token: string) => (await shown(token)).map(({ title }) => title);
    const { access_token: open } = await signUp(server, 'open@example.com');
    expect(await titles(open)).toEqual(['Bonus week', 'Maintenance']);
    for (const [email, path, body] of [
      ['pausing@example.com', '/api/accounts/safeguards/timeOut', { days: 1 }],
      ['excluded@example.com', '/api/accounts/safeguards/selfExclusion', { months: null }],
      [
        'no-news@example.com',
        '/api/accounts/notifications/updatePreferences',
        { mail: { news: false } },
      ],
    ] as const) {
      const { access_token: token } = await signUp(server, email);
      dataOf((await server.post(path, body, { token })).envelope);
      expect(await titles(token), email).toEqual(['Maintenance']);
    }
    for (const id of ids) await server.operator('popup', 'remove', String(id));
  });

  it.each([
    [['create']],
    [['create', 'Title']],
    [['create', '', 'x']],
    [['create', 'a\nb', 'x']],
    [['create', 'Title', 'x', 'language=fr']],
    [['create', 'Title', 'x', 'audience=nobody']],
    [['create', 'Title', 'x', 'until=2020-01-01']],
    [['create', 'Title', 'x', 'until=2099-02-30']],
    [['create', 'Title', 'x', 'from=tomorrow']],
    [['create', 'Title', 'x', 'from=2026-01-01T00:00+01:00']],
    [['create', 'Title', 'x', 'colour=red']],
    [['create', 'Title', 'x', '--service=maybe']],
    [['create', 'Title', '<script>x</script>']],
    [['create', 'Title', '@no-such-file.html']],
    [['create', 'Title', '@/dev/zero']],
    [['create', 'Title', 'x'.repeat(20_001)]],
    [['remove', 'x']],
    [['publish']],
  ])('are not created by %j', async (words) => {
    expect((await server.operator('popup', ...words)).code).not.toBe(0);
    expect((await server.operator('popup', 'list')).printed).toEqual(['There are no pop-ups.']);
  });
});
