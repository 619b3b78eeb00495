// What must not be stored: [what it is, its name, its media type, its bytes].
import { deflateSync } from 'node:zlib';
import { gif, jpeg, pack, pdf, program, stream, zip } from './sample-files.ts';

const JPG = 'image/jpeg';
const PDF = 'application/pdf';
const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';

export type BadFile = readonly [what: string, name: string, mediaType: string, content: Buffer];

/** As many as fit into 2 MB. */
const LINES = 290_000;

const whole = jpeg();
const page = pdf();

export const BAD_FILES: readonly BadFile[] = [
  ['an empty file', 'a.jpg', JPG, Buffer.alloc(0)],
  ['an empty pdf', 'a.pdf', PDF, Buffer.alloc(0)],
  ['a program named as an image', 'a.jpg', JPG, program()],
  ['a program named as a pdf', 'a.pdf', PDF, program()],
  ['a shell script named as an image', 'a.jpg', JPG, Buffer.from('#!/bin/sh\nid\n')],
  ['a page named as an image', 'a.jpg', JPG, Buffer.from('<html><script>alert(1)</script>')],
  ['a gif named as an image', 'a.jpg', JPG, gif()],
  ['a gif with an archive behind it', 'a.jpg', JPG, Buffer.concat([gif(), zip()])],
  ['a program with its own name', 'a.exe', 'application/octet-stream', program()],
  ['a gif with its own name', 'a.gif', 'image/gif', gif()],
  ['an svg', 'a.svg', 'image/svg+xml', Buffer.from('<svg onload="alert(1)"/>')],
  ['a good image of another name', 'a.png', 'image/png', whole],
  ['a good image without an ending', 'image', JPG, whole],
  ['a good image that is an ending alone', '.jpg', JPG, whole],
  ['a good image of another media type', 'a.jpg', 'text/html', whole],
  ['a good image said to be a pdf', 'a.pdf', PDF, whole],
  ['a good pdf said to be an image', 'a.jpg', JPG, page],
  ['a pdf with the media type of an image', 'a.pdf', JPG, page],
  ['a double ending', 'a.php.jpg', JPG, whole],
  ['a double ending of a program', 'a.EXE.pdf', PDF, page],
  ['a path upwards', '../../secrets/a.jpg', JPG, whole],
  ['a path of Windows', 'C:\\temp\\a.jpg', JPG, whole],
  ['a name that turns its direction', 'a\u202egpj.jpg', JPG, whole],
  ['a very long name', `${'a'.repeat(300)}.jpg`, JPG, whole],
  ['an image with an archive behind it', 'a.jpg', JPG, Buffer.concat([whole, zip()])],
  ['an image with a page behind it', 'a.jpg', JPG, Buffer.concat([whole, Buffer.from('<html>')])],
  ['an image with one byte behind it', 'a.jpg', JPG, Buffer.concat([whole, Buffer.from([0])])],
  ['an image with an archive in its comment', 'a.jpg', JPG, jpeg({ comment: zip() })],
  ['an image with code in its comment', 'a.jpg', JPG, jpeg({ comment: Buffer.from('<?php 1;') })],
  ['an image with a pdf in its comment', 'a.jpg', JPG, jpeg({ comment: page })],
  ['an image cut in its data', 'a.jpg', JPG, whole.subarray(0, whole.length - 2)],
  ['an image cut in its head', 'a.jpg', JPG, whole.subarray(0, 40)],
  ['an image of two bytes', 'a.jpg', JPG, whole.subarray(0, 2)],
  ['an image with no data', 'a.jpg', JPG, Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
  ['an image of 30,000 × 30,000', 'a.jpg', JPG, jpeg({ width: 30_000, height: 30_000 })],
  ['an image of 16,000 × 16,000', 'a.jpg', JPG, jpeg({ width: 16_000, height: 16_000 })],
  ['an image of no height', 'a.jpg', JPG, jpeg({ height: 0 })],
  ['an image of 12 bits', 'a.jpg', JPG, jpeg({ bits: 12 })],
  ['a lossless image', 'a.jpg', JPG, jpeg({ frame: 0xc3 })],
  ['a pdf with a program before it', 'a.pdf', PDF, Buffer.concat([program(), page])],
  ['a pdf with an archive behind it', 'a.pdf', PDF, Buffer.concat([page, zip()])],
  [
    'a pdf whose end is an archive’s comment',
    'a.pdf',
    PDF,
    Buffer.concat([page.subarray(0, -22), zip(page.subarray(-22).toString('latin1'))]),
  ],
  ['a pdf with a script', 'a.pdf', PDF, pdf({ catalog: `/OpenAction ${SCRIPT}` })],
  [
    'a pdf with a script of a coded name',
    'a.pdf',
    PDF,
    pdf({ catalog: '/OpenAction << /S /J#61vaScript /J#53 (1) >>' }),
  ],
  ['a pdf with a script in a packed object', 'a.pdf', PDF, pdf({ objects: [pack(SCRIPT)] })],
  [
    'a pdf with a coded name in a packed object',
    'a.pdf',
    PDF,
    pdf({ objects: [pack('<< /S /Java#53cript >>')] }),
  ],
  ['a pdf with doubly packed objects', 'a.pdf', PDF, pdf({ objects: [doublyPacked()] })],
  [
    'a pdf with objects packed as hex',
    'a.pdf',
    PDF,
    pdf({ objects: [pack(SCRIPT, '/Filter /ASCIIHexDecode')] }),
  ],
  [
    'a pdf with objects packed by rows',
    'a.pdf',
    PDF,
    pdf({ objects: [pack('1', '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>')] }),
  ],
  ['a pdf that hides its pack in a string', 'a.pdf', PDF, pdf({ objects: [hiddenPack()] })],
  [
    'a pdf that runs a program',
    'a.pdf',
    PDF,
    pdf({ catalog: '/OpenAction << /S /Launch /F (cmd) >>' }),
  ],
  ['a pdf with a trigger', 'a.pdf', PDF, pdf({ catalog: '/AA << /WC 5 0 R >>' })],
  ['a pdf with a file in it', 'a.pdf', PDF, pdf({ catalog: '/Names << /EmbeddedFiles 5 0 R >>' })],
  ['a pdf with a form of XML', 'a.pdf', PDF, pdf({ catalog: '/AcroForm << /XFA 5 0 R >>' })],
  ['an encrypted pdf', 'a.pdf', PDF, pdf({ trailer: '/Encrypt 5 0 R' })],
  [
    'a pdf that inflates to 64 MB',
    'a.pdf',
    PDF,
    pdf({
      objects: [
        stream('8 0 obj', '/Filter /FlateDecode', deflateSync(Buffer.alloc(64 * 1024 * 1024))),
      ],
    }),
  ],
  ['a pdf cut before its end', 'a.pdf', PDF, page.subarray(0, page.length - 8)],
  ['a pdf cut in the middle', 'a.pdf', PDF, page.subarray(0, page.length >> 1)],
  [
    'a pdf whose references lead nowhere',
    'a.pdf',
    PDF,
    Buffer.from(page.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7'), 'latin1'),
  ],
  [
    'a pdf of beginnings of streams alone',
    'a.pdf',
    PDF,
    pdf({ objects: ['stream\n'.repeat(LINES)] }),
  ],
  [
    'a pdf of damaged streams alone',
    'a.pdf',
    PDF,
    pdf({ objects: Array.from({ length: 20 }, () => stream('8 0 obj', '', damaged())) }),
  ],
  ['a pdf of an unknown version', 'a.pdf', PDF, pdf({ version: '9.9' })],
  ['a pdf of a header alone', 'a.pdf', PDF, Buffer.from('%PDF-1.7\n')],
];

/** Packed well but for its checksum, which stands last. */
function damaged(): Buffer {
  const packed = deflateSync(Buffer.alloc(1000));
  packed[packed.length - 1] = (packed.at(-1) ?? 0) ^ 1;
  return packed;
}

function doublyPacked(): Buffer {
  const twice = deflateSync(deflateSync(Buffer.from(`5 0 ${SCRIPT}`)));
  return stream(
    '9 0 obj',
    '/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode]',
    twice,
  );
}

/** The dictionary is looked for behind the last "obj" before the stream. */
function hiddenPack(): Buffer {
  const content = Buffer.from(`${Buffer.from(`5 0 ${SCRIPT}`).toString('hex')}>`);
  const entries = '/Type /ObjStm /N 1 /First 4 /Filter /ASCIIHexDecode /Note (1 0 obj)';
  return stream('9 0 obj', entries, content);
}
