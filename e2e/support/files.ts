// Files that a customer chooses in the browser.
import type { Page } from '@playwright/test';

/** A file in memory, in Playwright's format. */
export type ChosenFile = {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
};

/** A real picture: of the page itself. */
export async function picture(page: Page, name: string): Promise<ChosenFile> {
  const buffer = await page.screenshot({ type: 'jpeg', quality: 50 });
  return { name, mimeType: 'image/jpeg', buffer };
}

/** One byte larger than a document may be. */
export function hugeFile(name: string): ChosenFile {
  return { name, mimeType: 'application/pdf', buffer: Buffer.alloc(2 * 1024 * 1024 + 1) };
}

export function textFile(name: string): ChosenFile {
  return { name, mimeType: 'text/plain', buffer: Buffer.from('Not a document') };
}
