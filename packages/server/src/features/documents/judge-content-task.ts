// Runs in a thread of the worker pool: the file comes from anybody, and looking through 10 MB takes
// longer than a tick may wait.
import { isJpeg } from './judge-jpeg.ts';
import { isPlainPdf } from './judge-pdf.ts';

export type JudgedContent = {
  readonly claimed: 'jpeg' | 'pdf';
  readonly content: Uint8Array;
};

/** Whether the content is what its name claims. */
export async function run({ claimed, content }: JudgedContent): Promise<boolean> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return claimed === 'jpeg' ? isJpeg(bytes) : await isPlainPdf(bytes);
}
