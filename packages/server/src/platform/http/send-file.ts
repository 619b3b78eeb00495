import type { FastifyReply } from 'fastify';

import type { Download } from './binding.ts';

/** Characters that a file name must not contain in a header. */
const UNSAFE = /[^\w.-]+/g;

/**
 * Sent as an attachment with its exact type. If a browser displays it anyway, it runs and loads
 * nothing, because its content may come from a stranger.
 */
export function sendFile(reply: FastifyReply, file: Download): FastifyReply {
  const fileName = file.fileName.replaceAll(UNSAFE, '-');
  return reply
    .header('content-type', file.mediaType)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(file.content);
}
