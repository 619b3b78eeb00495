// The external virus scanner that judges uploaded documents.
import { isAbsolute } from 'node:path';
import * as z from 'zod/mini';
import type { ScannerAddress } from '#features/documents/documents.ts';
import { isLoopbackHost } from '#platform/http/http.ts';
import { setting } from '#setting-kinds.ts';

const HOST_AND_PORT = /^([\w.:[\]-]{1,253}):(\d{1,5})$/;
const PORT_MAX = 65_535;

export const DocumentVariables = z.object({
  VIRUS_SCANNER: z.optional(
    setting(
      readScanner,
      'must be the socket of clamd such as /run/clamav/clamd.ctl, or a port of this machine such as 127.0.0.1:3310',
    ),
  ),
});

/** The scanner must be on this machine, because its protocol is not encrypted. */
function readScanner(text: string): ScannerAddress | undefined {
  if (isAbsolute(text)) return { path: text };
  const [, host = '', digits = ''] = HOST_AND_PORT.exec(text) ?? [];
  const port = Number(digits);
  const isFit = isLoopbackHost(host) && port > 0 && port <= PORT_MAX;
  return isFit ? { host: host.replaceAll(/[[\]]/g, ''), port } : undefined;
}
