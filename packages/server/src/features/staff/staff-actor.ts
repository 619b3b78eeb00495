const STAFF_ACTOR = /^staff:([1-9]\d{0,15})$/;

/** The id of a signed-in member of staff as the audit log names them; undefined for other actors. */
export function parseStaffActor(actor: string): number | undefined {
  const id = STAFF_ACTOR.exec(actor)?.[1];
  return id === undefined ? undefined : Number(id);
}
