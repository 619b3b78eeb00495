// Decides whether two commands with one id are the same command.
import { hash } from 'node:crypto';

import type { AccountCommand } from '@halyard/core/engine';

import { toStoredName } from './stored-names.ts';

/**
 * Returns the SHA-256 of a command's content, independent of the order of its fields. The time is
 * excluded, because a repeated command has a later one; so is the requested price of a close, which
 * is not a condition.
 */
export function hashContent(command: AccountCommand): string {
  const asked =
    command.kind === 'close-position' ? { ...command, requestedPoints: undefined } : command;
  return hash('sha256', JSON.stringify(toCanonical(asked)), 'base64url');
}

function toCanonical(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toCanonical);
  const fields = Object.entries(value)
    .filter(([key]) => key !== 'atMs')
    .map(([key, one]) => [toStoredName(key), toCanonical(one)] as const);
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
