// Checks a picture in a worker thread: inflating and scanning it would delay ticks.
import { isJpeg, isPng } from '#platform/images/images.ts';

export type ImageExtension = 'jpg' | 'png';

/** Returns the extension that the content deserves; undefined if it is not a plain JPEG or PNG. */
export function run(content: Uint8Array): ImageExtension | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (isJpeg(bytes)) return 'jpg';
  return isPng(bytes) ? 'png' : undefined;
}
