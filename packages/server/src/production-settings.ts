// Checks of settings that an installation with real customers requires.
import { splitHosts } from '#platform/db/db.ts';
import { isLoopbackHost, isWideRange } from '#platform/http/http.ts';
import { isAnySimulated, type FeedSettings } from './feed-settings.ts';
import { productionPaymentProblems, type PaymentVariables } from './payment-settings.ts';
import type { Problem } from './setting-kinds.ts';

const CLOSE_OUT_PERCENT_MIN_EU = 50;
/** The TLS modes of libpq that encrypt the connection and fail without TLS. */
const ENCRYPTED_MODES: readonly (string | null)[] = ['require', 'verify-ca', 'verify-full'];

/** The settings that are checked together; a setting that could not be parsed is absent. */
type Judged = Partial<
  PaymentVariables & {
    readonly NODE_ENV: string | undefined;
    readonly DATABASE_URL: string | undefined;
    readonly DATABASE_OWNER_URL: string | undefined;
    readonly EMBEDDED_DATABASE: string | undefined;
    readonly PUBLIC_URL: string | undefined;
    readonly AFFILIATE_SECOND_FACTOR: boolean | undefined;
    readonly OPERATOR_ADDRESS: string;
    readonly OPERATOR_EMAIL: string | undefined;
    readonly SMTP_URL: string | undefined;
    readonly FILES_S3_ENDPOINT: string | undefined;
    readonly REGIME: string;
    readonly MARGIN_CLOSE_OUT_PERCENT: number;
    readonly APPROPRIATENESS: boolean;
    readonly TRUST_PROXY: readonly string[];
    readonly FEED: FeedSettings['routes'];
  }
>;

export function productionProblems(variables: Judged): readonly Problem[] {
  if (variables.NODE_ENV !== 'production') return [];
  const problems: Problem[] = [];
  if (variables.DATABASE_URL === undefined && variables.EMBEDDED_DATABASE === undefined) {
    const text = 'is required in production: name a PostgreSQL, or set EMBEDDED_DATABASE=accepted';
    problems.push({ name: 'DATABASE_URL', text });
  }
  if (variables.PUBLIC_URL?.startsWith('https:') !== true) {
    const text = 'is required in production and must begin with https://';
    problems.push({ name: 'PUBLIC_URL', text });
  }
  if (variables.OPERATOR_ADDRESS === '') {
    const text =
      'is required in production: the terms, the privacy policy and the imprint name it, ' +
      'such as Example Street 1, 10115 Berlin';
    problems.push({ name: 'OPERATOR_ADDRESS', text });
  }
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const) {
    if (!isPlainRemoteDatabase(variables[name])) continue;
    const text =
      'must end with ?sslmode=verify-full (or verify-ca, require) in production: the database is on ' +
      'another machine, and passwords and money would cross the network unencrypted';
    problems.push({ name, text });
  }
  const isBelow = (variables.MARGIN_CLOSE_OUT_PERCENT ?? 100) < CLOSE_OUT_PERCENT_MIN_EU;
  if (variables.REGIME === 'eu-retail' && isBelow) {
    const text = `must be at least ${CLOSE_OUT_PERCENT_MIN_EU} in production with REGIME=eu-retail`;
    problems.push({ name: 'MARGIN_CLOSE_OUT_PERCENT', text });
  }
  const wide = variables.TRUST_PROXY?.find(isWideRange);
  if (wide !== undefined) {
    const text =
      `must not trust ${wide} in production: anybody there could write the address that limits ` +
      "and records are kept by. Name your proxies' own addresses";
    problems.push({ name: 'TRUST_PROXY', text });
  }
  const isSimulated = isAnySimulated(variables.FEED ?? new Map());
  return [...problems, ...productionPaymentProblems(variables, { isSimulated })];
}

/** Returns warnings about settings that do not prevent the start. */
export function productionWarnings(variables: Judged): readonly string[] {
  const { NODE_ENV, REGIME, APPROPRIATENESS, DATABASE_URL, DATABASE_OWNER_URL } = variables;
  const { AFFILIATE_SECOND_FACTOR } = variables;
  if (NODE_ENV !== 'production') return publicTrialWarnings(variables.PUBLIC_URL);
  return [
    REGIME === 'eu-retail' &&
      APPROPRIATENESS === false &&
      'APPROPRIATENESS is off with REGIME=eu-retail: European law requires that customers are asked ' +
        'about their knowledge before their first position. Set APPROPRIATENESS=on.',
    AFFILIATE_SECOND_FACTOR === false &&
      'AFFILIATE_SECOND_FACTOR is off: a guessed or stolen password alone opens names and email ' +
        'addresses of customers to a stranger. Leave it out.',
    DATABASE_URL !== undefined &&
      DATABASE_OWNER_URL === undefined &&
      'DATABASE_OWNER_URL is not set: the role of DATABASE_URL owns the tables, so whoever takes it ' +
        'over can drop the triggers that keep the ledger and the audit log append-only.',
    DATABASE_URL !== undefined &&
      splitHosts(DATABASE_URL).length > 1 &&
      variables.FILES_S3_ENDPOINT === undefined &&
      'FILES_S3_ENDPOINT is not set although DATABASE_URL names several hosts: documents and data ' +
        'exports are on the disk of this machine only, and are lost with it.',
    variables.SMTP_URL === undefined &&
      'SMTP_URL is not set: mails become files in DATA_DIR/outbox and are not sent later, so ' +
        'customers can neither confirm an email address nor reset a password.',
    variables.OPERATOR_EMAIL === undefined &&
      'OPERATOR_EMAIL is not set: nobody is notified of halted symbols, payments that do not fit and ' +
        'failed jobs.',
  ].filter((warning) => warning !== false);
}

/**
 * Warns about a public URL outside production: others can reach it, but the checks for production
 * don't apply.
 */
function publicTrialWarnings(publicUrl: string | undefined): readonly string[] {
  if (publicUrl === undefined || isLoopbackHost(new URL(publicUrl).hostname)) return [];
  return [
    'NODE_ENV is not production although PUBLIC_URL is not on this machine: simulated prices, test ' +
      'payments and unencrypted connections are permitted. Set NODE_ENV=production for customers.',
  ];
}

function isPlainRemoteDatabase(address: string | undefined): boolean {
  if (address === undefined) return false;
  return splitHosts(address).some((one) => {
    const url = new URL(one);
    // A host in the query replaces the address's host; it can be the folder of a socket.
    const host = url.searchParams.get('host') ?? url.hostname;
    const isHere = host.startsWith('/') || isLoopbackHost(host);
    return !isHere && !ENCRYPTED_MODES.includes(url.searchParams.get('sslmode'));
  });
}
