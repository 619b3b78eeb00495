// Generated requests, valid and invalid, to every operation of the public API.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Operation } from '@halyard/contract/v1/operation';
import { OPERATIONS } from '@halyard/contract/v1/operations';
import { openDatabase } from '#platform/db/db.ts';
import { awaitDelivery, checkOperation, enterContract } from '../public-api/contract-check.ts';
import type { ContractCaller, ContractRun } from '../public-api/contract-check.ts';
import { nameOwnDatabase } from '../support/postgres-admin.ts';
import { stagePrices } from '../support/staged-prices.ts';
import { signUpTrader, startServer } from '../support/start-server.ts';
import { createEvidence } from './evidence.ts';

/** Each operation accepts at least this share of its requests. */
const ACCEPTED_SHARE_MIN = 0.1;

/**
 * True when every answer has a declared status and a body that fits its schema, none is a 5xx, and
 * each operation accepted enough requests.
 */
export async function soakApiContract(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      requests: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      'no-evidence': { type: 'boolean', default: false },
    },
  });
  const evidence = createEvidence({ soak: 'api-contract' }, !values['no-evidence']);
  const [requests, seed] = [Number(values.requests), Number(values.seed)];
  evidence.say(`seed ${seed}, ${requests} requests to each of ${OPERATIONS.length} operations`);
  const folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
  const own = nameOwnDatabase();
  await own.create();
  const database = {
    url: () => own.url,
    open: async () => await openDatabase({ url: own.url, directory: '', onError: () => undefined }),
  };
  const server = await startServer({ database, environment: stagePrices(folder) });
  const failures: string[] = [];
  try {
    const session = await signUpTrader(server, 'contract@example.com', '60000');
    const account = String(session.user.id);
    const caller = await awaitDelivery(
      await enterContract(server, { account, token: session.access_token }),
    );
    for (const operation of OPERATIONS.toSorted(deletingLast)) {
      const { line, isKept } = await check(caller, operation, { requests, seed });
      if (!isKept) failures.push(operation.id);
      evidence.say(`${operation.id}: ${line}`);
    }
  } finally {
    await server.stop();
    await own.drop();
    rmSync(folder, { recursive: true, force: true });
  }
  const sent = requests * OPERATIONS.length;
  evidence.finish({ seed, operations: OPERATIONS.length, requests: sent, failures });
  return failures.length === 0;
}

/** The other operations need what these delete. */
function deletingLast(one: Operation, other: Operation): number {
  return Number(one.method === 'DELETE') - Number(other.method === 'DELETE');
}

type Checked = { readonly line: string; readonly isKept: boolean };

async function check(
  caller: ContractCaller,
  operation: Operation,
  run: Required<ContractRun>,
): Promise<Checked> {
  try {
    const statuses = await checkOperation(caller, operation, run);
    const accepted = statuses.get(operation.status) ?? 0;
    const counts = [...statuses]
      .toSorted(([one], [other]) => one - other)
      .map(([status, count]) => `${status} × ${count}`);
    const isKept = accepted >= run.requests * ACCEPTED_SHARE_MIN;
    return { line: `${accepted} accepted; ${counts.join(', ')}`, isKept };
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return { line: `FAILED: ${String(cause)}: ${String(error)}`, isKept: false };
  }
}
