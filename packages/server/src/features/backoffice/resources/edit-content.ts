// The content store's answers in the words of the back office.
import type { Content } from '#features/content/content.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';

const PROBLEMS_SHOWN_MAX = 20;

type Cms = Content['cms'];
type Documents = Cms['documents'];
type Edited = Awaited<ReturnType<Documents['edit']>>;
type Target = Parameters<Documents['find']>[0];
type Saved = Answer<{ readonly id: string; readonly version: number }>;
type VersionRow = {
  readonly version: number;
  readonly saved_at: string;
  readonly saved_by: string;
};

export type Editing = {
  read(target: Target): Promise<Record<string, unknown>>;
  versions(target: Target): Promise<VersionRow[]>;
  add(page: Parameters<Documents['add']>[0]): Promise<Saved>;
  save(edit: Parameters<Documents['edit']>[0]): Promise<Saved>;
  restore(restore: Parameters<Documents['restore']>[0]): Promise<Saved>;
  show(show: Parameters<Documents['show']>[0]): Promise<Answer<{ readonly changed: boolean }>>;
};

export function createEditing(cms: Cms): Editing {
  const { documents } = cms;
  /** Of no use while a Cockpit keeps the content. */
  const here = async <Reply>(work: () => Promise<Answer<Reply>>): Promise<Answer<Reply>> =>
    cms.isElsewhere ? refused({ code: 'content-elsewhere' }) : await work();
  return {
    read: async (target) => ({ ...(await documents.find(target))?.data }),
    versions: async (target) => {
      const stored = await documents.find(target);
      const versions = stored === undefined ? [] : await cms.listVersions(stored.id);
      return versions.map(({ version, savedAtMs, savedBy }) => ({
        version,
        saved_at: new Date(savedAtMs).toISOString(),
        saved_by: savedBy,
      }));
    },
    add: async (page) => await here(async () => toAnswer(await documents.add(page))),
    save: async (edit) => await here(async () => toAnswer(await documents.edit(edit))),
    restore: async (restore) => await here(async () => toAnswer(await documents.restore(restore))),
    show: async (show) =>
      await here(async () => {
        const edited = await documents.show(show);
        const answer = edited === undefined ? undefined : toAnswer(edited);
        return answer?.kind === 'refused' ? answer : ok({ changed: answer !== undefined });
      }),
  };
}

function toAnswer(edited: Edited): Saved {
  switch (edited.kind) {
    case 'saved':
      return ok({ id: edited.id, version: edited.version });
    case 'unfit': {
      const data = edited.problems.slice(0, PROBLEMS_SHOWN_MAX).join('; ');
      return refused({ code: 'invalid', errors: { data } });
    }
    case 'changed':
      return refused({ code: 'content-changed' });
    case 'missing':
      return refused({ code: 'not-found' });
  }
}
