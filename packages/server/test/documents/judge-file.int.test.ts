import { deflateSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { judgeFile } from '#features/documents/judge-file.ts';
import { createWorkerPool } from '#platform/worker-pool/worker-pool.ts';
import { BAD_FILES } from './bad-files.ts';
import { jpeg, jpegOf, pack, pdf, stream } from './sample-files.ts';

const JPG = 'image/jpeg';
const PDF = 'application/pdf';

const workers = createWorkerPool();
afterAll(() => workers.close());

it.each([
  ['an image', 'a.jpg', JPG, jpeg(), 'jpeg'],
  ['a progressive image', 'a.jpeg', JPG, jpeg({ frame: 0xc2 }), 'jpeg'],
  ['an image with a comment', 'A.JPG', 'image/jpg', jpeg({ comment: Buffer.from('hi') }), 'jpeg'],
  ['an image of 50 megapixels', 'a.jpg', JPG, jpeg({ width: 10_000, height: 5_000 }), 'jpeg'],
  ['an image of 2 MB', 'a.jpg', JPG, jpegOf(2 * 1024 * 1024), 'jpeg'],
  [
    'a name with dots and letters of the world',
    'Ausweis Rückseite 20.11.2026.jpg',
    JPG,
    jpeg(),
    'jpeg',
  ],
  ['a page', 'a.pdf', PDF, pdf(), 'pdf'],
  ['a page of PDF 2.0', 'a.PDF', PDF, pdf({ version: '2.0' }), 'pdf'],
  [
    'a page that opens at a place',
    'a.pdf',
    PDF,
    pdf({ catalog: '/OpenAction [3 0 R /Fit]' }),
    'pdf',
  ],
  ['packed objects', 'a.pdf', PDF, pdf({ objects: [pack('<< /Type /Font >>')] }), 'pdf'],
  ['words that only look like names', 'a.pdf', PDF, pdf({ catalog: '/Title (JavaScript)' }), 'pdf'],
  ['a longer name', 'a.pdf', PDF, pdf({ catalog: '/Soundness 1 /AAA 2' }), 'pdf'],
  [
    'an image in a page',
    'a.pdf',
    PDF,
    pdf({ objects: [stream('8 0 obj', '/Filter /DCTDecode', jpeg())] }),
    'pdf',
  ],
  [
    'a picture in rows',
    'a.pdf',
    PDF,
    pdf({
      objects: [
        stream(
          '8 0 obj',
          '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>',
          deflateSync(Buffer.alloc(9)),
        ),
      ],
    }),
    'pdf',
  ],
] as const)('takes %s', async (_what, name, mediaType, content, format) => {
  expect(await judgeFile(workers, { name, mediaType, content })).toBe(format);
});

it.each(BAD_FILES)('rejects %s', async (_what, name, mediaType, content) => {
  expect(await judgeFile(workers, { name, mediaType, content })).toBeUndefined();
});

it('rejects an image that is truncated or has trailing bytes', async () => {
  const whole = jpeg({ dataBytes: 60 });
  for (let length = 0; length < whole.length; length += 1) {
    const content = whole.subarray(0, length);
    expect(await judgeFile(workers, { name: 'a.jpg', mediaType: JPG, content })).toBeUndefined();
  }
});

it('handles any bytes', async () => {
  const whole = [jpeg({ dataBytes: 60 }), pdf()];
  for (const [index, good] of whole.entries()) {
    for (let at = 0; at < good.length; at += 1) {
      const content = Buffer.from(good);
      content[at] = (content[at] ?? 0) ^ 0xff;
      const file =
        index === 0 ? { name: 'a.jpg', mediaType: JPG } : { name: 'a.pdf', mediaType: PDF };
      const judged = await judgeFile(workers, { ...file, content });
      expect([undefined, 'jpeg', 'pdf']).toContain(judged);
    }
  }
});
