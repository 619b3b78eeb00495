import { POPUP_AUDIENCES, POPUP_PURPOSES, popups } from '@halyard/contract/backoffice/popups';
import type { ActionRequestOf } from '@halyard/contract/backoffice/resource';
import { LANGUAGES } from '@halyard/contract/config';
import { sql } from 'kysely';
import { createPopup, removePopup } from '#features/content/content.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { bindResource } from '../frame/frame.ts';
import type { FrameDeps, ListSource } from '../frame/frame.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';

const Stored = z.object({
  id: z.int(),
  title: z.string(),
  language: z.nullable(z.enum(LANGUAGES)),
  audience: z.enum(POPUP_AUDIENCES),
  purpose: z.enum(POPUP_PURPOSES),
  from_at: z.date(),
  until_at: z.nullable(z.date()),
  created_at: z.date(),
  created_by: z.string(),
  removed_at: z.nullable(z.date()),
});
const Content = z.object({ content: z.string() });

const ID = { by: sql`id`, type: 'bigint' } as const;

const list = {
  select: sql`id, title, language, audience, purpose, from_at, until_at, created_at, created_by,
    removed_at`,
  from: sql`popups`,
  key: ID,
  sorts: { id: ID },
  filters: {
    audience: (value: string) => sql`audience = ${value}`,
    purpose: (value: string) => sql`purpose = ${value}`,
    language: (value: string) => sql`language = ${value}`,
    removed: (value: '0' | '1') => sql`(removed_at is not null) = ${value === '1'}`,
  },
  search: {},
  toRow: (record) => {
    const row = z.parse(Stored, record);
    return {
      ...row,
      from_at: row.from_at.toISOString(),
      until_at: row.until_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      removed_at: row.removed_at?.toISOString() ?? null,
    };
  },
} satisfies ListSource<unknown>;

type Deps = FrameDeps & Pick<OperatorCommandDeps, 'content'>;

export function popupsResource(deps: Deps): readonly RouteBinding[] {
  return bindResource(deps, popups, {
    list,
    detail: {
      content: async (id) => {
        const [row] = await deps.db.query('select content from popups where id = $1', [id]);
        const cleaned = await deps.content.cleanHtml(z.parse(Content, row).content);
        return cleaned.kind === 'clean' ? cleaned.html : '';
      },
    },
    actions: {
      create: async ({ input, actor }) => await create(deps, input, actor),
      withdraw: async ({ id, actor }) =>
        ok({ changed: await removePopup(deps, { id, by: actor }) }),
    },
  });
}

async function create(
  deps: Deps,
  input: ActionRequestOf<typeof popups, 'create'>,
  by: string,
): Promise<Answer<{ readonly id: number; readonly content: string }>> {
  const { title, audience, purpose } = input;
  const cleaned = await deps.content.cleanHtml(input.content);
  if (cleaned.kind === 'unfit') return unfit('content', cleaned.text);
  const content = cleaned.html;
  if (content === '') return unfit('content', 'nothing of it is harmless HTML');
  const fromMs = input.from === null ? deps.clock.nowMs() : Date.parse(input.from);
  const untilMs = input.until === null ? undefined : Date.parse(input.until);
  if (untilMs !== undefined && untilMs <= fromMs) return unfit('until', 'must be after from');
  const language = input.language ?? undefined;
  const span = { fromMs, untilMs };
  const popup = { title, content, language, audience, purpose, ...span };
  return ok({ id: await createPopup(deps, { ...popup, by }), content });
}

function unfit(field: string, text: string): Answer<never> {
  return refused({ code: 'invalid', errors: { [field]: text } });
}
