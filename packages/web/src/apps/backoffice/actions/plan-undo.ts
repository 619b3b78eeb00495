// Which action takes another one back, and what is sent for it.
import { findUndo } from '@halyard/contract/backoffice/presentation';
import { Reason, REASON_LENGTH_MAX, type Resource } from '@halyard/contract/backoffice/resource';
import { isAllowed, type Role } from '@halyard/contract/backoffice/roles';
import { parseInput } from '@halyard/contract/parse-input';
import * as z from 'zod/mini';
import { TEXTS } from '../texts.ts';
import { startValues, toBody } from './action-form.ts';

type Facts = Readonly<Record<string, unknown>>;

export type DoneAction = {
  readonly resource: Resource;
  readonly name: string;
  readonly id: string | number;
  /** The record as it was before the action. */
  readonly before: Facts;
  readonly reason: string;
  readonly reply: Facts;
};

export type PlannedUndo = { readonly action: string; readonly body: Facts };

/**
 * Returns the action that takes it back, with the values that the record had; undefined if nothing
 * changed, there is no such action, or these roles don't permit it.
 */
export function planUndo(done: DoneAction, held: readonly Role[]): PlannedUndo | undefined {
  const { resource, name, before, reason, reply } = done;
  const { actions } = resource.shape;
  if (reply['changed'] === false || reply['waiting'] === true) return undefined;
  const action = findUndo(actions[name] ?? {}, before);
  const inverse = action === undefined ? undefined : actions[action];
  if (action === undefined || inverse === undefined) return undefined;
  if (!isAllowed(held, inverse.roles)) return undefined;
  const read = toBody(inverse.input, startValues(inverse.input, before));
  if (read.kind === 'not-json') return undefined;
  const body = { ...read.body, reason: undoReason(reason) };
  const isComplete = parseInput(z.object({ ...inverse.input, reason: Reason }), body).ok;
  return isComplete ? { action, body } : undefined;
}

/** Returns the bulk action that takes a bulk action back, if there is one. */
export function planUndoOfMany(
  { shape, many }: Resource,
  name: string,
  held: readonly Role[],
): string | undefined {
  const undo = shape.actions[name]?.undo;
  if (typeof undo !== 'string' || !Object.hasOwn(many, undo)) return undefined;
  const { roles = [], input = {} } = shape.actions[undo] ?? {};
  return isAllowed(held, roles) && Object.keys(input).length === 0 ? undo : undefined;
}

/** Says in the audit log what was taken back. */
export function undoReason(reason: string): string {
  return `${TEXTS.undo}: ${reason}`.slice(0, REASON_LENGTH_MAX);
}
