/** Before each server test file: the workers that work after the journeys wait for their end. */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { TURN_FILE, WORKERS_AT_ONCE } from './turn.mjs';

const POLL_MS = 500;

const file = process.env[TURN_FILE];
const worker = Number(process.env['VITEST_POOL_ID']);
if (file !== undefined && worker > WORKERS_AT_ONCE) {
  while (!existsSync(file)) await sleep(POLL_MS);
}
