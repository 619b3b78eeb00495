const STAFF_ACTOR = /^staff:([1-9]\d{0,15})$/;

/** Returns the member's id from an audit log actor; undefined for other actors. */
export function parseStaffActor(actor: string): number | undefined {
  const id = STAFF_ACTOR.exec(actor)?.[1];
  return id === undefined ? undefined : Number(id);
}
