// Documents made by code, good and bad ones: nothing here was ever anybody's.
import { deflateSync } from 'node:zlib';

function segment(code: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

export type JpegParts = {
  readonly width?: number;
  readonly height?: number;
  readonly bits?: number;
  readonly frame?: number;
  readonly comment?: Buffer;
  /** Bytes of coded data, without markers. */
  readonly dataBytes?: number;
};

/** A grey image, complete by its markers; a viewer may find its coded data dull. */
export function jpeg(parts: JpegParts = {}): Buffer {
  const { width = 640, height = 480, bits = 8, frame = 0xc0, dataBytes = 500 } = parts;
  const size = Buffer.from([bits, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  size.writeUInt16BE(height, 1);
  size.writeUInt16BE(width, 3);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0', 'latin1')),
    ...(parts.comment === undefined ? [] : [segment(0xfe, parts.comment)]),
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(frame, size),
    segment(0xc4, Buffer.alloc(20, 1)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.alloc(dataBytes, 0x55),
    // A stuffed zero and a restart are data, not the end of it.
    Buffer.from([0xff, 0x00, 0x12, 0xff, 0xd0, 0x34]),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** Exactly so many bytes. */
export function jpegOf(bytes: number): Buffer {
  return jpeg({ dataBytes: 500 + bytes - jpeg().length });
}

export type PdfParts = {
  readonly version?: string;
  /** Further objects, as they stand in the file. */
  readonly objects?: readonly (string | Buffer)[];
  /** Further entries of the trailer. */
  readonly trailer?: string;
  readonly catalog?: string;
};

/** One empty page. */
export function pdf(parts: PdfParts = {}): Buffer {
  const chunks: Buffer[] = [];
  const add = (text: string | Buffer): void => {
    chunks.push(typeof text === 'string' ? Buffer.from(text, 'latin1') : text);
  };
  add(`%PDF-${parts.version ?? '1.7'}\n`);
  add(`1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${parts.catalog ?? ''} >>\nendobj\n`);
  add('2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n');
  add('3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>\nendobj\n');
  add(stream('4 0 obj', '/Filter /FlateDecode', deflateSync('BT /F1 12 Tf (Halyard) Tj ET')));
  for (const object of parts.objects ?? []) add(object);
  const at = Buffer.concat(chunks).length;
  add(
    `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 5 /Root 1 0 R ${parts.trailer ?? ''} >>\n`,
  );
  add(`startxref\n${at}\n%%EOF\n`);
  return Buffer.concat(chunks);
}

export function stream(object: string, dictionary: string, content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`${object}\n<< /Length ${content.length} ${dictionary} >>\nstream\n`, 'latin1'),
    content,
    Buffer.from('\nendstream\nendobj\n', 'latin1'),
  ]);
}

/** Objects packed and deflated, as most writers do since PDF 1.5. */
export function pack(objects: string, dictionary = '/Filter /FlateDecode'): Buffer {
  const entries = `/Type /ObjStm /N 1 /First 4 ${dictionary}`;
  return stream('9 0 obj', entries, deflateSync(Buffer.from(`5 0 ${objects}`, 'latin1')));
}

/** An archive of one stored file, as a reader finds it from its end. */
export function zip(comment = ''): Buffer {
  const name = Buffer.from('run.class');
  const content = Buffer.from('cafebabe', 'hex');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt32LE(content.length, 18);
  local.writeUInt32LE(content.length, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + content.length, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([local, name, content, central, name, end, Buffer.from(comment, 'latin1')]);
}

/** The head of a Windows program, padded. */
export function program(): Buffer {
  const head = Buffer.alloc(4096);
  head.write('MZ', 0, 'latin1');
  head.writeUInt32LE(0x80, 0x3c);
  head.write('PE\0\0', 0x80, 'latin1');
  return head;
}

export function gif(): Buffer {
  return Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0,\0\0\0\0\u0001\0\u0001\0\0\u0002\0;', 'latin1');
}

/** A form byte for byte: FormData would mend the name. */
export function formOf(file: {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
}) {
  const boundary = 'halyard-test-boundary';
  const part = `--${boundary}\r\nContent-Disposition: form-data; name=`;
  const name = file.name.replaceAll('\\', '\\\\');
  const body = Buffer.concat([
    Buffer.from(`${part}"files"; filename="${name}"\r\nContent-Type: ${file.mediaType}\r\n\r\n`),
    file.content,
    Buffer.from(`\r\n${part}"type"\r\n\r\npassport\r\n--${boundary}--\r\n`),
  ]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return { headers, body: new Uint8Array(body) };
}

export const image = (name = 'passport.jpg', content = jpeg()): File =>
  new File([new Uint8Array(content)], name, { type: 'image/jpeg' });
export const page = (): File =>
  new File([new Uint8Array(pdf())], 'bill.pdf', { type: 'application/pdf' });
