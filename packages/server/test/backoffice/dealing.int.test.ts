import type { NotificationPage } from '@halyard/contract/notifications';
import type { Position } from '@halyard/contract/trading';
import type { ScenarioReply } from '#features/backoffice/surveys/read-scenario.ts';
import type { Dealing } from '#features/backoffice/surveys/survey-dealing.ts';
import { cents } from '@halyard/core/money';
import type { Messages } from '#platform/messages/messages.ts';
import type { Role } from '@halyard/contract/backoffice/roles';
import { describe, expect, it } from 'vitest';
import { createRemoteSurveys, serveSurveys } from '#features/backoffice/backoffice.ts';
import { HAS_NATS, openMessagePair } from '../support/messages/nats.ts';
import { signInStaff } from '../support/staff.ts';
import { STILL } from '../support/staged-prices.ts';
import { dataOf, send } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY, openFloor, rejectionOf, SELL } from '../support/trader.ts';

type Row = Readonly<Record<string, unknown>>;
type Page = { readonly rows: readonly Row[] };

const REASON = 'the customer called';

describeOnDatabase('dealing in the back office', (database) => {
  const floor = openFloor(database);
  const tokens = new Map<Role, string>();
  const tokenOf = async (role: Role): Promise<string> => {
    const known = tokens.get(role);
    if (known !== undefined) return known;
    const { token } = await signInStaff(floor.server(), `${role}@staff.example`, role);
    tokens.set(role, token);
    return token;
  };
  const act = async (path: string, role: Role = 'dealing', body: object = {}) => {
    const token = await tokenOf(role);
    const call = { reason: REASON, ...body };
    const { envelope } = await floor.server().post<Row>(`/api/backoffice/${path}`, call, { token });
    return envelope.status === 'error' ? envelope.code : envelope.data;
  };
  const get = async <Data = Row>(path: string) => {
    const token = await tokenOf('dealing');
    return dataOf((await floor.server().get<Data>(`/api/backoffice/${path}`, { token })).envelope);
  };
  const idsOf = async (path: string) =>
    (await get<Page>(`positions?${path}`)).rows.map(({ id }) => id);
  const auditOf = async (id: number) =>
    (
      await floor.server().query(
        `select action, reason from audit_events
           where (after ->> 'positionId')::bigint = $1 order by id`,
        [id],
      )
    ).map(({ action, reason }) => [action, reason]);

  it('lists positions by customer, symbol and state, and closes one', async () => {
    const who = await floor.trader();
    const other = await floor.trader();
    const mine = await who.open({ ...BUY, amount: '1000.00' });
    const theirs = await other.open({ ...SELL, amount: '500.00' });
    const customer = who.session.user.id;
    expect(await idsOf('limit=2')).toEqual([theirs.id, mine.id]);
    expect(await idsOf(`customer=${customer}`)).toEqual([mine.id]);
    expect(await idsOf(`customer=${customer}&state=closed`)).toEqual([]);
    expect(await idsOf('symbol=BTCUSD&state=open')).toEqual([theirs.id, mine.id]);
    expect(await idsOf('symbol=ETHUSD')).toEqual([]);
    expect(await get(`positions/${mine.id}`)).toMatchObject({
      customer_id: customer,
      state: 'open',
      amount: 1_000,
      open_rate: STILL.orderBuy,
      profit: null,
      open_quote: { sell: STILL.sell, buy: STILL.buy },
      close_quote: null,
      symbol_state: 'live',
      account_state: 'open',
    });

    expect(await act(`positions/${mine.id}/close`, 'support')).toBe('forbidden');
    expect(await act(`positions/${mine.id}/close`)).toMatchObject({ closed_rate: STILL.sell });
    expect(await act(`positions/${mine.id}/close`)).toBe('not-found');
    expect((await who.balance()).positions.history[0]).toMatchObject({
      id: mine.id,
      closingReason: 0,
      closed_by_broker: true,
    });
    expect(await get(`positions/${mine.id}`)).toMatchObject({ closed_by_broker: true });
    expect(await idsOf('closing_reason=manually')).toEqual([mine.id]);
    expect(await auditOf(mine.id)).toEqual([
      ['position.close', REASON],
      ['position.closed', REASON],
      ['position.close', REASON],
      ['position.close-refused', REASON],
    ]);
    await other.close({ id: theirs.id });
    expect(await get(`positions/${theirs.id}`)).toMatchObject({ closed_by_broker: false });
    expect((await other.balance()).positions.history[0]).not.toHaveProperty('closed_by_broker');
  });

  it('notifies the customer once and by mail of a position that staff closed', async () => {
    const who = await floor.trader();
    const position = await who.open({ ...BUY, amount: '1000.00' });
    const byHand = await who.open({ ...BUY, amount: '500.00' });
    await act(`positions/${position.id}/close`);
    await who.close({ id: byHand.id });
    const key = `position:${position.id}:closed`;
    const customerId = who.session.user.id;
    const notified = async () =>
      await floor
        .server()
        .query(
          `select kind, key from notifications where customer_id = $1 and key like 'position:%'`,
          [customerId],
        );
    await expect
      .poll(notified, { timeout: 10_000 })
      .toEqual([{ kind: 'position-closed-by-broker', key }]);
    const path = '/api/accounts/notifications';
    const page = await floor.server().post<NotificationPage>(path, {}, { token: who.token });
    const notification = dataOf(page.envelope).notifications.find(({ title }) =>
      title.includes('broker'),
    );
    expect(notification?.title).toBe('Closed by the broker: BTCUSD');
    expect(notification?.text).toContain(`Your buy position ${position.id} on BTCUSD`);
    const mails = async () =>
      await floor.server().query(
        `select count(*)::int as mails from outbox
           where stream = $1 and payload ->> 'subject' = 'Closed by the broker: BTCUSD'`,
        [who.session.user.email],
      );
    await expect.poll(mails, { timeout: 10_000 }).toEqual([{ mails: 1 }]);
    const history = await floor
      .server()
      .post<Position[]>('/api/accounts/history', {}, { token: who.token });
    const closes = new Map(dataOf(history.envelope).map((closed) => [closed.id, closed]));
    expect(closes.get(position.id)).toMatchObject({ closingReason: 0, closed_by_broker: true });
    expect(closes.get(byHand.id)).not.toHaveProperty('closed_by_broker');
  });

  it('counts no mark-up as slippage in the execution report', async () => {
    const who = await floor.trader();
    for (const order of [BUY, SELL]) {
      const { id } = await who.open({ ...order, amount: '100.00' });
      await who.close({ id });
    }
    const { printed } = await floor.server().operator('report', 'execution');
    const opening = printed
      .join('\n')
      .split('\n')
      .find((line) => /BTCUSD +opening/.test(line));
    // Fills, mean, median, 95th percentile; shares of the better, the equal and the worse.
    expect(opening).toMatch(/opening +\d+ +0\.0 +0 +0 +0\.00 +100\.00 +0\.00/);
  });

  it('corrects a fill by a separate journal entry, once, and debits no more than the free cash', async () => {
    const who = await floor.trader('1000');
    const position = await who.open({ ...BUY, amount: '600.00' });
    const path = `positions/${position.id}/correct`;
    const correct = async (amount: string, id: string) =>
      await act(path, 'finance', { amount, request_id: id });
    expect(await act(path, 'dealing', { amount: '1', request_id: 'a' })).toBe('forbidden');
    expect(await correct('0', 'a')).toBe('invalid');
    expect(await correct('12.50', 'a')).toEqual({ waiting: false });
    expect(await correct('12.50', 'a')).toEqual({ waiting: false });
    expect(await correct('13.50', 'a')).toBe('duplicate-id');
    expect(await correct('-500', 'b')).toBe('amount-too-large');
    expect(await correct('-2.50', 'c')).toEqual({ waiting: false });
    expect((await who.balance()).balance).toBe(1_010);
    const { corrections, open_rate: openRate } = await get(`positions/${position.id}`);
    expect(corrections).toMatchObject([{ amount: 12.5 }, { amount: -2.5 }]);
    expect(openRate).toBe(position.open_rate);
    await who.close({ id: position.id });
  });

  it('halts and resumes a symbol, whose positions can’t be closed meanwhile', async () => {
    const who = await floor.trader();
    const { id } = await who.open({ ...BUY, amount: '100.00' });
    expect(await get('symbols/BTCUSD')).toMatchObject({
      state: 'live',
      sell: STILL.sell,
      buy: STILL.buy,
      halted: false,
      halt: null,
      rejections: [],
    });
    expect(await act('symbols/BTCUSD/halt', 'support')).toBe('forbidden');
    expect(await act('symbols/BTCUSD/halt')).toEqual({ state: 'halted', changed: true });
    expect(await act('symbols/BTCUSD/halt')).toEqual({ state: 'halted', changed: false });
    expect(await act('symbols/NONESUCH/halt')).toBe('not-found');
    expect(await get('symbols/BTCUSD')).toMatchObject({
      state: 'halted',
      halted: true,
      halt: { reason: REASON },
    });
    const order = { ...BUY, amount: '100.00' };
    const refused = rejectionOf(await send(who.socket, 'openPosition', order));
    expect(refused).toMatchObject({ message: 'Temporarily unavailable' });
    expect(await act(`positions/${id}/close`)).toBe('position-price-unavailable');
    expect(await get(`positions/${id}`)).toMatchObject({ symbol_state: 'halted' });
    const halted = await get<Page>('symbols?state=halted&search=BTC');
    expect(halted.rows.map((row) => row['id'])).toEqual(['BTCUSD']);
    expect(await act('symbols/BTCUSD/resume')).toMatchObject({ changed: true });
    await who.close({ id });
  });

  it('pauses openings for the whole platform, still allows closes, and tells customers', async () => {
    const who = await floor.trader();
    const order = { ...BUY, amount: '100.00', requestId: 'before-the-pause' };
    const position = await who.open(order);
    expect(await act('maintenance', 'support', { on: true })).toBe('forbidden');
    expect(await act('maintenance', 'dealing', { on: true })).toMatchObject({
      maintenance: { reason: REASON },
    });
    const refused = rejectionOf(
      await send(who.socket, 'openPosition', { ...BUY, amount: '100.00' }),
    );
    expect(refused.code).toBe('maintenance');
    // What was opened before is answered again.
    expect(await who.open(order)).toMatchObject({ id: position.id });
    const call = { token: who.token };
    const openings = await floor.server().post('/api/accounts/openings', {}, call);
    expect(dataOf(openings.envelope)).toMatchObject({ refusal: { code: 'maintenance' } });
    await who.close({ id: position.id });
    expect((await floor.server().operator('maintenance')).printed[0]).toContain(REASON);
    expect(await act('maintenance', 'dealing', { on: false })).toEqual({ maintenance: null });
    const { id } = await who.open({ ...BUY, amount: '100.00' });
    await who.close({ id });
    const off = await floor.server().operator('maintenance', 'off');
    expect(off.printed).toEqual(['Maintenance was not on.']);
    expect((await floor.server().operator('maintenance', 'on')).code).toBe(2);
    const events = await floor
      .server()
      .query(
        `select action, reason from audit_events where action like 'maintenance.%' order by id`,
      );
    expect(events).toEqual([
      { action: 'maintenance.begin', reason: REASON },
      { action: 'maintenance.end', reason: REASON },
    ]);
  });

  it('shows exposure by side, the largest positions and those nearest to a close-out', async () => {
    const [near, far] = [await floor.trader('1000'), await floor.trader('10000')];
    const long = await near.open({ ...BUY, amount: '950.00' });
    const short = await far.open({ ...SELL, amount: '2000.00' });
    floor.server().advance(1_000);
    const dealing = await get<Dealing>('dealing');
    const profits = { buy: long.profit ?? NaN, sell: short.profit ?? NaN };
    expect(dealing.exposure).toEqual([
      {
        symbol: 'BTCUSD',
        buy: { positions: 1, amount: 950, volume: 1_900, profit: profits.buy },
        sell: { positions: 1, amount: 2_000, volume: 4_000, profit: profits.sell },
        net_volume: -2_100,
      },
    ]);
    expect(dealing.largest.map(({ id }) => id)).toEqual([short.id, long.id]);
    expect(dealing.near_close_out.map((row) => row.customer_id)).toEqual([
      near.session.user.id,
      far.session.user.id,
    ]);
    expect(dealing.house.positions).toBe(2);
    expect(dealing.house.open_result).toBeCloseTo(0 - profits.buy - profits.sell, 8);
    const scenario = await get<ScenarioReply>('dealing/scenario?symbol=BTCUSD');
    expect(scenario).toMatchObject({ accounts: 2, considered: 2, considered_percent: 100 });
    expect(scenario.moves.map((move) => move.move_percent)).toEqual([-5, -2, -1, 1, 2, 5]);
    const [, down, , , up] = scenario.moves;
    expect(up).toMatchObject({ protection: 0, positions_closed: 0, accounts_closing: 0 });
    // The net short notional of 2,100 loses with the price.
    expect(up?.broker_result).toBeCloseTo(42, 0);
    expect(down?.broker_result).toBeCloseTo(-42, 0);
    expect(await get('dealing/scenario?symbol=ETHUSD')).toMatchObject({ accounts: 0 });
    const token = await tokenOf('support');
    const path = '/api/backoffice/dealing/scenario';
    const denied = await floor.server().get(`${path}?symbol=BTCUSD`, { token });
    expect(denied.envelope).toMatchObject({ code: 'forbidden' });
    const call = { token: await tokenOf('dealing') };
    const unknown = await floor.server().get(`${path}?symbol=NOSUCH`, call);
    expect(unknown.envelope).toMatchObject({ code: 'not-found' });
    await near.close({ id: long.id });
    await far.close({ id: short.id });
    expect(await get('feeds')).toMatchObject({ feeds: [{ connection: null }], rejections: [] });
  });
});

