// What the engine does by itself, as customers learn of it: prices fall in three steps, and each
// step concerns somebody.
import type { PositionAnswer, NotificationPush } from '@halyard/contract/live';
import type { Notification, NotificationPage } from '@halyard/contract/notifications';
import type { BalanceData } from '@halyard/contract/trading';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { readOutbox } from '../support/outbox.ts';
import {
  dataOf,
  send,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { sidesOf, startVendorPrices, type VendorPrices } from '../support/vendor-prices.ts';

const START = 40_000;
/** Signing up and the first money are pushed too, as late as they are ready. */
const OTHERS: ReadonlySet<string> = new Set(['email-confirmation', 'deposit-approved']);
const ORDER = { symbol: 'BTCUSD', direction: 'buy', leverage: 10, price: START * 1.01 } as const;

describeOnDatabase('what the engine does by itself', (database) => {
  let vendor: VendorPrices;
  let server: TestServer;
  const pushes: NotificationPush[] = [];
  const tokens = { thin: '', rich: '' };
  const ids = { wide: 0, terminated: 0, stopped: 0, gained: 0 };

  const start = async (): Promise<TestServer> =>
    await startServer({
      database,
      environment: { ...vendor.environment, REGIME: 'international' },
      ...(server === undefined ? {} : { offsetMs: server.offsetMs() }),
    });
  beforeAll(async () => {
    vendor = await startVendorPrices(START);
    server = await start();
    const thin = await signUpTrader(server, 'thin@example.com', '1000');
    const rich = await signUpTrader(server, 'rich@example.com', '100000');
    tokens.thin = thin.access_token;
    tokens.rich = rich.access_token;
    const sockets = {
      thin: await server.connect('/positions', tokens.thin, (socket) =>
        socket.on('notification', (push: NotificationPush) => pushes.push(push)),
      ),
      rich: await server.connect('/positions', tokens.rich),
    };
    const open = async (who: keyof typeof tokens, order: object) =>
      dataOf(await send<PositionAnswer>(sockets[who], 'openPosition', { ...ORDER, ...order }))
        .position.id;
    // Worth € 1,000 less the way from the order price, 990 × 10 × about 0.045 %: just above 100 %.
    await eventually(async () => {
      ids.wide = await open('thin', { amount: 990 });
    });
    ids.terminated = await open('rich', { amount: 100, leverage: 30 });
    ids.stopped = await open('rich', { amount: 100, stop_lost: START * 0.995 });
    ids.gained = await open('rich', {
      amount: 100,
      direction: 'sell',
      price: START * 0.99,
      take_profit: START * 0.98,
    });
  });
  afterAll(async () => {
    const { printed } = await server.operator('audit');
    await server.stop();
    await vendor.close();
    expect(printed.at(-1)).toContain('everything agrees');
  });

  const notified = async (who: keyof typeof tokens): Promise<readonly Notification[]> => {
    const path = '/api/accounts/notifications';
    const reply = await server.post<NotificationPage>(path, {}, { token: tokens[who] });
    // Signing up and the first money are told too, by other features.
    const others = new Set(['security', 'money']);
    return dataOf(reply.envelope).notifications.filter(({ group }) => !others.has(group));
  };
  const kinds = async (who: keyof typeof tokens): Promise<readonly string[]> =>
    (await notified(who)).map(({ kind }) => kind).toReversed();
  const fallTo = async (share: number, ends: () => Promise<void>): Promise<void> => {
    vendor.setMid(START * share);
    await eventually(ends);
  };

  it('warns at 100 % and at 75 % and closes out, with one notification for each', async () => {
    await fallTo(0.998, async () => expect(await kinds('thin')).toEqual(['margin-warning']));
    await fallTo(0.97, async () =>
      expect(await kinds('thin')).toEqual(['margin-warning', 'margin-warning']),
    );
    await fallTo(0.94, async () =>
      expect(await kinds('thin')).toEqual([
        'margin-warning',
        'margin-warning',
        'position-closed-out',
      ]),
    );
    const [closedOut, second, first] = await notified('thin');
    expect(first?.title).toContain('100 %');
    expect(second?.title).toContain('75 %');
    const { sell, buy } = sidesOf(START * 0.94);
    for (const part of [String(ids.wide), sell.toFixed(2), buy.toFixed(2), '50 %', '990']) {
      expect(closedOut?.text.replaceAll(',', '')).toContain(part);
    }
    // Pushes are jobs of their own and may overtake one another; the list has the order.
    await eventually(async () =>
      expect(
        pushes
          .map(({ kind }) => kind)
          .filter((kind) => !OTHERS.has(kind))
          .toSorted(),
      ).toEqual(['margin-warning', 'margin-warning', 'position-closed-out']),
    );
  });

  it('notifies of stop-outs, stop losses and take profits', async () => {
    await eventually(async () => {
      const list = await notified('rich');
      expect(list.map(({ kind }) => kind).toSorted()).toEqual([
        'position-terminated',
        'stop-filled',
        'target-filled',
      ]);
      for (const [kind, id] of [
        ['position-terminated', ids.terminated],
        ['stop-filled', ids.stopped],
        ['target-filled', ids.gained],
      ] as const) {
        expect(list.find((one) => one.kind === kind)?.text).toContain(String(id));
      }
    });
    const reply = await server.post<BalanceData>(
      '/api/accounts/getBalance',
      {},
      { token: tokens.rich },
    );
    const { history } = dataOf(reply.envelope).positions;
    const reasons = new Map(history.map(({ id, closingReason }) => [id, closingReason]));
    expect(reasons.get(ids.terminated)).toBe(3);
    expect(reasons.get(ids.stopped)).toBe(1);
    expect(reasons.get(ids.gained)).toBe(2);
  });

  it('sends notifications pending at a restart once', async () => {
    const before = await kinds('thin');
    await server.stop();
    const db = await database.open();
    await db.query('update told_notices set sequence = 0', []);
    await db.query(`delete from notifications where kind = 'position-closed-out'`, []);
    await db.close();
    server = await start();
    await eventually(async () =>
      expect([...(await kinds('thin'))].toSorted()).toEqual([...before].toSorted()),
    );
    expect(await kinds('rich')).toHaveLength(3);
    await eventually(async () => {
      const mails = await readOutbox(server.dataDir);
      const warnings = mails.filter((mail) => /^Subject: Margin warning/m.test(mail));
      expect(warnings).toHaveLength(2);
    });
  });
});
