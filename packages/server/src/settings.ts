// The environment, parsed once. Every fault is listed at once: name, what is wrong, what to do.
// A value is never printed: an address may hold a password.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import * as z from 'zod/mini';

import { parseRange } from '#platform/http/http.ts';
import { LOG_LEVELS, type LogLevel } from '#platform/log/log.ts';

import { feedFaults, FeedVariables, toFeedSettings, type FeedSettings } from './feed-settings.ts';
import {
  choice,
  flag,
  integer,
  list,
  matching,
  readOrigin,
  setting,
  urlOf,
  type Fault,
} from './setting-kinds.ts';

export type Settings = {
  readonly isProduction: boolean;
  readonly port: number;
  readonly host: string;
  /** Origin only, without a slash at the end. */
  readonly publicUrl: string | undefined;
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly registration: boolean;
  readonly platformOnly: boolean;
  readonly economics: boolean;
  readonly regime: Regime;
  readonly marginCloseOutPercent: number;
  readonly feed: FeedSettings;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** CIDR ranges whose X-Forwarded-For is believed. */
  readonly trustProxy: readonly string[];
  readonly maxOpenPositions: number;
  /** ISO 3166 alpha-2 codes from which nobody can sign up. */
  readonly countriesBlocked: readonly string[];
  readonly logLevel: LogLevel;
  /** Whether the first run seeds the demo people. */
  readonly demo: boolean;
};

export type ReadSettings =
  | { readonly kind: 'ok'; readonly settings: Settings }
  | { readonly kind: 'faulty'; readonly faults: readonly Fault[] };

type Environment = Readonly<Record<string, string | undefined>>;

const REGIMES = ['eu-retail', 'international'] as const;
type Regime = (typeof REGIMES)[number];

const ENV_FILE = '.env';
const PORT_MAX = 65_535;
const OPEN_POSITIONS_MAX = 10_000;
const CLOSE_OUT_PERCENT_MIN_EU = 50;
const HOST_PATTERN = /^[\w.:-]{1,253}$/;
const MAIL_FROM_PATTERN = /^([^<>\p{Cc}]{1,80} )?<?[^\s@<>,\p{Cc}]+@[^\s@<>,\p{Cc}]+>?$/u;

/** Every setting that something uses; `.env.example` lists the same names. */
const Variables = z.object({
  NODE_ENV: z.optional(z.string()),
  PORT: z._default(integer(0, PORT_MAX), 3000),
  HOST: z._default(
    setting(matching(HOST_PATTERN), 'must be an address to listen on, such as 127.0.0.1'),
    '127.0.0.1',
  ),
  PUBLIC_URL: z.optional(
    setting(
      readOrigin,
      'must be what browsers open, such as https://trade.example.com, without a path',
    ),
  ),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(
    setting(
      urlOf(['postgres:', 'postgresql:']),
      'must be a PostgreSQL address: postgres://user:password@host:5432/name',
    ),
  ),
  EMBEDDED_DATABASE: z.optional(choice(['accepted'])),
  REGISTRATION: z._default(flag(), true),
  PLATFORM_ONLY: z._default(flag(), false),
  ECONOMICS: z._default(flag(), true),
  REGIME: z._default(choice(REGIMES), 'eu-retail'),
  MARGIN_CLOSE_OUT_PERCENT: z._default(integer(1, 100), 50),
  ...FeedVariables.shape,
  SMTP_URL: z.optional(
    setting(urlOf(['smtp:', 'smtps:']), 'must be a mail server: smtp://user:password@host:587'),
  ),
  MAIL_FROM: z.optional(
    setting(matching(MAIL_FROM_PATTERN), 'must be a sender such as Halyard <no-reply@example.com>'),
  ),
  TRUST_PROXY: z._default(
    setting(
      list((text) => (parseRange(text) === undefined ? undefined : text)),
      'must be addresses or ranges such as 10.0.0.0/8, neither a count nor "true"',
    ),
    [],
  ),
  MAX_OPEN_POSITIONS: z._default(integer(1, OPEN_POSITIONS_MAX), 200),
  COUNTRIES_BLOCKED: z._default(
    setting(list(matching(/^[A-Z]{2}$/)), 'must be two-letter country codes such as US,CA'),
    [],
  ),
  LOG_LEVEL: z._default(choice(LOG_LEVELS), 'info'),
  DEMO: z._default(flag(), true),
});
type Variables = z.infer<typeof Variables>;