describe.skipIf(!HAS_NATS)('surveys of an edge', () => {
  it('run once although they are asked for again, and not on a standby', async () => {
    const [core, edge] = openMessagePair();
    let asked = 0;
    const runs: string[] = [];
    const running = Promise.withResolvers<void>();
    const surveysOf = (name: string) => ({
      ...createRemoteSurveys(edge),
      holdings: async () => {
        runs.push(name);
        await running.promise;
        return { positions: 1, notionalCents: cents(2), movedCents: cents(3) };
      },
    });
    const counted: Pick<Messages, 'serve'> = {
      serve: (subject, schema, answer) =>
        core.serve(subject, schema, (payload) => {
          asked += 1;
          return answer(payload);
        }),
    };
    const ends = [
      serveSurveys(counted, surveysOf('owner'), { isReady: () => true }),
      serveSurveys(edge, surveysOf('standby'), { isReady: () => false }),
    ];
    const action = { kind: 'split', newUnits: 2, oldUnits: 1 } as const;
    const answer = createRemoteSurveys(edge).holdings({ symbol: 'BTCUSD', action });
    await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThan(1);
    running.resolve();
    expect(await answer).toEqual({ positions: 1, notionalCents: 2, movedCents: 3 });
    expect(runs).toEqual(['owner']);
    for (const end of ends) end();
    await Promise.all([core.close(), edge.close()]);
  });
});
