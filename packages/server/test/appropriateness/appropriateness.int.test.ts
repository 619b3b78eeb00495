import type { Appropriateness } from '@halyard/contract/appropriateness';
import type { OpeningState } from '@halyard/contract/trading';
import { MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  dataOf,
  send,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY } from '../support/trader.ts';

const PATH = '/api/accounts/appropriateness';
const RIGHT = {
  leverage: '50',
  'close-out': 'closed',
  stop: 'gap',
  owner: 'no',
  experience: 'none',
};
const WRONG = { ...RIGHT, leverage: '5', 'close-out': 'nothing' };

describeOnDatabase('the questions before the first opening', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database, environment: { APPROPRIATENESS: 'on' } });
  });
  afterAll(() => server.stop());

  const customer = async (): Promise<string> =>
    (await signUpTrader(server, `${crypto.randomUUID()}@example.com`, '300')).access_token;
  const post = async (token: string, path: string, body: object = {}) =>
    await server.post<Appropriateness>(`${PATH}${path}`, body, { token });
  const begin = async (token: string, lng = 'en') => {
    const { attempt } = dataOf((await post(token, '/begin', { lng })).envelope);
    return attempt ?? expect.fail('it was begun');
  };
  const opening = async (token: string): Promise<string> => {
    const socket = await server.connect('/positions', token);
    const envelope = await send(socket, 'openPosition', { ...BUY, amount: 10 });
    socket.disconnect();
    return envelope.status === 'error' ? envelope.code : 'opened';
  };

  const foretold = async (token: string): Promise<string | undefined> =>
    dataOf((await server.post<OpeningState>('/api/accounts/openings', {}, { token })).envelope)
      .refusal?.code;

  it('block openings until they are passed', async () => {
    const token = await customer();
    expect(await foretold(token)).toBe('appropriateness-required');
    expect(await opening(token)).toBe('appropriateness-required');
    const { id: attempt, questions } = await begin(token);
    expect(questions.map(({ id }) => id)).toEqual(Object.keys(RIGHT));
    expect(JSON.stringify(questions)).not.toContain('points');
    server.advance(30 * SECOND_MS);
    const { envelope } = await post(token, '/answer', { attempt, answers: RIGHT });
    expect(dataOf(envelope)).toMatchObject({ cleared: true, warning: null, attempt: null });
    expect(await foretold(token)).toBeUndefined();
    expect(await opening(token)).not.toBe('appropriateness-required');
  });

  it('are asked in German too', async () => {
    const [first] = (await begin(await customer(), 'de')).questions;
    expect(first?.text).toContain('Hebel');
  });

  it('are not accepted before a reading time, in part, or twice', async () => {
    const token = await customer();
    const { id: attempt } = await begin(token);
    server.advance(20 * SECOND_MS);
    expect((await begin(token)).id).toBe(attempt);
    const early = await post(token, '/answer', { attempt, answers: RIGHT });
    expect(early).toMatchObject({ status: 409, envelope: { code: 'too-early' } });
    server.advance(10 * SECOND_MS);
    const { stop: _stop, ...part } = RIGHT;
    for (const answers of [part, {}, { ...RIGHT, stop: 'maybe' }, { ...RIGHT, more: '1' }]) {
      expect((await post(token, '/answer', { attempt, answers })).status).toBe(422);
    }
    const foreign = await post(await customer(), '/answer', { attempt, answers: RIGHT });
    expect(foreign.status).toBe(404);
    expect((await post(token, '/answer', { attempt, answers: WRONG })).status).toBe(200);
    expect((await post(token, '/answer', { attempt, answers: RIGHT })).status).toBe(404);
    expect(await opening(token)).toBe('appropriateness-required');
  });

  it('warn a customer who fails, and allow openings only after a minute and a confirmation', async () => {
    const token = await customer();
    const { id: attempt } = await begin(token);
    expect((await post(token, '/acknowledge', { attempt })).status).toBe(404);
    server.advance(30 * SECOND_MS);
    const failed = dataOf((await post(token, '/answer', { attempt, answers: WRONG })).envelope);
    expect(failed).toMatchObject({ cleared: false, warning: { attempt } });
    expect(await post(token, '/acknowledge', { attempt })).toMatchObject({
      status: 409,
      envelope: { code: 'too-early' },
    });
    expect(await opening(token)).toBe('appropriateness-required');
    server.advance(MINUTE_MS);
    const { envelope } = await post(token, '/acknowledge', { attempt });
    expect(dataOf(envelope)).toMatchObject({ cleared: true, warning: null });
    expect(await opening(token)).not.toBe('appropriateness-required');
  });

  it('are tried at most three times a day', async () => {
    const token = await customer();
    for (let times = 0; times < 3; times += 1) {
      const { id: attempt } = await begin(token);
      server.advance(30 * SECOND_MS);
      expect((await post(token, '/answer', { attempt, answers: WRONG })).status).toBe(200);
    }
    expect(await post(token, '/begin')).toMatchObject({
      status: 429,
      envelope: { code: 'too-many' },
    });
  });
});