export const SETTING_NAMES: readonly string[] = Object.keys(Variables.shape);

/** The process's environment, with what `.env` in the working directory adds to it. */
export function readEnvironment(): Environment {
  if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);
  return process.env;
}

/** Takes the environment; a variable without text is one that is not set. */
export function readSettings(environment: Environment): ReadSettings {
  const faults: Fault[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(Variables.shape)) {
    const text = environment[name]?.trim();
    const parsed = z.safeParse(schema, text === '' ? undefined : text);
    if (parsed.success) values[name] = parsed.data;
    else faults.push(...parsed.error.issues.map((issue) => ({ name, text: issue.message })));
  }
  // What is missing here has its fault already.
  const known = values as Partial<Variables>;
  for (const fault of [...feedFaults(known), ...productionFaults(known)]) {
    if (fault.name in values) faults.push(fault);
  }
  if (faults.length > 0) return { kind: 'faulty', faults };
  return { kind: 'ok', settings: toSettings(values as Variables) };
}

function toSettings(variables: Variables): Settings {
  const isProduction = variables.NODE_ENV === 'production';
  const publicUrl = variables.PUBLIC_URL;
  const mailHost = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname;
  return {
    isProduction,
    port: variables.PORT,
    host: variables.HOST,
    publicUrl,
    dataDir: resolve(variables.DATA_DIR),
    databaseUrl: variables.DATABASE_URL,
    registration: variables.REGISTRATION,
    platformOnly: variables.PLATFORM_ONLY,
    economics: variables.ECONOMICS,
    regime: variables.REGIME,
    marginCloseOutPercent: variables.MARGIN_CLOSE_OUT_PERCENT,
    feed: toFeedSettings(variables),
    smtpUrl: variables.SMTP_URL,
    mailFrom: variables.MAIL_FROM ?? `Halyard <no-reply@${mailHost}>`,
    trustProxy: variables.TRUST_PROXY,
    maxOpenPositions: variables.MAX_OPEN_POSITIONS,
    countriesBlocked: variables.COUNTRIES_BLOCKED,
    logLevel: variables.LOG_LEVEL,
    demo: variables.DEMO && !isProduction,
  };
}

/** What must not be left to chance where people's money is at stake. */
function productionFaults(variables: Partial<Variables>): readonly Fault[] {
  if (variables.NODE_ENV !== 'production') return [];
  const faults: Fault[] = [];
  if (variables.DATABASE_URL === undefined && variables.EMBEDDED_DATABASE === undefined) {
    const text = 'is required in production: name a PostgreSQL, or set EMBEDDED_DATABASE=accepted';
    faults.push({ name: 'DATABASE_URL', text });
  }
  if (variables.PUBLIC_URL?.startsWith('https:') !== true) {
    const text = 'is required in production and must begin with https://';
    faults.push({ name: 'PUBLIC_URL', text });
  }
  const isBelow = (variables.MARGIN_CLOSE_OUT_PERCENT ?? 100) < CLOSE_OUT_PERCENT_MIN_EU;
  if (variables.REGIME === 'eu-retail' && isBelow) {
    const text = `must be at least ${CLOSE_OUT_PERCENT_MIN_EU} in production with REGIME=eu-retail`;
    faults.push({ name: 'MARGIN_CLOSE_OUT_PERCENT', text });
  }
  return faults;
}
