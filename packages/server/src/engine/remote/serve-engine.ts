// Lets other programs use the engine of this one. It answers only while the engine serves, so that
// of several programs the one with the lease does.
import { randomUUID } from 'node:crypto';
import type { Messages } from '#platform/messages/messages.ts';
import { Outage } from '#platform/outage/outage.ts';
import { groupDurable } from '../commit/account-of.ts';
import type { EngineClient, EngineOwner } from '../engine-interface.ts';
import { systemTime } from '../engine-time.ts';
import type { EngineTime } from '../engine-time.ts';
import type { Committed } from '../outcome.ts';
import {
  AccountRequest,
  isOlder,
  subjectsOf,
  SubmitRequest,
  toCommand,
  toWireAccount,
} from './wire.ts';
import type { EngineName } from './wire.ts';

/** How often the engine shows that it serves. */
const BEAT_MS = 250;
/** More events of one account than this are not sent: the receiver reads the account again. */
const EVENTS_MAX = 200;

export type ServeEngineOptions = {
  readonly messages: Pick<Messages, 'publish' | 'serve' | 'onGap'>;
  readonly name: EngineName;
  readonly owner: EngineOwner;
  /** What answers; `owner` unless something must happen before a command. */
  readonly client?: Pick<EngineClient, 'submit' | 'account'>;
  /** The system's unless a test sets one. */
  readonly time?: Pick<EngineTime, 'after'>;
};

/** Serves the engine until the returned function is called. */
export function serveEngine(options: ServeEngineOptions): () => void {
  const { messages, owner, name, time = systemTime } = options;
  const subjects = subjectsOf(name);
  let source = randomUUID();
  let beats = 0;
  let ends: readonly (() => void)[] | undefined;
  const beat = (): void => {
    if (!owner.isReady()) {
      ends?.forEach((end) => end());
      ends = undefined;
      return;
    }
    ends ??= serveRequests(options);
    beats += 1;
    messages.publish(subjects.status, { at: owner.version(), source, beat: beats });
  };
  const endCommits = owner.onCommitted((committed) => {
    if (owner.isReady()) publishChanges(options, committed);
  });
  // Changes of the meantime did not reach anybody.
  const renew = (): void => {
    source = randomUUID();
    beat();
  };
  const endGaps = [messages.onGap(renew), owner.onResumed(renew)];
  let cancelBeat: () => void = () => undefined;
  const beatLater = (): void => {
    cancelBeat = time.after(BEAT_MS, () => {
      beatLater();
      beat();
    });
  };
  beatLater();
  owner.whenReady().then(beat, () => undefined);
  return () => {
    cancelBeat();
    endCommits();
    for (const end of [...endGaps, ...(ends ?? [])]) end();
  };
}

function serveRequests({ messages, owner, client = owner, name }: ServeEngineOptions) {
  const subjects = subjectsOf(name);
  return [
    messages.serve(subjects.submit, SubmitRequest, async (request) => {
      const outcome = await client.submit(request.requestId, toCommand(request));
      return { outcome, at: owner.version() };
    }),
    messages.serve(subjects.account, AccountRequest, async ({ id, atLeast }) => {
      // The account is at least as new as this, which is enough for whoever asks.
      const at = owner.version();
      if (isOlder(at, atLeast)) throw new Outage('no-lease', 'Another program has the lease.');
      const account = await client.account(id);
      return { account: account === undefined ? null : toWireAccount(account), at };
    }),
  ];
}

/** Sends each changed account what a commit did to it. Answers are sent after this. */
function publishChanges(
  { messages, owner, name }: ServeEngineOptions,
  { accountIds, events }: Committed,
): void {
  const subjects = subjectsOf(name);
  const at = owner.version();
  const byAccount = groupDurable(events);
  for (const accountId of accountIds) {
    const own = byAccount.get(accountId) ?? [];
    const sent = own.length > EVENTS_MAX ? null : own;
    messages.publish(subjects.change(accountId), { at, events: sent });
  }
}
