// Checks a file in a worker thread: the file is untrusted, and scanning 10 MB would delay ticks.
import { isJpeg } from '#platform/images/images.ts';
import { isPlainPdf } from './judge-pdf.ts';

export type JudgedContent = {
  readonly claimed: 'jpeg' | 'pdf';
  readonly content: Uint8Array;
};

/** Returns whether the content is what its name claims. */
export async function run({ claimed, content }: JudgedContent): Promise<boolean> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return claimed === 'jpeg' ? isJpeg(bytes) : await isPlainPdf(bytes);
}
