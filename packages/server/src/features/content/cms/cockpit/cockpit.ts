// Content that is kept in a Cockpit v1: asked for whole, without any visitor's filter, kept in
// memory, and answered from there, so that visitors reach neither it nor its token.
import { DAY_MS, MINUTE_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';
import { SEED } from '../seed/seed.ts';
import type { Model, Snapshot } from '../model.ts';
import { askCockpit } from './ask-cockpit.ts';
import type { CockpitAddress } from './ask-cockpit.ts';
import { readCollection, readSingleton } from './read-answers.ts';

/** What of it is shown; nothing else is asked for. */
export type CockpitSettings = CockpitAddress & {
  readonly collections: readonly string[];
  readonly singletons: readonly string[];
  readonly forms: readonly string[];
};

export type CockpitSource = {
  /** Throws an Outage when it cannot be asked and what it said last is too old. */
  read(): Promise<Snapshot>;
  /** Throws an Outage when it does not take it. */
  submit(form: string, values: Readonly<Record<string, string>>): Promise<void>;
};

const FRESH_FOR_MS = MINUTE_MS;
const ASKED_AGAIN_AFTER_MS = 10_000;
const STALE_FOR_MS = DAY_MS;

export function createCockpitSource(
  settings: CockpitSettings,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): CockpitSource {
  let kept: { readonly snapshot: Snapshot; readonly atMs: number } | undefined;
  let failedAtMs: number | undefined;
  let asking: Promise<Snapshot> | undefined;

  async function ask(): Promise<Snapshot> {
    try {
      const snapshot = await askForAll(settings);
      kept = { snapshot, atMs: clock.nowMs() };
      failedAtMs = undefined;
      return snapshot;
    } catch (err) {
      log.warn({ err }, 'the Cockpit of CMS_URL does not answer as it should');
      failedAtMs = clock.nowMs();
      return lastSnapshot(err);
    } finally {
      asking = undefined;
    }
  }

  function lastSnapshot(cause?: unknown): Snapshot {
    if (kept !== undefined && clock.nowMs() - kept.atMs < STALE_FOR_MS) return kept.snapshot;
    throw new Outage('content', 'The content cannot be read now.', { cause });
  }

  return {
    read: async () => {
      const nowMs = clock.nowMs();
      if (kept !== undefined && nowMs - kept.atMs < FRESH_FOR_MS) return kept.snapshot;
      if (failedAtMs !== undefined && nowMs - failedAtMs < ASKED_AGAIN_AFTER_MS) {
        return lastSnapshot();
      }
      asking ??= ask();
      return await asking;
    },
    submit: async (form, values) => {
      const answered = await askCockpit(settings, `/api/forms/submit/${form}`, {
        form: values,
      }).catch((cause: unknown) => {
        throw new Outage('content', 'The form cannot be sent now.', { cause });
      });
      // It says `error` when it could not mail what it has taken.
      const isTaken = typeof answered === 'object' && answered !== null && !('error' in answered);
      if (!isTaken) throw new Outage('content', 'The form was not taken.');
    },
  };
}

async function askForAll(settings: CockpitSettings): Promise<Snapshot> {
  const collections = settings.collections.map(async (name) => {
    const answer = await askCockpit(settings, `/api/collections/get/${name}`, {});
    return readCollection(name, answer);
  });
  const singletons = settings.singletons.map(async (name) => {
    const answer = await askCockpit(settings, `/api/singletons/get/${name}`, undefined);
    return readSingleton(name, answer);
  });
  // None is left running when the first has failed.
  await Promise.allSettled([...collections, ...singletons]);
  const [listed, single] = await Promise.all([Promise.all(collections), Promise.all(singletons)]);
  const collectionsFound = listed.filter((one) => one !== undefined);
  const singletonsFound = single.filter((one) => one !== undefined);
  // An address that leads elsewhere has none of it either; that must not empty the site.
  if (collectionsFound.length + singletonsFound.length === 0) {
    throw new Error('Cockpit has nothing of what CMS_COLLECTIONS and CMS_SINGLETONS name');
  }
  return {
    collections: new Map(collectionsFound.map((one) => [one.model.name, one])),
    singletons: new Map(singletonsFound.map((one) => [one.model.name, one])),
    forms: new Map(settings.forms.map((name) => [name, toForm(name)])),
  };
}

/** Cockpit does not tell what a form asks for: every one asks for what our own contact form does. */
function toForm(name: string): Model {
  return { name, sortable: false, fields: SEED.forms['contact']?.fields ?? [] };
}
