// Every answer is the stored one, commands have the order of real time, and each has its effect once.
import type { Report } from './finding.ts';
import type { History, StoredHistory, Write } from './history-types.ts';

export function checkWrites(
  { writes }: Pick<History, 'writes'>,
  stored: StoredHistory,
  report: Report,
): void {
  const byKey = new Map<string, StoredHistory['commands'][number]>();
  for (const command of stored.commands) {
    const key = keyOf(command);
    if (byKey.has(key)) report('effect-once', `${key} is stored twice`);
    byKey.set(key, command);
  }
  for (const write of writes) checkAnswer(write, byKey.get(keyOf(write)), report);
  checkOrder(writes, stored, report);
  checkEffects(stored, report);
  const asked = new Set(writes.map(keyOf));
  for (const key of byKey.keys()) {
    if (!asked.has(key)) report('effect-once', `${key} was executed, and nobody sent it`);
  }
}

function keyOf({ account, id }: { readonly account: number; readonly id: string }): string {
  return `${id} of account ${account}`;
}

function checkAnswer(
  write: Write,
  command: StoredHistory['commands'][number] | undefined,
  report: Report,
): void {
  const { result } = write;
  const key = keyOf(write);
  if (result.kind === 'unknown') return;
  if (result.answer === undefined) {
    const isDone = command !== undefined && command.effects.length > 0;
    if (isDone) report('answer-differs', `${key} was rejected, and has an effect`);
  } else if (command === undefined) {
    report('acknowledged-lost', `${key} was answered, and is not stored`);
  } else if (command.answer !== result.answer) {
    report('answer-differs', `${key} was answered ${result.answer}, stored is ${command.answer}`);
  }
}

/** What was answered before another command was sent for the first time precedes it. */
function checkOrder(writes: readonly Write[], { commands }: StoredHistory, report: Report): void {
  const times = new Map<string, { invokedAt: number; returnedAt: number }>();
  for (const write of writes) {
    const { invokedAt, returnedAt = Infinity } = write;
    const known = times.get(keyOf(write)) ?? { invokedAt: Infinity, returnedAt: Infinity };
    times.set(keyOf(write), {
      invokedAt: Math.min(known.invokedAt, invokedAt),
      returnedAt: Math.min(known.returnedAt, returnedAt),
    });
  }
  let lastInvokedAt = -Infinity;
  let last = '';
  for (const command of commands.toSorted((one, other) => one.sequence - other.sequence)) {
    const key = keyOf(command);
    const time = times.get(key);
    if (time === undefined) continue;
    if (time.returnedAt < lastInvokedAt) {
      report('order', `${key} was answered before ${last} was sent, and is stored after it`);
    }
    if (time.invokedAt > lastInvokedAt) {
      lastInvokedAt = time.invokedAt;
      last = key;
    }
  }
}

function checkEffects({ commands, effects }: StoredHistory, report: Report): void {
  const madeBy = new Map<string, string>();
  for (const command of commands) {
    for (const effect of command.effects) {
      const other = madeBy.get(effect);
      if (other !== undefined)
        report('effect-once', `${effect} is of ${other} and ${keyOf(command)}`);
      madeBy.set(effect, keyOf(command));
    }
  }
  const there = new Set(effects);
  if (there.size < effects.length) report('effect-once', 'an effect is stored twice');
  for (const effect of there) {
    if (!madeBy.has(effect)) report('effect-once', `${effect} is of no command`);
  }
  for (const [effect, key] of madeBy) {
    if (!there.has(effect)) report('acknowledged-lost', `${effect} of ${key} is not stored`);
  }
}
