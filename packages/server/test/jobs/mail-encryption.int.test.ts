import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import { afterAll, afterEach, expect, it } from 'vitest';

import { createSmtp } from '#platform/mail/smtp.ts';
import { startMailServer, type Identity, type TestMailServer } from '../support/mail-server.ts';

/** This machine under an address that is not a loopback address. */
const ELSEWHERE = '0.0.0.0';
const MESSAGE = {
  from: 'desk@example.com',
  to: 'anna@example.com',
  subject: 'Reset your password',
  text: 'https://trade.example.com/#/reset?code=secret',
  messageId: '<1@halyard>',
};

const folder = mkdtempSync(join(tmpdir(), 'halyard-smtp-'));
const trusted = getCACertificates();
const identity = createIdentity();
const servers: TestMailServer[] = [];
afterEach(async () => {
  setDefaultCACertificates(trusted);
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A certificate that nobody has signed; undefined where OpenSSL is not installed. */
function createIdentity(): Identity | undefined {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', '/CN=mail', '-addext', `subjectAltName=IP:${ELSEWHERE}`];
  try {
    const words = ['req', ...kind, ...subject, '-days', '2', '-keyout', key, '-out', cert];
    execFileSync('openssl', words, { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

async function start(offered?: Identity): Promise<TestMailServer> {
  const server = await startMailServer(offered);
  servers.push(server);
  return server;
}

async function deliver(url: string): Promise<void> {
  const smtp = createSmtp(url);
  try {
    await smtp.deliver(MESSAGE);
  } finally {
    smtp.close();
  }
}

it('sends nothing in clear text to a remote server without STARTTLS', async () => {
  const server = await start();
  await expect(deliver(`smtp://${ELSEWHERE}:${server.port}`)).rejects.toThrow(
    /The mail server did not take a mail \(ETLS/,
  );
  expect(server.mails).toEqual([]);
});

it('sends in clear text to a server on this machine', async () => {
  const server = await start();
  await deliver(`smtp://localhost:${server.port}`);
  expect(server.mails).toHaveLength(1);
});

const SKIPPED_BECAUSE = identity === undefined ? ' (skipped: OpenSSL is not installed)' : '';
it.skipIf(identity === undefined)(
  `uses STARTTLS with a trusted certificate${SKIPPED_BECAUSE}`,
  async () => {
    const server = await start(identity);
    const url = `smtp://${ELSEWHERE}:${server.port}`;
    await expect(deliver(url)).rejects.toThrow('The mail server did not take a mail');
    expect(server.mails).toEqual([]);
    setDefaultCACertificates([...trusted, identity?.cert ?? '']);
    await deliver(url);
    expect(server.mails).toHaveLength(1);
  },
);
