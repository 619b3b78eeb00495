// Pictures that staff upload for pages and announcements. Only plain JPEG and PNG files are stored, and
// visitors get exactly these bytes with their exact type.
import { createHash } from 'node:crypto';
import {
  CONTENT_IMAGES_PATH,
  uploadContentImage,
} from '@halyard/contract/backoffice/desk/content-images';
import { SECOND_MS } from '@halyard/core/time';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { RawAnswer, RawBinding, RouteBinding } from '#platform/http/http.ts';
import { TaskStopped } from '#platform/worker-pool/worker-pool.ts';
import type { Task, WorkerPool } from '#platform/worker-pool/worker-pool.ts';
import { countImages, findImage, insertImage } from './image-store.ts';
import type { ImageExtension } from './judge-image-task.ts';

/** The maximum number of pictures, because each is a row of the database and of each backup. */
const IMAGES_MAX = 1_000;
const NAME_LENGTH = 32;
const NAME_PATTERN = /^[0-9a-f]{32}\.(jpg|png)$/;
const MEDIA_TYPES: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png' };

const JUDGE: Task<Uint8Array, ImageExtension | undefined> = {
  module: new URL('./judge-image-task.ts', import.meta.url),
  timeoutMs: 10 * SECOND_MS,
};

export type ImageDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly workers: WorkerPool;
};

export function createImages(deps: ImageDeps): {
  readonly routes: readonly RouteBinding[];
  readonly rawRoutes: readonly RawBinding[];
} {
  return {
    routes: [
      bind(uploadContentImage, async ({ caller, file }) => {
        const stored = await store(deps, {
          content: file.content,
          by: `staff:${caller.subjectId}`,
        });
        return typeof stored === 'string'
          ? refused({ code: stored, facts: { maximum: IMAGES_MAX } })
          : ok(stored);
      }),
    ],
    rawRoutes: [
      {
        methods: ['GET'],
        path: `${CONTENT_IMAGES_PATH}/{name}`,
        bodyBytesMax: 1,
        handler: async ({ params: { name = '' } }) => await answerImage(deps, name),
      },
    ],
  };
}

async function store(
  { db, clock, workers }: ImageDeps,
  { content, by }: { readonly content: Buffer; readonly by: string },
): Promise<{ readonly path: string } | 'file-not-supported' | 'too-many-images'> {
  const extension = await judge(workers, content);
  if (extension === undefined) return 'file-not-supported';
  const hash = createHash('sha256').update(content).digest('hex').slice(0, NAME_LENGTH);
  const name = `${hash}.${extension}`;
  const stored = await db.kysely.transaction().execute(async (tx) => {
    const atMs = clock.nowMs();
    if ((await countImages(tx)) >= IMAGES_MAX) return false;
    if (!(await insertImage(tx, { name, bytes: content, by, atMs }))) return true;
    const after = { name, bytes: content.length };
    await recordAudit(tx, atMs, { actor: by, action: 'content.image', subject: 'content', after });
    return true;
  });
  return stored ? { path: `${CONTENT_IMAGES_PATH}/${name}` } : 'too-many-images';
}

async function judge(workers: WorkerPool, content: Buffer): Promise<ImageExtension | undefined> {
  try {
    return await workers.run(JUDGE, content);
  } catch (error) {
    if (error instanceof TaskStopped) return undefined;
    throw error;
  }
}

async function answerImage({ db }: ImageDeps, name: string): Promise<RawAnswer> {
  const [, extension = ''] = NAME_PATTERN.exec(name) ?? [];
  const bytes = extension === '' ? undefined : await findImage(db.kysely, name);
  if (bytes === undefined) return { status: 404 };
  return {
    status: 200,
    headers: {
      'content-type': MEDIA_TYPES[extension] ?? '',
      // An address names its bytes, so it never changes.
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
    },
    body: bytes,
  };
}
