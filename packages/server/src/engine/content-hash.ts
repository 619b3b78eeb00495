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
  return hash('sha256', canonicalText(asked), 'base64url');
}

function canonicalText(value: unknown): string {
  return JSON.stringify(value, (key, item: unknown) => {
    if (key === 'atMs') return undefined;
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
