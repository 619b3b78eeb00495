// Routes for downloading lists and reports as files.
import * as z from 'zod/mini';
import { defineRoute, type Route } from '../route.ts';
import type { Role } from './roles.ts';

export const WORKBOOK_MEDIA_TYPE =
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const HEADER_LENGTH_MAX = 6_000;
const LABEL_LENGTH_MAX = 100;

/**
 * The labels of columns in the reader's language, as a JSON object by column. A column without one
 * has its name, as programs expect.
 */
const Header = z.pipe(
  z.string().check(z.maxLength(HEADER_LENGTH_MAX)),
  z.pipe(
    z.transform(readJson),
    z.record(z.string(), z.string().check(z.maxLength(LABEL_LENGTH_MAX), z.regex(/^[^\p{Cc}]*$/u))),
  ),
);

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export type ExportRoutes = { readonly exportCsv: Route; readonly exportWorkbook: Route };

type Exported = {
  /** The route's path without the extension of the file. */
  readonly path: `/${string}`;
  /** The route's summary without the format, such as 'Daily figures: all rows'. */
  readonly what: string;
  readonly roles: readonly Role[];
  readonly query: Readonly<Record<string, z.ZodMiniType>>;
  readonly rejections: Route['rejections'];
};

/** Routes of the same rows as CSV and as a workbook for spreadsheets. */
export function defineExports({ path, what, roles, query, rejections }: Exported): ExportRoutes {
  const ofStaff = { method: 'GET', access: 'staff', rate: 'ordinary' } as const;
  const shared = {
    ...ofStaff,
    roles,
    rejections,
    query: z.strictObject({ ...query, header: z.optional(Header) }),
  };
  return {
    exportCsv: defineRoute({
      ...shared,
      path: `${path}.csv`,
      summary: `${what} as a file. The export is logged.`,
      download: { mediaTypes: ['text/csv'] },
      reply: z.object({}),
    }),
    exportWorkbook: defineRoute({
      ...shared,
      path: `${path}.xlsx`,
      summary: `${what} as a workbook for spreadsheets. The export is logged.`,
      download: { mediaTypes: [WORKBOOK_MEDIA_TYPE] },
      reply: z.object({}),
    }),
  };
}
