// A fixture is a separate process with a database of its own, so that nothing else affects what it
// measures.
import { fork } from 'node:child_process';

type FromFixture<Figures> =
  | { readonly kind: 'measured'; readonly figures: Figures }
  | { readonly kind: 'absent' };

/**
 * Returns the figures of a fixture of packages/server/test/bench; undefined if its database is
 * absent.
 */
export async function askFixture<Figures>(
  name: string,
  words: readonly string[],
): Promise<Figures | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Figures | undefined>();
  const fixture = fork(new URL(`../packages/server/test/bench/${name}.ts`, import.meta.url), words);
  fixture.on('message', (message: FromFixture<Figures>) =>
    resolve(message.kind === 'measured' ? message.figures : undefined),
  );
  fixture.once('exit', () => reject(new Error('the process of the bench ended')));
  return await promise;
}
