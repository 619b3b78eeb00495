// Reads a route of current figures. Background polling doesn't count as use of the session.
import type { Route } from '@halyard/contract/route';
import * as z from 'zod/mini';
import { callDeclared } from '#data/auth/staff.ts';
import { failureText } from '../lists/list-calls.ts';

export const REFRESH_EVERY_MS = 10_000;
const Reply = z.record(z.string(), z.unknown());

/** Throws an error with a text for the reader. */
export async function readOverview(
  route: Route,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const result = await callDeclared(route, {}, { signal, background: true });
  if (result.kind !== 'data') throw new Error(failureText(result));
  return Reply.parse(result.data);
}
