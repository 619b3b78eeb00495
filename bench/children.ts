// The messages between a bench and the processes that it forks.
import type { ChildProcess } from 'node:child_process';

const ANSWER_TIMEOUT_MS = 300_000;

export function send<Message extends object>(child: ChildProcess, message: Message): void {
  child.send(message);
}

/** Ends a process and waits for its exit, so that its last output does not follow the figures. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  child.kill();
  await promise;
}

/**
 * Returns the next message of a kind; rejects if the child fails, ends or sends nothing for too
 * long.
 */
export async function answer<
  Message extends { readonly kind: string },
  Kind extends Message['kind'],
>(child: ChildProcess, kind: Kind): Promise<Extract<Message, { readonly kind: Kind }>> {
  const { promise, resolve, reject } =
    Promise.withResolvers<Extract<Message, { readonly kind: Kind }>>();
  const listen = (message: Message): void => {
    if (message.kind === 'failed') reject(new Error(JSON.stringify(message)));
    if (message.kind === kind) resolve(message as Extract<Message, { readonly kind: Kind }>);
  };
  const fail = (): void => reject(new Error('a process of the bench ended'));
  const timer = setTimeout(() => reject(new Error('no answer in time')), ANSWER_TIMEOUT_MS);
  child.on('message', listen);
  child.once('exit', fail);
  return await promise.finally(() => {
    clearTimeout(timer);
    child.off('message', listen);
    child.off('exit', fail);
  });
}
