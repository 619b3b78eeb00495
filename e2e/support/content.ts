// Content of the site that tests save, and its effects in a visitor's page.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Program } from './program.ts';

/** Saves a content file, as the operator does. */
export async function importContent(program: Program, content: object): Promise<void> {
  const path = join(program.dataDir, 'content-to-import.json');
  await writeFile(path, JSON.stringify(content));
  await program.operate('content', 'import', path);
}

/** Returns an entry of the page collection in the format of a content file. */
export function pageFile(entry: object): object {
  return { collections: { pages: { entries: [entry] } } };
}

export function text(html: string): object {
  return { component: 'text', settings: { text: html } };
}
