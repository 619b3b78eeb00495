// Each program of examples/ as a process against a running server, with the effect that it promises.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MarketOrder } from '@halyard/contract/v1/orders';
import { Position } from '@halyard/contract/v1/trading';
import { NewWebhook, listWebhookDeliveries } from '@halyard/contract/v1/webhooks';
import { MINUTE_MS } from '@halyard/core/time';
import { afterAll, afterEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createClient, createKey, order, type ApiClient } from '../public-api/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { stagePrices } from '../support/staged-prices.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openFloor } from '../support/trader.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { findPython, PYTHON_ENVIRONMENT, ROOT } from './python.ts';

const CROSSES = ['moving-average-cross.ts', 'moving-average-cross.py'];
const python = await findPython();
const folder = mkdtempSync(join(tmpdir(), 'halyard-examples-'));

type Program = {
  /** Everything that it printed. */
  printed(): string;
  stop(): Promise<void>;
};

/** Started and not yet stopped. */
const programs = new Set<Program>();

function start(name: string, environment: Readonly<Record<string, string>>): Program {
  const path = join(ROOT, 'examples', name);
  const [command, words] = name.endsWith('.py')
    ? [python ?? 'python3', [path]]
    : [process.execPath, ['--conditions=halyard-source', path]];
  const child = spawn(command, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...PYTHON_ENVIRONMENT, ...environment },
  });
  const ended = once(child, 'exit');
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => (printed += data.toString()));
  }
  const program: Program = {
    printed: () => printed,
    stop: async () => {
      programs.delete(program);
      child.kill('SIGKILL');
      await ended;
    },
  };
  programs.add(program);
  return program;
}

/**
 * ETHUSD rises by 1 a second for two minutes from the start of the server, after ten minutes of it, and
 * falls afterwards: a minute of the file lasts a second. BTCUSD stands still.
 */
function stageMountain(): Readonly<Record<string, string>> {
  const { REPLAY_FILES, ...settings } = stagePrices(folder);
  const [still] = String(REPLAY_FILES).split(',');
  const startS = Date.UTC(2024, 0, 1) / 1_000;
  const minutes = Array.from({ length: 1_900 }, (_, index) => index - 600);
  const candles = minutes.map((minute) => {
    const price = (2_500 - Math.abs(minute - 120)).toFixed(2);
    const prices = { low: price, high: price, open: price, close: price };
    return { start: String(startS + minute * 60), ...prices, volume: '1' };
  });
  const mountain = join(folder, 'mountain.json');
  writeFileSync(mountain, JSON.stringify({ candles }));
  return { ...settings, REPLAY_FILES: `${still},ETHUSD=${mountain}` };
}

