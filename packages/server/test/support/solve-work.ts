// What a browser does when the server asks for work.
import { searchWork } from '@halyard/core/proof-of-work';
import { WORK_HEADER } from '@halyard/contract/route';
import type { Reply } from './start-server.ts';

/** The header that the same request is repeated with; throws if no work was asked for. */
export function solveWork({ envelope }: Pick<Reply, 'envelope'>): Record<string, string> {
  if (envelope.status !== 'error' || envelope.code !== 'proof-required') {
    throw new Error(`no work was asked for: ${JSON.stringify(envelope)}`);
  }
  const { challenge, bits } = envelope.facts ?? {};
  const seed = String(challenge).split('.').at(-1) ?? '';
  const number = searchWork(seed, Number(bits), { from: 0, count: 2 ** 28 });
  return { [WORK_HEADER]: `${String(challenge)}.${number}` };
}
