// Everything that the program writes and answers while payments go well and badly, searched for
// what must not be in it.
import { MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import type { Database } from '#platform/db/db.ts';
import { payOnPage } from '../support/hosted-page.ts';
import { describeOnDatabase, type TestDatabase } from '../support/test-database.ts';
import { openShop, PROVIDERS, SECRETS, type Shop } from './shop.ts';

const CARDS = {
  paymaxis: '4000000000000408',
  ipaytotal: '4242424242424242',
  ikajo: '4111111111111111',
  payway: '4000000000000077',
} as const;

describeOnDatabase('secrets of payments', (database) => {
  it('appear in no log line, reply, error or row', async () => {
    const shop = await openShop(database);
    const { answers, signatures } = await payInEveryWay(shop);
    const logged = shop.server().log.join('\n');
    await shop.close();
    const kept = await dump(database);
    expect(logged).toContain('a webhook was refused');
    expect(logged).toContain('a payment could not be asked after');
    expect(kept).toContain('approved');
    const wanted = [...Object.values(SECRETS), ...Object.values(CARDS), ...signatures];
    expect(wanted.length).toBeGreaterThan(10);
    for (const secret of wanted) {
      for (const [where, text] of Object.entries({ logged, answers, kept })) {
        expect(text.includes(secret), `${secret.slice(0, 8)}… in what was ${where}`).toBe(false);
      }
    }
  });
});

/** Gives all that was answered, and the signatures of the webhooks. */
async function payInEveryWay(shop: Shop): Promise<{ answers: string; signatures: string[] }> {
  const answers: string[] = [];
  const signatures: string[] = [];
  const buyer = await shop.buyer();
  for (const provider of PROVIDERS) {
    const sandbox = shop.sandboxes[provider];
    sandbox.webhooks.travel('held');
    const id = await shop.create(buyer, provider);
    const step = await shop.send(buyer, provider, id);
    // A signed form is the one answer in which a signature belongs: the browser must send it.
    if (step.type === 'redirect') answers.push(step.url);
    await payOnPage(step, { number: CARDS[provider], month: '01' });
    const message = shop.messageOf(provider, id);
    signatures.push(...signaturesOf(message));
    for (const changed of [
      message,
      { ...message, body: `${message.body}&x` },
      { ...message, body: '' },
      { ...message, headers: { ...message.headers, 'content-type': 'application/xml' } },
    ]) {
      answers.push((await shop.deliver(changed)).text);
    }
    sandbox.webhooks.travel('lost');
    await shop.start(buyer, provider);
    sandbox.fail(500);
    const refused = await shop.create(buyer, provider);
    const body = { transaction_id: refused };
    const reply = await shop
      .server()
      .post(`/api/transaction/send/${provider}`, body, { token: buyer.token });
    if (reply.status !== 200) answers.push(JSON.stringify(reply.envelope));
  }
  shop.server().advance(3 * MINUTE_MS);
  // What is asked now gets no answer from the providers.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  for (const sandbox of Object.values(shop.sandboxes)) sandbox.fail(undefined);
  await shop.barrier();
  answers.push(JSON.stringify(await shop.list(buyer)));
  answers.push(await (await fetch(`${shop.server().url}/api/config`)).text());
  return { answers: answers.join('\n'), signatures };
}

function signaturesOf(message: {
  headers: Readonly<Record<string, string>>;
  body: string;
}): string[] {
  const form = message.body.startsWith('{') ? undefined : new URLSearchParams(message.body);
  const found = [message.headers['Signature'], form?.get('sign'), form?.get('pgw_signature')];
  return found.filter((one) => typeof one === 'string');
}

/** Every row of every table, as text. */
async function dump(database: TestDatabase): Promise<string> {
  const db: Database = await database.open();
  try {
    const tables = await db.query(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
      [],
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const rows = await db.query(`select to_jsonb(t)::text as row from "${String(name)}" t`, []);
      texts.push(...rows.map(({ row }) => String(row)));
    }
    return texts.join('\n');
  } finally {
    await db.close();
  }
}
