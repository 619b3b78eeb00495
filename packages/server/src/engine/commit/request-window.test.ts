import { expect, it } from 'vitest';

import type { Outcome } from '../engine.ts';
import { PendingCommand } from './pending-command.ts';
import { answerFor, DUPLICATE_ID, REMEMBERED_MAX, RequestWindow } from './request-window.ts';

const DONE: Outcome = { kind: 'done', events: [] };

function commandOf(requestId: string, accountId = 1): PendingCommand {
  return new PendingCommand(requestId, {
    kind: 'close-positions',
    accountId,
    atMs: 0,
    which: 'all',
  });
}

function fundsOf(uniqueKey: string, accountId: number): PendingCommand {
  const posting = {
    kind: 'deposit',
    reference: uniqueKey,
    uniqueKey,
    atMs: 0,
    entries: [],
  } as const;
  return new PendingCommand(uniqueKey, { kind: 'post-funds', accountId, atMs: 0, posting });
}

function find(window: RequestWindow, command: PendingCommand) {
  return window.findAnswered(command) ?? window.findPending(command);
}

function settle(window: RequestWindow, command: PendingCommand): void {
  command.answer(DONE);
  window.remember(command, command);
}

it('finds a command while it waits and after its answer', async () => {
  const window = new RequestWindow();
  const command = commandOf('a');
  window.add(command);
  expect(window.findPending(command)).toBe(command);
  expect(window.findAnswered(command)).toBeUndefined();
  settle(window, command);
  expect(await window.findAnswered(command)?.outcome).toBe(DONE);
  expect(window.findPending(command)).toBeUndefined();
  expect(window.pendingCount).toBe(0);
});

it('keeps the ids of accounts apart', () => {
  const window = new RequestWindow();
  window.add(commandOf('a', 1));
  expect(find(window, commandOf('a', 2))).toBeUndefined();
  expect(find(window, commandOf('b', 1))).toBeUndefined();
  expect(find(window, commandOf('a', 1))).toBeDefined();
});

it('finds a waiting posting under any account, because its key is globally unique', () => {
  const window = new RequestWindow();
  const [mine, others] = [fundsOf('a', 1), fundsOf('a', 2)];
  window.add(mine);
  expect(find(window, others)?.contentHash).toBe(mine.contentHash);
  expect(others.contentHash).not.toBe(mine.contentHash);
  expect(window.listPending()).toEqual([mine]);
  settle(window, mine);
  expect(find(window, mine)?.contentHash).toBe(mine.contentHash);
  // The table can contain an older answer for the other account.
  expect(find(window, others)).toBeUndefined();
  expect(find(window, fundsOf('b', 2))).toBeUndefined();
  window.add(others);
  window.forget(others);
  expect(window.pendingCount).toBe(0);
});

it('forgets the oldest answers, but never a command that waits', () => {
  const window = new RequestWindow();
  const waiting = commandOf('waiting');
  window.add(waiting);
  for (let n = 0; n <= REMEMBERED_MAX; n += 1) settle(window, commandOf(`id-${n}`));
  expect(find(window, waiting)).toBeDefined();
  expect(find(window, commandOf('id-0'))).toBeUndefined();
  expect(find(window, commandOf('id-1'))).toBeDefined();
  expect(find(window, commandOf(`id-${REMEMBERED_MAX}`))).toBeDefined();
});

it('accepts an id again after its command failed', () => {
  const window = new RequestWindow();
  const command = commandOf('a');
  window.add(command);
  window.forget(command);
  expect(find(window, command)).toBeUndefined();
});

it('repeats the answer for the same content and rejects other content with duplicate-id', async () => {
  const remembered = { contentHash: 'x', outcome: Promise.resolve(DONE) };
  expect(await answerFor(remembered, 'x')).toBe(DONE);
  expect(await answerFor(remembered, 'y')).toBe(DUPLICATE_ID);
});
