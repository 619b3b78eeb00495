// An action that is typed into the palette with its record, and optionally its reason: 'halt BTCUSD'
// or 'note anna@example.com: called back'. It opens the dialog of the action and does nothing else.
import type { Resource } from '@halyard/contract/backoffice/resource';
import type { Role } from '@halyard/contract/backoffice/roles';
import * as z from 'zod/mini';
import { actionsOn } from '../actions/action-target.ts';
import { actionText } from '../names.ts';

/** The action that a page should open, in the state of its history entry. */
export const AskedAction = z.object({
  action: z.string(),
  reason: z.string(),
  /** Differs each time, because the page may already be open. */
  asked: z.string(),
});
export type AskedAction = z.infer<typeof AskedAction>;

export type TypedAction = {
  readonly word: string;
  readonly record: string;
  readonly reason: string;
};

const WORD_LENGTH_MIN = 3;
/** The text before a colon and a space is the action and the record. */
const REASON = ': ';

/** Returns the parts of what was typed; undefined if it can't be an action with a record. */
export function parseTypedAction(typed: string): TypedAction | undefined {
  const colon = typed.indexOf(REASON);
  const what = (colon === -1 ? typed : typed.slice(0, colon)).trim();
  const reason = colon === -1 ? '' : typed.slice(colon + REASON.length).trim();
  const [, word = '', record = ''] = /^(\S+)\s+(\S.*)$/.exec(what) ?? [];
  return word.length < WORD_LENGTH_MIN ? undefined : { word: word.toLowerCase(), record, reason };
}

/** Whether the word is all of the action's name, so that it is meant before others. */
export function isNamed(resource: Resource, action: string, word: string): boolean {
  return [actionText(resource, action).toLowerCase(), action].includes(word);
}

/** Returns the actions on one record of which a word begins with the typed one. */
export function actionsNamed(
  resource: Resource,
  word: string,
  held: readonly Role[],
): readonly string[] {
  return actionsOn(resource, 'one', held).filter((name) =>
    // The English name works in every language.
    `${actionText(resource, name)} ${name}`
      .toLowerCase()
      .split(/[ -]/)
      .some((each) => each.startsWith(word)),
  );
}
