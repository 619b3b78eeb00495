import { getIpInfo, type IpInfo } from '@halyard/contract/config';
import { DAY_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { noteArrival } from '../storage/attribution.ts';
import type { Call, CallResult } from './call.ts';
import { collectClientInfo, lookUpIpInfo, type Client } from './client-info.ts';
import { createMemoryStore, KEYS } from '../storage/text-store.ts';

const BERLIN: IpInfo = {
  ip: '192.0.2.7',
  country_short: 'DE',
  country_long: 'Germany',
  city: 'Berlin',
};

/** A client whose lookups are answered with the given results, one after the other. */
function client(...results: CallResult<IpInfo>[]) {
  const asked: string[] = [];
  let nowMs = 1_700_000_000_000;
  const call = async (route: { path: string }) => {
    asked.push(route.path);
    return results.shift() ?? { kind: 'failure', reason: 'network' };
  };
  const made: Client = { call: call as Call, store: createMemoryStore(), now: () => nowMs };
  return { made, asked, pass: (durationMs: number) => (nowMs += durationMs) };
}

it('asks the server where the client is [e-ip-lookup]', async () => {
  const { made, asked } = client({ kind: 'data', data: BERLIN });
  expect(await lookUpIpInfo(made)).toEqual(BERLIN);
  expect(asked).toEqual([getIpInfo.path]);
});

it('asks only once within a day [e-ip-cached]', async () => {
  const { made, asked, pass } = client(
    { kind: 'data', data: BERLIN },
    { kind: 'data', data: BERLIN },
  );
  await lookUpIpInfo(made);
  pass(DAY_MS);
  expect(await lookUpIpInfo(made)).toEqual(BERLIN);
  expect(asked).toHaveLength(1);
  pass(1);
  await lookUpIpInfo(made);
  expect(asked).toHaveLength(2);
});

it('returns ip, country and city as JSON text, with the first page [e-info-fields] [e-info-json]', async () => {
  const { made } = client({ kind: 'data', data: BERLIN });
  noteArrival(made.store, new URL('https://halyard.example/platform/EURUSD'));
  expect(JSON.parse(await collectClientInfo(made))).toEqual({
    ip: '192.0.2.7',
    country_short: 'DE',
    country_long: 'Germany',
    city: 'Berlin',
    source_page: '/platform/EURUSD',
  });
});

it('returns known facts when the lookup fails', async () => {
  const { made } = client();
  expect(await collectClientInfo(made)).toBe('{}');
});

it.each(['{', '{"atMs":1}', '{"atMs":1700000000000,"info":{"ip":7}}'])(
  'queries again when %j is stored',
  async (text) => {
    const { made, asked } = client({ kind: 'data', data: BERLIN });
    made.store.write(KEYS.clientInfo, text);
    await lookUpIpInfo(made);
    expect(asked).toHaveLength(1);
  },
);
