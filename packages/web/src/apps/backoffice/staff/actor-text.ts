// Who did something, in words: records and the audit log name actors as 'staff:1'.
import { TEXTS } from '../texts.ts';

export type StaffNames = ReadonlyMap<number, string>;

const STAFF = /^staff:(\d+)$/;
const OPERATOR = /^operator:(.+)$/;
const SYSTEM = 'system';

/** Whether the text names members of staff, the operator or the program. */
export function isActor(text: string): boolean {
  const actors = split(text);
  return actors.every((one) => STAFF.test(one) || OPERATOR.test(one) || one === SYSTEM);
}

/** Returns the names of the actors in a text such as 'staff:1, staff:2'; other texts unchanged. */
export function actorText(text: string, names: StaffNames): string {
  return split(text)
    .map((actor) => oneText(actor, names))
    .join(', ');
}

/** Returns the id of the member, if the text names exactly one. */
export function staffIdOf(text: string): number | undefined {
  const [, id] = STAFF.exec(text) ?? [];
  return id === undefined ? undefined : Number(id);
}

function oneText(actor: string, names: StaffNames): string {
  const [, user] = OPERATOR.exec(actor) ?? [];
  if (user !== undefined) return `${TEXTS.commandLine} (${user})`;
  if (actor === SYSTEM) return TEXTS.system;
  const id = staffIdOf(actor);
  return (id === undefined ? undefined : names.get(id)) ?? actor;
}

function split(text: string): readonly string[] {
  return text.split(/, ?/);
}
