// Whether two commands with one id are the same command.
import { hash } from 'node:crypto';

import type { AccountCommand } from '@halyard/core/engine';

/**
 * The SHA-256 of what the command asks for, whatever the order of its fields. When it was sent is
 * no part of it, a repeated command carries a later time; nor is the price seen at a close, which
 * is no condition of it.
 */
export function hashContent(command: AccountCommand): string {
  const asked = command.kind === 'close-position' ? { ...command, seenPoints: undefined } : command;
  return hash('sha256', JSON.stringify(toCanonical(asked)), 'base64url');
}

function toCanonical(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toCanonical);
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(value).toSorted()) {
    if (key !== 'atMs') sorted[key] = toCanonical((value as Record<string, unknown>)[key]);
  }
  return sorted;
}
