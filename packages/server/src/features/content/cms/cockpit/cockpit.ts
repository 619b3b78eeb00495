// Content in a Cockpit v1: read completely, without visitors' filters, cached in memory and
// answered from there, so that visitors reach neither it nor its token.
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';
import type { Task, WorkerPool } from '#platform/worker-pool/worker-pool.ts';
import { SEED } from '../seed/seed.ts';
import { CONTENT_BYTES_MAX } from '../content-bounds.ts';
import type { ContentBytes } from '../content-bytes.ts';
import type { Model } from '../model.ts';
import { askCockpit } from './ask-cockpit.ts';
import type { CockpitAddress } from './ask-cockpit.ts';
import type { CockpitAnswers } from './read-cockpit-task.ts';

/** The Cockpit and the collections, singletons and forms to request: only what is shown. */
export type CockpitSettings = CockpitAddress & {
  readonly collections: readonly string[];
  readonly singletons: readonly string[];
  readonly forms: readonly string[];
};

export type CockpitSource = {
  /**
   * Returns the content. Throws an Outage if Cockpit is unavailable and the cached content is too
   * old.
   */
  read(): Promise<ContentBytes>;
  /** Submits a form. Throws an Outage if Cockpit does not accept it. */
  submit(form: string, values: Readonly<Record<string, string>>): Promise<void>;
};

const FRESH_FOR_MS = MINUTE_MS;
const ASKED_AGAIN_AFTER_MS = 10_000;
const STALE_FOR_MS = DAY_MS;
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;
const FORM_ANSWER_BYTES_MAX = 262_144;
const READ_COCKPIT: Task<CockpitAnswers, ContentBytes> = {
  module: new URL('./read-cockpit-task.ts', import.meta.url),
  timeoutMs: 10 * SECOND_MS,
};

export function createCockpitSource(
  settings: CockpitSettings,
  {
    clock,
    log,
    workers,
  }: { readonly clock: Clock; readonly log: Log; readonly workers: WorkerPool },
): CockpitSource {
  let kept: { readonly content: ContentBytes; readonly atMs: number } | undefined;
  let failedAtMs: number | undefined;
  let asking: Promise<ContentBytes> | undefined;

  async function ask(): Promise<ContentBytes> {
    try {
      const content = await askForAll(settings, workers);
      kept = { content, atMs: clock.nowMs() };
      failedAtMs = undefined;
      return content;
    } catch (err) {
      log.warn({ err }, 'the Cockpit of CMS_URL does not answer as it should');
      failedAtMs = clock.nowMs();
      return lastContent(err);
    } finally {
      asking = undefined;
    }
  }

  function lastContent(cause?: unknown): ContentBytes {
    if (kept !== undefined && clock.nowMs() - kept.atMs < STALE_FOR_MS) return kept.content;
    throw new Outage('content', 'The content cannot be read now.', { cause });
  }

  return {
    read: async () => {
      const nowMs = clock.nowMs();
      if (kept !== undefined && nowMs - kept.atMs < FRESH_FOR_MS) return kept.content;
      if (failedAtMs !== undefined && nowMs - failedAtMs < ASKED_AGAIN_AFTER_MS) {
        return lastContent();
      }
      asking ??= ask();
      return await asking;
    },
    submit: async (form, values) => {
      const answered = await sendForm(settings, form, values).catch((cause: unknown) => {
        throw new Outage('content', 'The form cannot be sent now.', { cause });
      });
      // Cockpit returns `error` if it accepted the form and could not mail it.
      const isTaken = typeof answered === 'object' && answered !== null && !('error' in answered);
      if (!isTaken) throw new Outage('content', 'The form was not taken.');
    },
  };
}

async function askForAll(settings: CockpitSettings, workers: WorkerPool): Promise<ContentBytes> {
  const answerBytesMax = ANSWER_BYTES_MAX;
  const collections = settings.collections.map(async (name) => {
    const path = `/api/collections/get/${name}` as const;
    return [name, await askCockpit(settings, { path, body: {}, answerBytesMax })] as const;
  });
  const singletons = settings.singletons.map(async (name) => {
    const path = `/api/singletons/get/${name}` as const;
    return [name, await askCockpit(settings, { path, body: undefined, answerBytesMax })] as const;
  });
  // Waits for all requests, even after the first failure.
  await Promise.allSettled([...collections, ...singletons]);
  const answered = {
    collections: await Promise.all(collections),
    singletons: await Promise.all(singletons),
  };
  const answers = [...answered.collections, ...answered.singletons];
  const bytes = answers.reduce((sum, [, answer]) => sum + (answer?.byteLength ?? 0), 0);
  if (bytes > CONTENT_BYTES_MAX) throw new Error('Cockpit’s content exceeds the total size limit');
  return await workers.run(READ_COCKPIT, {
    ...answered,
    url: settings.url,
    forms: settings.forms.map(toForm),
  });
}

async function sendForm(settings: CockpitSettings, form: string, values: object): Promise<unknown> {
  const answer = await askCockpit(settings, {
    path: `/api/forms/submit/${form}`,
    body: { form: values },
    answerBytesMax: FORM_ANSWER_BYTES_MAX,
  });
  if (answer === undefined) return undefined;
  try {
    return JSON.parse(Buffer.from(answer).toString('utf8'));
  } catch {
    // A message of our own, because the parser's error would quote the reply, which contains what a
    // visitor sent.
    throw new Error('Cockpit answered a form with invalid JSON');
  }
}

/**
 * Returns the model of a form. Cockpit does not describe a form's fields, so every form has those
 * of our contact form.
 */
function toForm(name: string): Model {
  return { name, sortable: false, fields: SEED.forms['contact']?.fields ?? [] };
}
