// Reads a multipart form as a stream: its fields, and one file that is counted byte by byte and
// dropped when it is too large. The rest of a rejected upload is read and discarded up to a limit,
// so that the sender can read the reply.
import type { MultipartFile } from '@fastify/multipart';
import type { Rejection } from '@halyard/contract/rejections';
import type { FilePart } from '@halyard/contract/route';
import type { FastifyRequest } from 'fastify';

import type { UploadedFile } from './binding.ts';

const FIELDS_MAX = 8;
const FIELD_NAME_BYTES_MAX = 64;
const FIELD_BYTES_MAX = 256;
const PARTS_MAX = 12;
const HEADER_LINES_MAX = 16;
/** The maximum number of files in a form: two, so that a second file is detected. */
const FILES_MAX = 2;
const SENT_BYTES_MAX = 16 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

export type ReadUpload =
  | {
      readonly kind: 'read';
      readonly fields: Readonly<Record<string, string>>;
      readonly file: UploadedFile;
    }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

/** Reads the form to its end. Every problem is a rejection, including a premature end. */
export async function readUpload(request: FastifyRequest, part: FilePart): Promise<ReadUpload> {
  if (!request.isMultipart()) return { kind: 'refused', rejection: { code: part.unfit } };
  endFlood(request);
  const form = createForm(part);
  try {
    const limits = {
      fields: FIELDS_MAX,
      fieldNameSize: FIELD_NAME_BYTES_MAX,
      fieldSize: FIELD_BYTES_MAX,
      files: FILES_MAX,
      fileSize: part.bytesMax,
      parts: PARTS_MAX,
      headerPairs: HEADER_LINES_MAX,
    };
    const options = { limits, throwFileSizeLimit: false, preservePath: true };
    for await (const one of request.parts(options)) {
      if (one.type === 'file') await form.addFile(one);
      else form.addField(one.fieldname, one.valueTruncated ? undefined : one.value);
    }
  } catch {
    // Only the form parser throws here: no boundary, an invalid end, too many parts, an aborted
    // upload.
    return { kind: 'refused', rejection: { code: 'malformed' } };
  }
  return form.read();
}

/** Ends an endless body, which is discarded for as long as a request may last. */
function endFlood({ raw }: FastifyRequest): void {
  let sentBytes = 0;
  raw.on('data', (chunk: Buffer) => {
    sentBytes += chunk.length;
    if (sentBytes > SENT_BYTES_MAX) raw.destroy();
  });
}

type Form = {
  addFile(part: MultipartFile): Promise<void>;
  addField(name: string, value: unknown): void;
  read(): ReadUpload;
};

function createForm(part: FilePart): Form {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  const errors: Record<string, string> = Object.create(null) as Record<string, string>;
  let file: UploadedFile | undefined;
  let isTooLarge = false;
  return {
    addFile: async (sent) => {
      if (sent.fieldname !== part.name) errors[sent.fieldname] = 'is not a known field';
      else if (file !== undefined || isTooLarge) errors[part.name] = 'takes one file at a time';
      const content = await readFile(sent);
      if (sent.file.truncated) isTooLarge = true;
      else file = { name: sent.filename, mediaType: sent.mimetype, content };
    },
    addField: (name, value) => {
      if (name in fields) errors[name] = 'comes more than once';
      else if (typeof value === 'string') fields[name] = value;
      else errors[name] = 'is not valid';
    },
    read: () => {
      const maximum = part.bytesMax / MEGABYTE;
      if (isTooLarge) {
        return { kind: 'refused', rejection: { code: part.tooLarge, facts: { maximum } } };
      }
      if (file === undefined) errors[part.name] ??= 'This field is required';
      if (file === undefined || Object.keys(errors).length > 0) {
        return { kind: 'refused', rejection: { code: 'invalid', errors: { ...errors } } };
      }
      return { kind: 'read', fields, file };
    },
  };
}

/** Reads the file; data beyond the limit is never stored. */
async function readFile(sent: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of sent.file) {
    if (sent.file.truncated) chunks.length = 0;
    else chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
