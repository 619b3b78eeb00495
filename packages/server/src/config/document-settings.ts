// What judges documents and customers from outside, and where documents and exports are stored.
import { isAbsolute } from 'node:path';
import * as z from 'zod/mini';
import { EXPIRED_DOCUMENT_ACTIONS } from '#features/documents/documents.ts';
import type { ExpiredDocumentAction, ScannerAddress } from '#features/documents/documents.ts';
import { isLoopbackHost } from '#platform/http/http.ts';
import type { S3Settings } from '#platform/file-store/file-store.ts';
import { ScreeningVariables, toScreeningSettings } from './screening-settings.ts';
import { choice, type Problem, matching, secureUrlOf, setting } from '#setting-kinds.ts';

const HOST_AND_PORT = /^([\w.:[\]-]{1,253}):(\d{1,5})$/;
const PORT_MAX = 65_535;

const REQUIRED = [
  'FILES_S3_ENDPOINT',
  'FILES_S3_BUCKET',
  'FILES_S3_KEY',
  'FILES_S3_SECRET',
] as const;

const readEndpoint = secureUrlOf('https:', 'http:');

export const DocumentVariables = z.object({
  ...ScreeningVariables.shape,
  EXPIRED_DOCUMENTS: z._default(choice(EXPIRED_DOCUMENT_ACTIONS), 'notify'),
  VIRUS_SCANNER: z.optional(
    setting(
      readScanner,
      'must be the socket of clamd such as /run/clamav/clamd.ctl, or a port of this machine such as 127.0.0.1:3310',
    ),
  ),
  FILES_S3_ENDPOINT: z.optional(
    setting(
      (text) => (/[?#@]/.test(text) ? undefined : readEndpoint(text)),
      'must be the https address of the store, such as https://s3.eu-central-1.amazonaws.com',
    ),
  ),
  FILES_S3_BUCKET: z.optional(
    setting(
      matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
      'must be 3 to 63 lower-case letters, digits, dots and hyphens',
    ),
  ),
  FILES_S3_REGION: z._default(
    setting(matching(/^[a-z0-9-]{1,40}$/), 'must be a region such as eu-central-1'),
    'us-east-1',
  ),
  FILES_S3_KEY: z.optional(
    setting(matching(/^[\x21-\x7e]{1,200}$/), 'must be 1 to 200 characters of ASCII'),
  ),
  FILES_S3_SECRET: z.optional(
    setting(matching(/^[\x21-\x7e]{1,1000}$/), 'must be 1 to 1000 characters of ASCII'),
  ),
});
type DocumentVariables = z.infer<typeof DocumentVariables>;

export function toFileSettings(variables: DocumentVariables): ReturnType<
  typeof toScreeningSettings
> & {
  readonly expiredDocuments: ExpiredDocumentAction;
  /** Undefined: uploads are not scanned. */
  readonly virusScanner: ScannerAddress | undefined;
  /** Undefined: the files are below DATA_DIR. */
  readonly filesS3: S3Settings | undefined;
} {
  const { VIRUS_SCANNER: virusScanner, EXPIRED_DOCUMENTS: expiredDocuments } = variables;
  const { FILES_S3_ENDPOINT: endpoint, FILES_S3_BUCKET: bucket } = variables;
  const { FILES_S3_KEY: keyId, FILES_S3_SECRET: secret, FILES_S3_REGION: region } = variables;
  const checks = { ...toScreeningSettings(variables), expiredDocuments, virusScanner };
  const isPlaced = endpoint !== undefined && bucket !== undefined;
  if (!isPlaced || keyId === undefined || secret === undefined) {
    return { ...checks, filesS3: undefined };
  }
  const filesS3 = { endpoint, bucket, region, keyId, secret };
  return { ...checks, filesS3 };
}

/** Returns the required settings of the store that are missing although others are set. */
export function s3Problems(variables: Partial<DocumentVariables>): readonly Problem[] {
  if (REQUIRED.every((name) => variables[name] === undefined)) return [];
  const text = 'is required for files in an S3-compatible store';
  return REQUIRED.filter((name) => variables[name] === undefined).map((name) => ({ name, text }));
}

/** The scanner must be on this machine, because its protocol is not encrypted. */
function readScanner(text: string): ScannerAddress | undefined {
  if (isAbsolute(text)) return { path: text };
  const [, host = '', digits = ''] = HOST_AND_PORT.exec(text) ?? [];
  const port = Number(digits);
  const isFit = isLoopbackHost(host) && port > 0 && port <= PORT_MAX;
  return isFit ? { host: host.replaceAll(/[[\]]/g, ''), port } : undefined;
}
