// Staff changes to a customer that don't concern the engine.
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { findCustomer, insertNote, updateLabel } from './customer-store.ts';
import { lockCustomer } from './credential-store.ts';
import type { EndAccess } from './end-access.ts';
import type { Sessions } from '#features/identity/identity.ts';

type Deps = { readonly db: Database; readonly clock: Clock };

export type LabelChange = {
  readonly customerId: number;
  readonly label: { readonly level: string } | { readonly pin: string | null };
  readonly actor: string;
};

/** Sets the label of a customer; false if nothing changed. */
export async function setLabel(
  { db, clock }: Deps,
  { customerId, label, actor }: LabelChange,
): Promise<boolean> {
  return await db.kysely.transaction().execute(async (tx) => {
    await lockCustomer(tx, customerId);
    const before = await findCustomer(tx, customerId);
    const isLevel = 'level' in label;
    const isSame =
      before === undefined || (isLevel ? before.level === label.level : before.pin === label.pin);
    if (isSame) return false;
    await updateLabel(tx, customerId, label);
    await recordAudit(tx, clock.nowMs(), {
      actor,
      action: isLevel ? 'customer.level' : 'customer.pin',
      subject: `customer:${customerId}`,
      // A PIN is not recorded, because it is a secret between the customer and the broker.
      ...(isLevel ? { before: { level: before.level }, after: label } : {}),
    });
    return true;
  });
}

export type Note = {
  readonly customerId: number;
  /** The author of the comment. */
  readonly actor: string;
  readonly text: string;
};

export async function addNote({ db, clock }: Deps, note: Note): Promise<void> {
  const atMs = clock.nowMs();
  await db.kysely.transaction().execute(async (tx) => {
    await insertNote(tx, { ...note, atMs });
    const subject = `customer:${note.customerId}`;
    await recordAudit(tx, atMs, { actor: note.actor, action: 'customer.note', subject });
  });
}

export async function signOutEverywhere(
  deps: Deps & { readonly sessions: Sessions; readonly endAccess: EndAccess },
  { customerId, actor }: { readonly customerId: number; readonly actor: string },
): Promise<void> {
  const customer = { kind: 'customer', id: customerId } as const;
  const ended = await deps.db.kysely.transaction().execute(async (tx) => {
    await lockCustomer(tx, customerId);
    await recordAudit(tx, deps.clock.nowMs(), {
      actor,
      action: 'customer.end-sessions',
      subject: `customer:${customerId}`,
    });
    await deps.endAccess(tx, customerId);
    return await deps.sessions.endOthersIn(tx, customer, { keepId: undefined, reason: 'revoked' });
  });
  deps.sessions.announce(ended);
}
