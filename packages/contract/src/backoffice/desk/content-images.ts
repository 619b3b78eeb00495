// Pictures of the site's pages and announcements.
import * as z from 'zod/mini';
import { defineRoute } from '#route.ts';
import { allow } from '../roles.ts';

const BYTES_MAX = 2 * 1024 * 1024;
/** Where a picture is read, followed by its name. */
export const CONTENT_IMAGES_PATH = '/api/content/images';

export const uploadContentImage = defineRoute({
  method: 'POST',
  path: '/api/backoffice/content-images',
  summary: 'Stores a picture for pages and announcements: one jpg or png of at most 2 MB.',
  access: 'staff',
  roles: allow('content'),
  rate: 'ordinary',
  file: {
    name: 'file',
    bytesMax: BYTES_MAX,
    unfit: 'file-not-supported',
    tooLarge: 'file-too-large',
  },
  body: z.strictObject({}),
  reply: z.object({
    /** The address of the picture on this site. */
    path: z.string(),
  }),
  rejections: ['file-not-supported', 'file-too-large', 'too-many-images'],
});
