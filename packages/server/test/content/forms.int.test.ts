import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startMailServer, type TestMailServer } from '../support/mail-server.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { callCms, postCms, readPublicToken } from './cms-fixture.ts';

const FORM = { name: 'Ada Test', email: 'ada@example.com', message: 'Hello\nBcc: all@example.com' };

describeOnDatabase('a form of the content API', (database) => {
  let server: TestServer;
  let mailServer: TestMailServer;
  let path: string;
  let visitor = 0;
  beforeAll(async () => {
    mailServer = await startMailServer();
    server = await startServer({
      database,
      environment: {
        TRUST_PROXY: '127.0.0.1',
        OPERATOR_EMAIL: 'desk@trade.example',
        SMTP_URL: mailServer.url,
      },
    });
    path = `/api/forms/submit/contact?token=${await readPublicToken(server)}`;
  });
  afterAll(async () => {
    await server.stop();
    await mailServer.close();
  });

  async function submit(form: object, ip?: string) {
    visitor += 1;
    const address = ip ?? `198.51.${Math.floor(visitor / 250)}.${visitor % 250}`;
    return await postCms(server, path, { form }, { 'x-forwarded-for': address });
  }

  async function stored(): Promise<number> {
    const { printed } = await server.operator('content', 'submissions');
    return printed.filter((line) => /^\d/.test(line)).length;
  }

  it('accepts the data, echoes it with a status, stores it and mails it [c-cms-form]', async () => {
    expect(await submit({ ...FORM, copy: 'unknown' })).toMatchObject({
      status: 200,
      body: { ...FORM, status: 'success' },
    });
    const echoed = (await submit({ ...FORM, copy: 'unknown' })).body;
    expect(echoed).not.toHaveProperty('copy');
    expect(await stored()).toBe(2);
    await eventually(() => expect(mailServer.mails).toHaveLength(2));
    const [head = ''] = (mailServer.mails[0] ?? '').split('\r\n\r\n');
    expect(head).toContain('Reply-To: ada@example.com');
    expect(head).toContain('Subject: Form contact: Ada Test');
    expect(head).not.toMatch(/^Bcc:/m);
    const body = new URLSearchParams({ 'form[name]': 'Bob', 'form[email]': 'b@x.example' });
    body.set('form[message]', 'hi');
    const headers = { 'x-forwarded-for': '203.0.113.99' };
    const urlencoded = await callCms(server, path, { method: 'POST', headers, body });
    expect(urlencoded.body).toEqual({
      name: 'Bob',
      email: 'b@x.example',
      message: 'hi',
      status: 'success',
    });
  });

  it.each([
    ['name', '', 'This field is required'],
    ['name', { $ne: 1 }, 'This field is required'],
    ['email', undefined, 'This field is required'],
    ['email', 'nobody', 'Invalid email address'],
    ['message', '  ', 'This field is required'],
    ['message', 'x'.repeat(4001), 'has maximum 4000 characters'],
  ])('rejects %s = %j with %j, and stores nothing', async (field, value, text) => {
    const before = await stored();
    expect(await submit({ ...FORM, [field]: value })).toMatchObject({
      status: 422,
      body: { status: 'error', code: 'invalid', errors: { [field]: text } },
    });
    expect(await stored()).toBe(before);
  });

  it('answers a bot that fills the hidden field like a person, and stores nothing', async () => {
    const before = await stored();
    const sent = await submit({ ...FORM, website: 'https://spam.example' });
    expect(sent).toMatchObject({ status: 200, body: { status: 'success' } });
    expect(await stored()).toBe(before);
  });

  it('accepts five forms of a network, then one every twelve minutes', async () => {
    const ip = '203.0.113.7';
    for (let time = 0; time < 5; time += 1) expect((await submit(FORM, ip)).status).toBe(200);
    const refused = await submit(FORM, ip);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    server.advance(720_000);
    expect((await submit(FORM, ip)).status).toBe(200);
  });
});
