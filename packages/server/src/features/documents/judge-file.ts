import { SECOND_MS } from '@halyard/core/time';
import type { UploadedFile } from '#platform/http/http.ts';
import { TaskStopped } from '#platform/worker-pool/worker-pool.ts';
import type { Task, WorkerPool } from '#platform/worker-pool/worker-pool.ts';
import type { JudgedContent } from './judge-content-task.ts';

export type DocumentFormat = 'jpeg' | 'pdf';

const NAME_LENGTH_MAX = 200;
const EXTENSIONS: Readonly<Record<string, DocumentFormat>> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  pdf: 'pdf',
};
const MEDIA_TYPES: Readonly<Record<string, DocumentFormat>> = {
  'image/jpeg': 'jpeg',
  'image/jpg': 'jpeg',
  'image/pjpeg': 'jpeg',
  'application/pdf': 'pdf',
  'application/x-pdf': 'pdf',
};
/** The pattern of a name such as photo.php.jpg, which a server could deliver as something else. */
const DOUBLE_EXTENSION =
  /\.(?:asp|aspx|bash|bat|bin|cgi|cmd|com|dll|exe|gif|hta|htm|html|jar|js|jse|jsp|lnk|mjs|msi|php\d?|phtml|pif|pl|png|ps1|py|rar|rb|scr|sh|svg|vbs|wsf|xhtml|xml|zip|7z)\./i;

const JUDGE_CONTENT: Task<JudgedContent, boolean> = {
  module: new URL('./judge-content-task.ts', import.meta.url),
  timeoutMs: 10 * SECOND_MS,
};

/**
 * Returns a file's type by its content; undefined if it is not a plain JPEG or PDF, if its name or
 * media type contradicts the content, or if reading takes too long. Such files are never stored.
 * Throws an Outage if too many files wait.
 */
export async function judgeFile(
  workers: WorkerPool,
  file: UploadedFile,
): Promise<DocumentFormat | undefined> {
  const claimed = formatOfName(file.name);
  if (claimed === undefined || mediaFormat(file.mediaType) !== claimed) return undefined;
  try {
    const isTrue = await workers.run(JUDGE_CONTENT, { claimed, content: file.content });
    return isTrue ? claimed : undefined;
  } catch (error) {
    if (error instanceof TaskStopped) return undefined;
    throw error;
  }
}

function formatOfName(name: string): DocumentFormat | undefined {
  if (name.length > NAME_LENGTH_MAX || /[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name)) {
    return undefined;
  }
  if (DOUBLE_EXTENSION.test(name)) return undefined;
  const [, extension = ''] = /[^.]\.([A-Za-z]+)$/.exec(name) ?? [];
  return own(EXTENSIONS, extension.toLowerCase());
}

function mediaFormat(mediaType: string): DocumentFormat | undefined {
  return own(MEDIA_TYPES, (mediaType.split(';')[0] ?? '').trim().toLowerCase());
}

function own(
  formats: Readonly<Record<string, DocumentFormat>>,
  key: string,
): DocumentFormat | undefined {
  return Object.hasOwn(formats, key) ? formats[key] : undefined;
}
