// Which parts of the program run here, and how it reaches the others.
import * as z from 'zod/mini';
import { isLoopbackHost } from '#platform/http/http.ts';
import type { MessagesSettings } from '#platform/messages/messages.ts';
import { isReadableFile, list, matching, setting, urlOf, type Problem } from '#setting-kinds.ts';

const NATS_HOSTS_MAX = 9;
/** A JWT and the seed of its key, each between a line that begins and one that ends it. */
const CREDENTIALS =
  /^-{3,}BEGIN NATS USER JWT-{3,}\r?\n\S+\r?\n-{3,}END [\s\S]*\n-{3,}BEGIN USER NKEY SEED-{3,}\r?\n\S+\r?\n-{3,}END [^\n]*$/;

export type Roles = {
  /** As ROLES names them. */
  readonly name: string;
  /** Whether customers, staff and programs can connect to this program. */
  readonly isEdge: boolean;
  /** Whether it runs the engine and the jobs, or stands by for that. */
  readonly hasEngine: boolean;
  /** Whether it runs the market, or stands by for that. */
  readonly hasMarket: boolean;
  /** The roles beside which it must not run on one database. */
  readonly conflicting: readonly string[];
};

/** The market runs with the engine or apart from it: prices of two markets must not mix. */
const APART = ['engine,jobs', 'market'];
const TOGETHER = ['all', 'engine,market,jobs'];
const ENGINE_AND_MARKET = { hasEngine: true, hasMarket: true, conflicting: APART };
const ALL: Roles = { ...ENGINE_AND_MARKET, name: 'all', isEdge: true };

const ROLES: readonly Roles[] = [
  ALL,
  { name: 'edge', isEdge: true, hasEngine: false, hasMarket: false, conflicting: [] },
  { ...ENGINE_AND_MARKET, name: 'engine,market,jobs', isEdge: false },
  {
    name: 'engine,jobs',
    isEdge: false,
    hasEngine: true,
    hasMarket: false,
    conflicting: TOGETHER,
  },
  { name: 'market', isEdge: false, hasEngine: false, hasMarket: true, conflicting: TOGETHER },
];
const ROLES_TEXT =
  `must be ${ROLES.map(({ name }) => `'${name}'`).join(' or ')}; ` +
  'jobs use the memory of the engine, so both run in one program';

function readRoles(text: string): Roles | undefined {
  const wanted = sortNames(text);
  return ROLES.find(({ name }) => sortNames(name) === wanted);
}

function sortNames(text: string): string {
  const names = text.split(',').map((name) => name.trim());
  return names.toSorted().join(',');
}

const readNatsUrl = urlOf(['nats:', 'tls:']);

function readNatsUrls(text: string): readonly string[] | undefined {
  const urls = list(readNatsUrl)(text);
  return urls !== undefined && urls.length <= NATS_HOSTS_MAX ? urls : undefined;
}

export const ClusterVariables = z.object({
  ROLES: z._default(setting(readRoles, ROLES_TEXT), ALL),
  NATS_URL: z.optional(
    setting(
      readNatsUrls,
      'must be addresses of NATS servers such as tls://one:4222,tls://two:4222, at most ' +
        `${NATS_HOSTS_MAX}`,
    ),
  ),
  NATS_CREDENTIALS: z.optional(
    setting(
      // The client needs the end of the last line, which a setting does not have.
      (text) => (CREDENTIALS.test(text) ? `${text}\n` : undefined),
      'must be the content of a file of credentials, as `nsc generate creds` writes it',
    ),
  ),
  NATS_CA_FILE: z.optional(
    setting((path) => (isReadableFile(path) ? path : undefined), 'must be a file that can be read'),
  ),
  NATS_PREFIX: z._default(
    setting(
      matching(/^[a-z0-9-]{1,40}$/),
      'must be 1 to 40 lower-case letters, digits or hyphens, such as halyard',
    ),
    'halyard',
  ),
});
type ClusterVariables = z.infer<typeof ClusterVariables>;

export type ClusterSettings = {
  readonly roles: Roles;
  /** How the programs of the installation reach each other; undefined: there is only this one. */
  readonly messages: MessagesSettings | undefined;
};

export function toClusterSettings(variables: ClusterVariables): ClusterSettings {
  const { NATS_URL: urls } = variables;
  return {
    roles: variables.ROLES,
    messages:
      urls === undefined
        ? undefined
        : {
            urls,
            credentials: variables.NATS_CREDENTIALS,
            caFile: variables.NATS_CA_FILE,
            prefix: variables.NATS_PREFIX,
          },
  };
}

type Judged = Partial<ClusterVariables> & {
  readonly NODE_ENV?: string | undefined;
  readonly DATABASE_URL?: string | undefined;
  readonly FILES_S3_ENDPOINT?: string | undefined;
};

export function clusterProblems(variables: Judged): readonly Problem[] {
  const { ROLES: roles, NATS_URL: urls, DATABASE_URL } = variables;
  const problems: Problem[] = [];
  if (isDivided(roles)) {
    if (urls === undefined) {
      const text = 'is required unless ROLES is all: it connects this program to the others';
      problems.push({ name: 'NATS_URL', text });
    }
    if (DATABASE_URL === undefined) {
      const text = 'is required unless ROLES is all: all programs use the same PostgreSQL';
      problems.push({ name: 'DATABASE_URL', text });
    }
  }
  return variables.NODE_ENV === 'production'
    ? [...problems, ...productionClusterProblems(variables)]
    : problems;
}

/** Returns whether other programs run parts of this installation. */
function isDivided(roles: Roles | undefined): boolean {
  return roles !== undefined && !(roles.isEdge && roles.hasEngine);
}

function productionClusterProblems(variables: Judged): readonly Problem[] {
  const { ROLES: roles, NATS_URL: urls = [] } = variables;
  const problems: Problem[] = [];
  const remote = urls
    .map((url) => new URL(url))
    .filter(({ hostname }) => !isLoopbackHost(hostname));
  const hasTls = variables.NATS_CA_FILE !== undefined;
  if (!hasTls && remote.some(({ protocol }) => protocol !== 'tls:')) {
    const text =
      'must begin with tls:// in production: NATS is on another machine, and orders and accounts ' +
      'would cross the network unencrypted';
    problems.push({ name: 'NATS_URL', text });
  }
  if (remote.length > 0 && variables.NATS_CREDENTIALS === undefined && !hasPassword(urls)) {
    const text =
      'is required in production, unless the first address of NATS_URL has a user and a password: ' +
      'whoever can publish in NATS can trade on every account';
    problems.push({ name: 'NATS_CREDENTIALS', text });
  }
  if (isDivided(roles) && variables.FILES_S3_ENDPOINT === undefined) {
    const text =
      'is required in production unless ROLES is all: otherwise each program keeps the documents ' +
      'that it receives on its own disk, where the others do not find them';
    problems.push({ name: 'FILES_S3_ENDPOINT', text });
  }
  return problems;
}

/** The first address's user and password are those of every server. */
function hasPassword([first]: readonly string[]): boolean {
  if (first === undefined) return false;
  const { username, password } = new URL(first);
  return username !== '' && password !== '';
}
