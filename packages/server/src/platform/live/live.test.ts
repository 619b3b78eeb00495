import { expect, it } from 'vitest';
import { createFindIp, createOriginCheck } from '#platform/http/http.ts';
import { createLog } from '#platform/log/log.ts';
import { createLive, LIVE_LIMITS } from './live.ts';

it('closes in a program that serves nobody', async () => {
  const live = createLive({
    findCaller: async () => undefined,
    findEndedSessions: async () => [],
    isOriginAllowed: createOriginCheck({ publicUrl: undefined, host: '127.0.0.1' }),
    findIp: createFindIp([]),
    limits: LIVE_LIMITS,
    clock: { nowMs: () => Date.now() },
    log: createLog('silent'),
  });
  await expect(live.close()).resolves.toBeUndefined();
});
