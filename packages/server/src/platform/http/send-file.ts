import type { FastifyReply } from 'fastify';

import type { Download } from './binding.ts';

/** What a file's name may not hold in a header. */
const UNSAFE = /[^\w.-]+/g;

/**
 * As an attachment of the very type that it is. Should a browser show it all the same, it runs
 * nothing and loads nothing: its content may be a stranger's.
 */
export function sendFile(reply: FastifyReply, file: Download): FastifyReply {
  const fileName = file.fileName.replaceAll(UNSAFE, '-');
  return reply
    .header('content-type', file.mediaType)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(file.content);
}
