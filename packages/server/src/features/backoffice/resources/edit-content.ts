// Converts the content store's results for the back office.
import type { ContentField } from '@halyard/contract/backoffice/content-pages';
import type { Content } from '#features/content/content.ts';
import { assertPresent } from '@halyard/core/assertion';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';

const PROBLEMS_SHOWN_MAX = 20;
const NOTES_SHOWN_MAX = 50;

type Documents = Content['cms']['documents'];
type Edited = Awaited<ReturnType<Documents['edit']>>;
type Target = Parameters<Documents['find']>[0];
type Saved = Answer<{ readonly id: string; readonly version: number }>;
type Data = Record<string, unknown>;
type VersionRow = {
  readonly version: number;
  readonly saved_at: string;
  readonly saved_by: string;
  readonly saved_by_name: string | null;
};
type Problem = { readonly field: string; readonly text: string };
type Preview = {
  readonly fields: ContentField[];
  readonly problems: Problem[];
  readonly notes: Problem[];
  readonly shown: Data | null;
};

export type Editing = {
  read(target: Target): Promise<Data>;
  versions(target: Target): Promise<VersionRow[]>;
  version(target: Target, version: number): Promise<Answer<VersionRow & { readonly data: Data }>>;
  preview(target: Target, request: Parameters<Documents['preview']>[1]): Promise<Answer<Preview>>;
  add(page: Parameters<Documents['add']>[0]): Promise<Saved>;
  save(edit: Parameters<Documents['edit']>[0]): Promise<Saved>;
  restore(restore: Parameters<Documents['restore']>[0]): Promise<Saved>;
  show(show: Parameters<Documents['show']>[0]): Promise<Answer<{ readonly changed: boolean }>>;
};

export function createEditing({
  content: { cms },
  staff,
}: Pick<OperatorCommandDeps, 'content' | 'staff'>): Editing {
  const { documents } = cms;
  /**
   * Runs the work, unless an external Cockpit stores the content; that content can't be edited
   * here.
   */
  const here = async <Reply>(work: () => Promise<Answer<Reply>>): Promise<Answer<Reply>> =>
    cms.isElsewhere ? refused({ code: 'content-elsewhere' }) : await work();
  return {
    read: async (target) => ({ ...(await documents.find(target))?.data }),
    versions: async (target) => {
      const stored = await documents.find(target);
      const versions = stored === undefined ? [] : await cms.listVersions(stored.id);
      return await toRows(staff, versions);
    },
    version: async (target, version) => {
      const found = await documents.version(target, version);
      if (found === undefined) return refused({ code: 'not-found' });
      const [row] = await toRows(staff, [found]);
      return ok({ ...assertPresent(row, 'a row for each'), data: { ...found.data } });
    },
    preview: async (target, request) =>
      await here(async () => {
        const fields = await documents.fields(target);
        const made = await documents.preview(target, request);
        if (fields === undefined || made === undefined) return refused({ code: 'not-found' });
        const { problems, notes, shown } = made;
        return ok({
          fields: fields.map(({ name, type, localize, required, options }) => ({
            name,
            type,
            localize,
            required,
            slug: options['slug'] === true,
          })),
          problems: problems.slice(0, PROBLEMS_SHOWN_MAX),
          notes: notes.slice(0, NOTES_SHOWN_MAX),
          shown: shown === null ? null : { ...shown },
        });
      }),
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

type StoredVersion = Awaited<ReturnType<Content['cms']['listVersions']>>[number];

async function toRows(
  staff: OperatorCommandDeps['staff'],
  versions: readonly StoredVersion[],
): Promise<VersionRow[]> {
  const names = new Map<string, string | undefined>();
  for (const { savedBy } of versions) {
    if (!names.has(savedBy)) names.set(savedBy, await nameOf(staff, savedBy));
  }
  return versions.map(({ version, savedAtMs, savedBy }) => ({
    version,
    saved_at: new Date(savedAtMs).toISOString(),
    saved_by: savedBy,
    saved_by_name: names.get(savedBy) ?? null,
  }));
}

/** Returns the name of the member of staff who saved the version, if it was one. */
async function nameOf(
  staff: OperatorCommandDeps['staff'],
  actor: string,
): Promise<string | undefined> {
  const id = /^staff:(\d+)$/.exec(actor)?.[1];
  return id === undefined ? undefined : (await staff.find({ id: Number(id) }))?.name;
}

function toAnswer(edited: Edited): Saved {
  switch (edited.kind) {
    case 'saved':
      return ok({ id: edited.id, version: edited.version });
    case 'unfit': {
      const errors: Record<string, string> = {};
      for (const { field, text } of edited.problems.slice(0, PROBLEMS_SHOWN_MAX)) {
        errors[field === '' ? 'data' : `data.${field}`] ??= text;
      }
      return refused({ code: 'invalid', errors });
    }
    case 'changed':
      return refused({ code: 'content-changed' });
    case 'missing':
      return refused({ code: 'not-found' });
  }
}
