import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session, User } from '@halyard/contract/accounts';
import { DOCUMENT_BYTES_MAX, DocumentState } from '@halyard/contract/documents';
import type { Envelope } from '@halyard/contract/wire';
import { HOUR_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { dataOf, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BAD_FILES } from './bad-files.ts';
import { BAD_FORMS } from './bad-forms.ts';
import { formOf, image, jpeg, jpegOf, page } from './sample-files.ts';

const UPLOAD = '/api/accounts/upload';

type Sent = { readonly status: number; readonly envelope: Envelope<unknown> };
type FormEntry = readonly [name: string, value: string | File];

describeOnDatabase('an upload', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  afterAll(() => server.stop());

  const post = async (
    token: string | undefined,
    {
      body,
      headers,
    }: { body: NonNullable<RequestInit['body']>; headers?: Readonly<Record<string, string>> },
  ): Promise<Sent> => {
    const bearer = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const init = { method: 'POST', headers: { ...bearer, ...headers }, body };
    const response = await fetch(`${server.url}${UPLOAD}`, init);
    return { status: response.status, envelope: (await response.json()) as Envelope<unknown> };
  };
  const send = async (token: string | undefined, entries: readonly FormEntry[]): Promise<Sent> => {
    const body = new FormData();
    for (const [name, value] of entries) body.append(name, value);
    return await post(token, { body });
  };
  const upload = async (token: string, type: string, file = image(), side?: string) =>
    await send(token, [
      ['files', file],
      ['type', type],
      ...(side === undefined ? [] : [['side', side] as const]),
    ]);
  const userOf = async (token: string): Promise<User> =>
    dataOf((await server.post<Session>('/api/accounts/get', {}, { token })).envelope).user;
  const folder = (): string => join(server.dataDir, 'documents');
  const filesOnDisk = (): readonly string[] => readdirSync(folder());
  const customer = async (): Promise<Session> =>
    await signUp(server, `${crypto.randomUUID()}@example.com`);
  let refused: Promise<Session> | undefined;
  const refusedCustomer = (): Promise<Session> => (refused ??= customer());
  const operator = async (...words: string[]): Promise<string> => {
    const { code, printed } = await server.operator('document', ...words);
    expect({ code, printed }).toMatchObject({ code: 0 });
    return printed.join('\n');
  };
  const listed = async (email: string): Promise<readonly string[]> =>
    (await operator('list', email)).split('\n');
  const idOf = (line: string | undefined): string => line?.split(' ')[0] ?? expect.fail('no line');

  it.each([
    ['passport', undefined, 'doc_passport'],
    ['address', undefined, 'doc_address'],
    ['funding', undefined, 'doc_funding_front'],
    ['funding', 'back', 'doc_funding_back'],
  ] as const)(
    'of type %s, side %s, is stored and shown as processing in %s [c-upload] [e-upload-types] [s-doc-after-upload] [e-user-doc-json] [v-doc-types]',
    async (type, side, field) => {
      const { access_token: token, user } = await customer();
      expect(user[field]).toBeNull();
      const { status, envelope } = await upload(token, type, image(), side);
      expect(status).toBe(200);
      const { document: _kind, ...state } = dataOf(envelope) as { document: string };
      expect(DocumentState.parse(state)).toMatchObject({ status: 1, note: '' });
      const text = (await userOf(token))[field] ?? expect.fail('it is set');
      expect(JSON.parse(text)).toEqual(state);
      expect(Object.keys(JSON.parse(text) as object)).toEqual(['status', 'note', 'updated']);
    },
  );

  it('is accepted as jpg, jpeg and pdf, with the token in the form [c-upload] [v-doc-types]', async () => {
    for (const file of [image('a.jpg'), image('a.JPEG'), page()]) {
      const { access_token: token } = await customer();
      const sent = await send(undefined, [
        ['files', file],
        ['token', token],
        ['type', 'passport'],
      ]);
      expect(sent.status).toBe(200);
    }
  });

  it('is encrypted on disk, and shown only to staff, with an audit entry', async () => {
    const { access_token: token, user } = await customer();
    const before = new Set(filesOnDisk());
    const secret = jpeg({ comment: Buffer.from('SECRET OF THE PASSPORT') });
    await upload(token, 'passport', image('a.jpg', secret));
    const added = filesOnDisk().filter((name) => !before.has(name));
    expect(added).toHaveLength(1);
    const path = join(folder(), String(added[0]));
    expect(readFileSync(path).includes('SECRET')).toBe(false);
    expect(statSync(path).mode & 0o777).toBe(0o600);

    const [line] = await listed(user.email);
    expect(line).toContain('passport  processing  jpeg, 1 KB');
    const target = join(server.dataDir, `${crypto.randomUUID()}.jpg`);
    await operator('show', idOf(line), target);
    expect(readFileSync(target)).toEqual(secret);
    expect(statSync(target).mode & 0o777).toBe(0o600);
    const again = await server.operator('document', 'show', idOf(line), target);
    expect(again).toMatchObject({ code: 1, printed: [expect.stringContaining('EEXIST')] });
    expect(server.log.join('')).not.toContain('a.jpg');
  });

  it.each(BAD_FORMS)(
    'with %s is rejected and stores nothing [%s]',
    async (_what, entries, status, errors, _clause) => {
      const { access_token: token, user } = await refusedCustomer();
      const before = filesOnDisk();
      const sent = await send(token, entries);
      expect(sent).toMatchObject({ status, envelope: { code: 'invalid', errors } });
      expect(filesOnDisk()).toEqual(before);
      expect(await listed(user.email)).toEqual(['There is none.']);
    },
  );

  it('with another file type is rejected and stores nothing [v-doc-types]', async () => {
    const { access_token: token, user } = await customer();
    const before = filesOnDisk();
    for (const [what, name, mediaType, content] of BAD_FILES) {
      const { status, envelope } = await post(token, formOf({ name, mediaType, content }));
      expect({ what, status, envelope }).toMatchObject({
        what,
        status: 415,
        envelope: { code: 'file-not-supported', message: 'File not supported' },
      });
    }
    expect(filesOnDisk()).toEqual(before);
    expect(await listed(user.email)).toEqual(['There is none.']);
    expect((await userOf(token)).doc_passport).toBeNull();
    expect(server.log.join('')).not.toContain('a request met a bug');
  });

  it('of exactly 2 MB is accepted, of one byte more rejected [v-doc-size]', async () => {
    const { access_token: token, user } = await customer();
    const tooLarge = image('a.jpg', jpegOf(DOCUMENT_BYTES_MAX + 1));
    const before = filesOnDisk();
    for (const file of [tooLarge, image('a.jpg', jpegOf(9 * 1024 * 1024))]) {
      expect(await upload(token, 'passport', file)).toMatchObject({
        status: 413,
        envelope: { code: 'file-too-large', message: 'Files can be at most 2 MB' },
      });
    }
    expect(filesOnDisk()).toEqual(before);
    expect(await listed(user.email)).toEqual(['There is none.']);
    expect(
      (await upload(token, 'passport', image('a.jpg', jpegOf(DOCUMENT_BYTES_MAX)))).status,
    ).toBe(200);
  });

  it('without a session or a form is rejected', async () => {
    expect(
      await send(undefined, [
        ['files', image()],
        ['type', 'passport'],
      ]),
    ).toMatchObject({
      status: 401,
      envelope: { code: 'session-ended' },
    });
    expect(
      await send('nobody', [
        ['files', image()],
        ['type', 'passport'],
      ]),
    ).toMatchObject({
      status: 401,
    });
    const { access_token: token } = await customer();
    for (const type of ['application/json', 'image/jpeg', 'application/octet-stream']) {
      const body = type === 'application/json' ? '{"type":"passport"}' : new Uint8Array(jpeg());
      const sent = await post(token, { body, headers: { 'content-type': type } });
      expect({ type, ...sent }).toMatchObject({ type, status: 415 });
      expect(sent.envelope).toMatchObject({ code: 'file-not-supported' });
    }
    const headers = { 'content-type': 'multipart/form-data' };
    expect((await post(token, { body: 'no boundary', headers })).status).toBe(400);
    const ordinary = await fetch(`${server.url}/api/accounts/get`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new FormData(),
    });
    expect(ordinary.status).toBe(415);
  });

  it('that is aborted stores nothing, and the next one is accepted', async () => {
    const { access_token: token } = await customer();
    const before = filesOnDisk();
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const head =
      `POST ${UPLOAD} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\n` +
      'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n' +
      '--b\r\nContent-Disposition: form-data; name="files"; filename="a.jpg"\r\n\r\n';
    socket.write(head);
    socket.write(jpeg());
    await sleep(50);
    expect(await upload(token, 'passport')).toMatchObject({
      status: 429,
      envelope: { code: 'too-many', facts: { retryAfterSeconds: 1 } },
    });
    socket.destroy();
    await eventually(async () => expect((await upload(token, 'passport')).status).toBe(200));
    expect(filesOnDisk()).toHaveLength(before.length + 1);
  });

  it('is decided by staff: only a rejected document can be uploaded again [e-user-doc-json]', async () => {
    const { access_token: token, user } = await customer();
    const field = async (): Promise<unknown> =>
      JSON.parse((await userOf(token)).doc_passport ?? 'null');
    await upload(token, 'passport');
    expect(await upload(token, 'passport')).toMatchObject({
      status: 409,
      envelope: { code: 'document-stands' },
    });
    const first = idOf((await listed(user.email))[0]);
    expect((await server.operator('document', 'reject', first)).code).toBe(2);
    await operator('reject', first, '--note=It is too dark');
    expect(await field()).toMatchObject({ status: 3, note: 'It is too dark' });
    expect((await server.operator('document', 'approve', first)).code).toBe(1);

    expect((await upload(token, 'passport', page())).status).toBe(200);
    expect(await field()).toMatchObject({ status: 1, note: '' });
    const second = idOf((await listed(user.email))[0]);
    const blind = await server.operator('document', 'approve', second);
    expect(blind).toMatchObject({ code: 1 });
    expect(blind.printed[0]).toContain('document show');
    expect(await field()).toMatchObject({ status: 1, note: '' });
    await operator('show', second, join(server.dataDir, 'seen.jpg'));
    const undated = await server.operator('document', 'approve', second);
    expect(undated.printed.join()).toContain('--expires=');
    const past = await server.operator('document', 'approve', second, '--expires=2020-02-29');
    expect(past.printed.join()).toContain('has expired');
    const unfit = await server.operator('document', 'approve', second, '--expires=2099-02-30');
    expect(unfit.code).toBe(2);
    await operator('approve', second, '--expires=2099-12-31');
    expect(await field()).toMatchObject({ status: 2, note: '', expires_on: '2099-12-31' });
    expect((await upload(token, 'passport')).status).toBe(409);
    const { envelope } = await server.post('/api/accounts/notifications', {}, { token });
    expect(JSON.stringify(dataOf(envelope))).toContain('document-approved');
    expect(JSON.stringify(dataOf(envelope))).toContain('document-rejected');
  });

  it('of proof of funding is the front first, then the back, unless specified', async () => {
    const { access_token: token } = await customer();
    const kinds: unknown[] = [];
    for (let times = 0; times < 3; times += 1) {
      const { envelope } = await upload(token, 'funding');
      kinds.push(envelope.status === 'success' ? envelope.data : envelope.code);
    }
    expect(kinds).toMatchObject([
      { document: 'funding-front' },
      { document: 'funding-back' },
      'document-stands',
    ]);
  });

  it('is limited to ten per customer and day', async () => {
    const { access_token: token, user } = await customer();
    for (let times = 0; times < 10; times += 1) {
      expect((await upload(token, 'address')).status).toBe(200);
      await operator('reject', idOf((await listed(user.email))[0]), '--note=Again');
    }
    expect(await upload(token, 'address')).toMatchObject({
      status: 429,
      envelope: { code: 'too-many-documents' },
    });
  });

  it('is limited to ten per customer and day, also for concurrent uploads', async () => {
    const { access_token: token, user } = await customer();
    for (let times = 0; times < 9; times += 1) {
      expect((await upload(token, 'address')).status).toBe(200);
      await operator('reject', idOf((await listed(user.email))[0]), '--note=Again');
    }
    const before = filesOnDisk();
    // With the token in the form no two of a customer wait for one another before they are counted.
    const answers = await Promise.all(
      ['passport', 'address', 'funding'].map(
        async (type) =>
          await send(undefined, [
            ['token', token],
            ['type', type],
            ['files', image()],
          ]),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 429);
    for (const { envelope } of refused) {
      expect(envelope).toMatchObject({ code: 'too-many-documents' });
    }
    expect(refused).toHaveLength(2);
    expect(filesOnDisk()).toHaveLength(before.length + 1);
  });

  it('is stored once for concurrent uploads', async () => {
    const { access_token: token, user } = await customer();
    const before = filesOnDisk();
    const sent = await Promise.all(Array.from({ length: 8 }, () => upload(token, 'passport')));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await listed(user.email)).toHaveLength(1);
    expect(filesOnDisk()).toHaveLength(before.length + 1);
  });

  it('is deleted if a crash left it incomplete, and kept otherwise', async () => {
    const { access_token: token } = await customer();
    await upload(token, 'passport');
    const kept = filesOnDisk();
    const orphan = join(folder(), crypto.randomUUID());
    const unfinished = `${orphan}.${crypto.randomUUID()}.tmp`;
    const young = join(folder(), crypto.randomUUID());
    for (const path of [orphan, unfinished, young]) writeFileSync(path, 'x');
    const now = Date.now() / 1000;
    for (const path of [orphan, unfinished]) utimesSync(path, now - 7200, now - 7200);
    const later = (Date.now() + server.offsetMs() + 2 * HOUR_MS) / 1000;
    utimesSync(young, later, later);
    server.advance(HOUR_MS);
    await eventually(() => {
      expect([existsSync(orphan), existsSync(unfinished)]).toEqual([false, false]);
    });
    expect(existsSync(young)).toBe(true);
    expect(kept.filter((name) => !filesOnDisk().includes(name))).toEqual([]);
  });
});