describeOnDatabase('the examples', (database) => {
  const floor = openFloor(database, { ...stageMountain(), WEBHOOK_PRIVATE_TARGETS: 'on' });
  afterEach(async () => {
    for (const program of programs) await program.stop();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  type Entered = {
    readonly key: string;
    readonly call: ApiClient;
    /** The path of the account. */
    readonly path: string;
    positions(): Promise<z.infer<typeof Position>[]>;
    trades(): Promise<unknown[]>;
  };
  const enter = async (): Promise<Entered> => {
    const trader = await floor.trader();
    const { key } = await createKey(floor.server(), trader.token);
    const call = createClient(floor.server(), key);
    const path = `/accounts/${trader.session.user.id}`;
    const list = async (name: string): Promise<unknown[]> =>
      z.parse(z.object({ data: z.array(z.unknown()) }), (await call('GET', `${path}/${name}`)).json)
        .data;
    const positions = async () => z.parse(z.array(Position), await list('positions'));
    return { key, call, path, positions, trades: async () => await list('trades') };
  };

  it('forwards each signed event once to the chat, and nothing that is not signed', async () => {
    const { call, path } = await enter();
    const chat = await startReceiver();
    try {
      const port = await findFreePort();
      const url = `http://127.0.0.1:${port}`;
      const made = await call('POST', '/webhooks', { body: { url, events: ['order.filled'] } });
      const { webhook, secret } = z.parse(NewWebhook, made.json);
      const bot = start('chat-alert.ts', {
        WEBHOOK_SECRET: secret,
        CHAT_URL: `${chat.url}/hook`,
        PORT: String(port),
      });
      await eventually(() => expect(bot.printed()).toContain('Waiting for webhooks'));
      const forged = await fetch(url, { method: 'POST', body: '{"type":"order.filled"}' });
      expect(forged.status).toBe(401);

      const quotes = (await call('GET', '/quotes?symbols=ETHUSD')).json as Quotes;
      const price = (Number(quotes.data[0]?.ask) + 2).toFixed(2);
      const terms = { client_order_id: 'stop', side: 'buy', margin: '100', leverage: 2, price };
      const body = { type: 'stop', symbol: 'ETHUSD', time_in_force: 'gtc', ...terms };
      expect((await call('POST', `${path}/orders`, { body })).status).toBe(201);
      await eventually(() => expect(chat.received).toHaveLength(1));
      const { text } = JSON.parse(chat.received[0]?.body ?? '') as { readonly text: string };
      expect(text).toContain('order.filled: type stop, symbol ETHUSD, side buy, margin 100.00');

      const deliveries = `/webhooks/${webhook.id}/deliveries`;
      const first = async () =>
        z.parse(listWebhookDeliveries.reply, (await call('GET', deliveries)).json).data[0];
      await eventually(async () => expect((await first())?.status).toBe('delivered'));
      const resent = await call('POST', `${deliveries}/${(await first())?.id}/resend`);
      expect(resent.json).toMatchObject({ status: 'pending' });
      await eventually(async () => expect((await first())?.status).toBe('delivered'));
      expect(chat.received).toHaveLength(1);
    } finally {
      chat.close();
    }
  });

  it('mirrors fills and partial closes, and after a restart the close that it missed', async () => {
    const [source, target] = [await enter(), await enter()];
    const settings = {
      SOURCE_URL: floor.server().url,
      SOURCE_KEY: source.key,
      TARGET_KEY: target.key,
      STATE_FILE: join(folder, 'hedger-state.json'),
    };
    const bot = start('hedger.ts', settings);
    await eventually(() => expect(bot.printed()).toContain('Mirroring account'));
    const opened = await source.call('POST', `${source.path}/orders`, { body: order({}) });
    const { position } = z.parse(MarketOrder, opened.json);
    await eventually(async () =>
      expect(await target.positions()).toMatchObject([
        { symbol: 'BTCUSD', side: 'buy', margin: '1000.00', leverage: 2 },
      ]),
    );
    const close = async (body: object): Promise<void> => {
      const path = `${source.path}/positions/${position.id}/close`;
      const headers = { 'idempotency-key': JSON.stringify(body) };
      expect((await source.call('POST', path, { body, headers })).status).toBe(200);
    };
    await close({ margin: '400.00' });
    await eventually(async () =>
      expect(await target.positions()).toMatchObject([{ margin: '600.00' }]),
    );
    await eventually(() => expect(bot.printed()).toContain('Closing 400.00'));
    await bot.stop();
    await close({});
    start('hedger.ts', settings);
    await eventually(async () => expect(await target.positions()).toEqual([]));
    expect(await target.trades()).toMatchObject([{ margin: '600.00' }, { margin: '400.00' }]);
  });

  /** Moves the clock: no later test finds the prices where they began. */
  const expectCross = async (names: readonly string[]): Promise<void> => {
    const traders = await Promise.all(names.map(enter));
    const bots = names.map((name, index) =>
      start(name, {
        HALYARD_URL: floor.server().url,
        HALYARD_KEY: traders[index]?.key ?? '',
        SYMBOL: 'ETHUSD',
        FAST: '2',
        SLOW: '4',
      }),
    );
    for (const { positions } of traders) {
      await eventually(async () =>
        expect(await positions()).toMatchObject([
          { symbol: 'ETHUSD', side: 'buy', margin: '100.00' },
        ]),
      );
    }
    await eventually(() => {
      for (const bot of bots) expect(bot.printed()).toContain('Bought at');
    });
    floor.server().advance(7 * MINUTE_MS);
    for (const { positions, trades } of traders) {
      await eventually(async () => expect(await trades()).toMatchObject([{ symbol: 'ETHUSD' }]));
      expect(await positions()).toEqual([]);
    }
  };

  it.skipIf(python === undefined)(
    'buy above the slow average and close below it (needs Python 3.11, httpx and websockets)',
    async () => await expectCross(CROSSES),
  );

  it.skipIf(python !== undefined)(
    'buy above the slow average and close below it, in TypeScript alone',
    async () => await expectCross(CROSSES.slice(0, 1)),
  );
});

type Quotes = { readonly data: readonly { readonly ask: string }[] };

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
