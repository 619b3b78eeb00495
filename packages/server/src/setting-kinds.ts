// The kinds of settings: how each is parsed from its text, and the message for an invalid one.
import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';

import { parseAmount, type Cents } from '@halyard/core/money';
import * as z from 'zod/mini';

import { parseDay } from '#platform/clock/clock.ts';
import { isLoopbackHost } from '#platform/http/http.ts';

const LIST_MAX = 100;
const REPLAY_FILE_PATTERN = /^([A-Z0-9]{1,20})=(.+)$/;
const DAY_LENGTH = 'YYYY-MM-DD'.length;
const UTC_PATTERN = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/;

export type Problem = { readonly name: string; readonly text: string };

export type ReplayFile = { readonly symbol: string; readonly path: string };

/** Declares a setting; `read` returns undefined for an invalid text. */
export function setting<Value>(read: (text: string) => Value | undefined, problem: string) {
  return z.pipe(
    z.string(),
    z.transform((text: string, context): Value => {
      const value = read(text.trim());
      if (value !== undefined) return value;
      context.issues.push({ code: 'custom', message: problem, input: text });
      return z.NEVER;
    }),
  );
}

export function integer(minimum: number, maximum: number) {
  const read = (text: string): number | undefined => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= minimum && value <= maximum ? value : undefined;
  };
  return setting(read, `must be a whole number from ${minimum} to ${maximum}`);
}

/** Declares an amount in euros, parsed as cents. */
export function euros(minimum: number, maximum: number) {
  const read = (text: string): Cents | undefined => {
    const amountCents = parseAmount(text);
    const isFit =
      amountCents !== undefined && amountCents >= minimum * 100 && amountCents <= maximum * 100;
    return isFit ? amountCents : undefined;
  };
  return setting(read, `must be euros such as 250.00, from ${minimum} to ${maximum}`);
}

export function flag() {
  const values = new Map([
    ['on', true],
    ['1', true],
    ['true', true],
    ['off', false],
    ['0', false],
    ['false', false],
  ]);
  return setting((text) => values.get(text.toLowerCase()), "must be 'on' or 'off'");
}

export function choice<const Value extends string>(values: readonly Value[]) {
  const read = (text: string): Value | undefined => values.find((value) => value === text);
  return setting(read, `must be ${values.map((value) => `'${value}'`).join(' or ')}`);
}

export function matching(pattern: RegExp): (text: string) => string | undefined {
  return (text) => (pattern.test(text) ? text : undefined);
}

export function list<Item>(
  read: (text: string) => Item | undefined,
): (text: string) => readonly Item[] | undefined {
  return (text) => {
    const items = text.split(',').map((item) => read(item.trim()));
    const good = items.filter((item) => item !== undefined);
    return good.length === items.length && items.length <= LIST_MAX ? good : undefined;
  };
}

export function readOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, protocol, pathname, search, hash, username } = new URL(text);
  const isPlain = pathname === '/' && search === '' && hash === '' && username === '';
  return /^https?:$/.test(protocol) && isPlain ? origin : undefined;
}

export function urlOf(protocols: readonly string[]): (text: string) => string | undefined {
  return (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const hasHost = url?.hostname !== '' || url.searchParams.has('host');
    const isFit = url !== undefined && protocols.includes(url.protocol) && hasHost;
    return isFit ? text : undefined;
  };
}

/**
 * Parses an SMTP URL. `smtp://` requires STARTTLS and `smtps://` begins with TLS; URL options could
 * switch both off, so they are rejected.
 */
export function readSmtpUrl(text: string): string | undefined {
  const url = urlOf(['smtp:', 'smtps:'])(text);
  return url === undefined || new URL(url).search !== '' ? undefined : url;
}

/** Returns a parser of URLs to which data is sent encrypted, or only on this machine. */
export function secureUrlOf(secure: string, plain: string): (text: string) => string | undefined {
  return (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const isHere = url?.protocol === plain && isLoopbackHost(url.hostname);
    return url?.protocol === secure || isHere ? text : undefined;
  };
}

export function positive(minimum: number, maximum: number) {
  const read = (text: string): number | undefined => {
    const value = /^\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
    return value >= minimum && value <= maximum ? value : undefined;
  };
  return setting(read, `must be a number from ${minimum} to ${maximum}`);
}

export function readReplayFile(text: string): ReplayFile | undefined {
  const [, symbol, path] = REPLAY_FILE_PATTERN.exec(text) ?? [];
  return symbol === undefined || path === undefined ? undefined : { symbol, path: resolve(path) };
}

export function readUtc(text: string): number | undefined {
  const isReal = UTC_PATTERN.test(text) && parseDay(text.slice(0, DAY_LENGTH)) !== undefined;
  const ms = isReal ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

export function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
