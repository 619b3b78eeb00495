// What the program that runs an engine and the others send each other. All are of one installation
// and one release, so the schemas check the form and not each field.
import type { Account, AccountCommand, DurableEvent } from '@halyard/core/engine';
import * as z from 'zod/mini';
import type { EngineRejection, Outcome } from '../outcome.ts';
import type { Version } from '../engine-interface.ts';

export type EngineName = 'live' | 'practice';

export type Subjects = {
  readonly submit: string;
  readonly account: string;
  readonly status: string;
  change(accountId: number): string;
};

export function subjectsOf(name: EngineName): Subjects {
  const at = `engine.${name}`;
  return {
    submit: `${at}.submit`,
    account: `${at}.account`,
    status: `${at}.status`,
    change: (accountId) => `${at}.change.${accountId}`,
  };
}

const VersionSchema = z.object({ epoch: z.int(), batch: z.int() });
/** A value whose form follows from its `kind`. */
const Kinded = z.looseObject({ kind: z.string() });

export const SubmitRequest = z.object({
  requestId: z.string(),
  command: z.intersection(Kinded, z.looseObject({ accountId: z.int() })),
});
export const SubmitReply = z.object({
  at: VersionSchema,
  outcome: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('done'), events: z.array(Kinded) }),
    z.object({
      kind: z.literal('refused'),
      rejection: z.object({ code: z.string(), facts: z.looseObject({}) }),
    }),
  ]),
});

export const AccountRequest = z.object({ id: z.int(), atLeast: VersionSchema });
const Numbered = z.looseObject({ id: z.int() });
const WireAccount = z.looseObject({
  id: z.int(),
  terms: z.looseObject({ status: z.string() }),
  cashCents: z.int(),
  creditCents: z.int(),
  debtCents: z.int(),
  positions: z.array(Numbered),
  orders: z.array(Numbered),
  holds: z.array(z.tuple([z.string(), z.int()])),
});
export const AccountReply = z.object({ at: VersionSchema, account: z.nullable(WireAccount) });

/** `events` is null where they would be too long: the receiver must read everything again. */
export const ChangeMessage = z.object({ at: VersionSchema, events: z.nullable(z.array(Kinded)) });

/**
 * Sent several times a second. `source` changes when messages may have been lost; `beat` counts the
 * messages.
 */
export const StatusMessage = z.object({ at: VersionSchema, source: z.string(), beat: z.int() });

export function isOlder(one: Version, other: Version): boolean {
  return one.epoch < other.epoch || (one.epoch === other.epoch && one.batch < other.batch);
}

export function toCommand({ command }: z.infer<typeof SubmitRequest>): AccountCommand {
  return command as unknown as AccountCommand;
}

export function toOutcome({ outcome }: z.infer<typeof SubmitReply>): Outcome {
  return outcome.kind === 'done'
    ? { kind: 'done', events: toEvents(outcome.events) }
    : { kind: 'refused', rejection: outcome.rejection as unknown as EngineRejection };
}

export function toEvents(events: readonly z.infer<typeof Kinded>[]): readonly DurableEvent[] {
  return events as unknown as readonly DurableEvent[];
}

export function toWireAccount(account: Readonly<Account>): object {
  return {
    ...account,
    positions: [...account.positions.values()],
    orders: [...account.orders.values()],
    holds: [...account.holds],
  };
}

export function fromWireAccount(wire: z.infer<typeof WireAccount>): Readonly<Account> {
  const byId = (list: readonly z.infer<typeof Numbered>[]) =>
    new Map(list.map((one) => [one.id, one]));
  return {
    ...wire,
    positions: byId(wire.positions),
    orders: byId(wire.orders),
    holds: new Map(wire.holds),
  } as unknown as Readonly<Account>;
}
