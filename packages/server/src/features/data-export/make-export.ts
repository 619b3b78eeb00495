// Creates an export file: each section as JSON and CSV, the documents, and a README. Encrypted part
// by part as a stream.
import { randomUUID } from 'node:crypto';
import { EXPORT_PART_BYTES, EXPORT_PARTS_MAX } from '@halyard/contract/own-data';
import type { Language } from '@halyard/contract/config';
import type { Documents } from '#features/documents/documents.ts';
import type { Database, Row } from '#platform/db/db.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { BYTE_ORDER_MARK, toCsvLine } from '@halyard/contract/format/csv';
import { toCells, toExportRow } from './export-rows.ts';
import type { ExportRow, Instruments } from './export-rows.ts';
import { SECTIONS } from './export-sections.ts';
import type { Section } from './export-sections.ts';
import { exportTexts } from './export-texts.ts';
import { createZipParts } from './zip-parts.ts';
import type { ZipParts } from './zip-parts.ts';

const DOCUMENTS_MAX = 1000;
const EXTENSIONS = { jpeg: 'jpg', pdf: 'pdf' } as const;

export type MakeExportDeps = {
  readonly db: Database;
  readonly documents: Pick<Documents, 'list' | 'read'>;
  readonly vault: Vault;
  readonly instruments: Instruments;
  readonly settings: { readonly operatorName: string };
};

export type ExportWork = {
  readonly id: string;
  readonly keyName: string;
  readonly customerId: number;
  readonly language: Language;
  readonly madeAtMs: number;
  readonly signal: AbortSignal;
  /** Called after each section with the number of completed sections. */
  readonly onSection: (done: number) => Promise<void>;
};

export type MadeExport = { readonly bytes: number; readonly partIds: readonly string[] };

/** The number of sections, with the documents as one more. */
export const EXPORT_SECTIONS = SECTIONS.length + 1;

/** Returns the data that a part is authenticated with. */
export function partContext(exportId: string, part: number): string {
  return `export:${exportId}:${part}`;
}

/** Creates an export. If it throws, nothing is left behind. */
export async function makeExport(deps: MakeExportDeps, work: ExportWork): Promise<MadeExport> {
  const { vault } = deps;
  const partIds: string[] = [];
  const zip = createZipParts({
    partBytes: EXPORT_PART_BYTES,
    partsMax: EXPORT_PARTS_MAX,
    madeAtMs: work.madeAtMs,
    write: async (part) => {
      const id = randomUUID();
      const context = partContext(work.id, partIds.length);
      partIds.push(id);
      await vault.write({ id, context, keyName: work.keyName }, part);
    },
  });
  try {
    await addAll(deps, work, zip);
    return { bytes: await zip.end(), partIds };
  } catch (error) {
    await Promise.all(partIds.map(async (id) => await vault.remove(id)));
    throw error;
  }
}

async function addAll(deps: MakeExportDeps, work: ExportWork, zip: ZipParts): Promise<void> {
  const { operatorName } = deps.settings;
  const readme = exportTexts(work.language, { operator: operatorName, madeAtMs: work.madeAtMs });
  await zip.add({ name: 'readme.txt', isDeflated: true, content: [Buffer.from(readme)] });
  for (const [index, section] of SECTIONS.entries()) {
    const name = section.name;
    const rows = () => readRows(deps, work, section);
    await zip.add({ name: `json/${name}.json`, isDeflated: true, content: toJson(rows()) });
    await zip.add({ name: `csv/${name}.csv`, isDeflated: true, content: toCsv(rows()) });
    await work.onSection(index + 1);
  }
  const documents = await deps.documents.list({
    customerId: work.customerId,
    limit: DOCUMENTS_MAX,
  });
  for (const document of documents) {
    work.signal.throwIfAborted();
    const name = `documents/${document.id}-${document.kind}.${EXTENSIONS[document.format]}`;
    const content = await deps.documents.read(document, `customer:${work.customerId}`);
    await zip.add({ name, isDeflated: false, content: [content] });
  }
}

/** Reads a section's rows one page at a time. */
async function* readRows(
  { db, instruments }: MakeExportDeps,
  { customerId, signal }: ExportWork,
  { text }: Section,
): AsyncGenerator<readonly ExportRow[]> {
  let after = -1;
  for (;;) {
    signal.throwIfAborted();
    const rows: readonly Row[] = await db.query(text, [customerId, after]);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => toExportRow(row, instruments));
    after = Number(last['key']);
  }
}

async function* toJson(pages: AsyncIterable<readonly ExportRow[]>): AsyncGenerator<Uint8Array> {
  let before = '[\n';
  for await (const rows of pages) {
    yield Buffer.from(before + rows.map((row) => JSON.stringify(row)).join(',\n'));
    before = ',\n';
  }
  yield Buffer.from(before === '[\n' ? '[]\n' : '\n]\n');
}

async function* toCsv(pages: AsyncIterable<readonly ExportRow[]>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const rows of pages) {
    const [first = {}] = rows;
    const head = isFirst ? BYTE_ORDER_MARK + toCsvLine(Object.keys(first)) : '';
    yield Buffer.from(head + rows.map((row) => toCsvLine(toCells(row))).join(''));
    isFirst = false;
  }
}
