import type { FastifyReply } from 'fastify';

import type { Download } from './binding.ts';

/** Characters that are removed from a file name in a header. */
const UNSAFE = /[^\w.-]+/g;

/**
 * Sends a file as an attachment with its exact type. If a browser displays it anyway, it runs and
 * loads nothing, because its content may come from a stranger.
 */
export function sendFile(reply: FastifyReply, file: Download): FastifyReply {
  const fileName = file.fileName.replaceAll(UNSAFE, '-');
  return reply
    .header('content-type', withCharset(file.mediaType))
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(file.content);
}

/** Our texts are UTF-8; a browser must not guess otherwise. */
function withCharset(mediaType: string): string {
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}
