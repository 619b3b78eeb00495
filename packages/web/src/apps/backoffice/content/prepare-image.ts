// Draws a picture again before it is uploaded: this limits its size, and removes what cameras add,
// such as the place where it was taken. The server checks the result strictly.
import { uploadContentImage } from '@halyard/contract/backoffice/desk/content-images';
import type { CallResult } from '#data/http/call.ts';
import { staffCall } from '#data/auth/staff.ts';

/** The longest side, in pixels: twice the width of the site's widest column. */
const SIDE_MAX = 2_000;
const QUALITY = 0.85;
const JPEG = 'image/jpeg';
const PNG = 'image/png';
/** The types that can be transparent; JPEG would make that black. */
const TRANSPARENT = new Set([PNG, 'image/webp', 'image/gif']);

/** Stores a picture that somebody chose; undefined if the browser can't read it. */
export async function uploadPicture(
  file: File,
): Promise<CallResult<{ readonly path: string }> | undefined> {
  const prepared = await prepareImage(file);
  if (prepared === undefined) return undefined;
  return await staffCall(uploadContentImage, { body: {} }, { file: prepared });
}

async function prepareImage(file: File): Promise<File | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined) return undefined;
  const scale = Math.min(1, SIDE_MAX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const type = TRANSPARENT.has(file.type) ? PNG : JPEG;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  if (blob === null) return undefined;
  return new File([blob], type === PNG ? 'picture.png' : 'picture.jpg', { type });
}
