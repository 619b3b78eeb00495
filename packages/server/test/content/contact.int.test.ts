import { afterAll, beforeAll, expect, it } from 'vitest';

import { eventually } from '../support/eventually.ts';
import { startMailServer, type TestMailServer } from '../support/mail-server.ts';
import { readOutbox } from '../support/outbox.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const CONTACT = '/api/contact';
const FORM = {
  first_name: 'Ada',
  last_name: 'Test',
  email: 'ada@example.com',
  phone: '+49 30 23125000',
  message: 'When do you open?\nBcc: all@example.com',
};

describeOnDatabase('the contact form', (database) => {
  let server: TestServer;
  let mailServer: TestMailServer;
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
  });
  afterAll(async () => {
    await server.stop();
    await mailServer.close();
  });

  /** Each from a network of its own, if it is not named. */
  async function send(form: object, ip?: string) {
    visitor += 1;
    const address = ip ?? `198.51.${Math.floor(visitor / 250)}.${visitor % 250}`;
    return await server.post(CONTACT, form, { headers: { 'x-forwarded-for': address } });
  }

  async function stored(): Promise<readonly string[]> {
    const { printed } = await server.operator('contact', 'list');
    return printed.filter((line) => /^\d/.test(line));
  }

  it('stores a visitor’s message and mails it to the operator [c-contact] [p-visitor-contact]', async () => {
    expect(await send(FORM)).toMatchObject({
      status: 200,
      envelope: { status: 'success', data: {} },
    });
    const { printed } = await server.operator('contact', 'list');
    expect(printed[0]).toContain('Ada Test <ada@example.com> +493023125000');
    expect(printed.slice(1)).toEqual(['    When do you open?', '    Bcc: all@example.com']);
    await eventually(() => expect(mailServer.mails).toHaveLength(1));
    const [mail = ''] = mailServer.mails;
    const [head = ''] = mail.split('\r\n\r\n');
    expect(head).toContain('To: desk@trade.example');
    expect(head).toContain('Reply-To: ada@example.com');
    expect(head).toContain('Subject: Contact form: Ada Test');
    expect(head).not.toMatch(/^Bcc:/m);
    expect(mail.slice(head.length)).toContain('When do you open?\r\nBcc: all@example.com');
  });

  it.each([
    ['first_name', '', 'This field is required'],
    ['first_name', undefined, 'This field is required'],
    ['last_name', '  ', 'This field is required'],
    ['email', undefined, 'This field is required'],
    ['email', 'nobody', 'invalid email address'],
    ['email', 'a@b.example\r\nBcc: all@example.com', 'invalid email address'],
    ['phone', undefined, 'Phone number is required'],
    ['phone', ' ', 'Phone number is required'],
    ['phone', '12345', 'Phone number not valid'],
    ['message', undefined, 'This field is required'],
    ['message', ' \n ', 'This field is required'],
    ['message', 'x'.repeat(4001), 'has maximum 4000 characters'],
    ['first_name', 'Ada\r\nBcc: all@example.com', 'must be plain text on one line'],
    ['copy', 'me', 'is not a known field'],
  ])(
    'rejects %s = %j with %j, and stores nothing [v-contact-required]',
    async (field, value, text) => {
      const before = await stored();
      const { status, envelope } = await send({ ...FORM, [field]: value });
      expect(status).toBe(422);
      expect(envelope).toMatchObject({ code: 'invalid', errors: { [field]: text } });
      expect(await stored()).toEqual(before);
    },
  );

  it('answers a bot that fills the hidden field like a person, and stores nothing', async () => {
    const before = await stored();
    const { status, envelope } = await send({ ...FORM, website: 'https://spam.example' });
    expect({ status, envelope }).toMatchObject({ status: 200, envelope: { data: {} } });
    expect(await stored()).toEqual(before);
    expect((await send({ ...FORM, website: '' })).status).toBe(200);
    expect(await stored()).toHaveLength(before.length + 1);
  });

  it('accepts five messages of a network, then one every twelve minutes', async () => {
    const ip = '203.0.113.7';
    for (let time = 0; time < 5; time += 1) expect((await send(FORM, ip)).status).toBe(200);
    const refused = await send(FORM, ip);
    expect(refused).toMatchObject({ status: 429, envelope: { code: 'too-many' } });
    const waitSeconds = Number(refused.headers.get('retry-after'));
    expect(waitSeconds).toBeGreaterThan(0);
    expect(waitSeconds).toBeLessThanOrEqual(720);
    expect((await send(FORM, '203.0.113.8')).status).toBe(200);
    server.advance(720_000);
    expect((await send(FORM, ip)).status).toBe(200);
  });
});

describeOnDatabase('the contact form without an operator’s address', (database) => {
  it('stores the message and sends no mail', async () => {
    const server = await startServer({ database });
    expect((await server.post(CONTACT, FORM)).status).toBe(200);
    expect((await server.operator('contact', 'list')).printed[0]).toContain('ada@example.com');
    const texts = await readOutbox(server.dataDir);
    expect(texts.filter((text) => text.includes('Contact form'))).toEqual([]);
    await server.stop();
  });
});
