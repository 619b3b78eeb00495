import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Files } from '#platform/files/files.ts';
import * as z from 'zod/mini';

const NAME = 'first-run.json';
const PASSWORD_BYTES = 15;

const FirstRun = z.looseObject({
  customer: z.object({ email: z.string(), password: z.string() }),
});
export type SignIn = z.infer<typeof FirstRun>['customer'];

/** The demo customer's sign-in, written down before anyone can use it; the same at every try. */
export async function ensureSignIn(files: Files, email: string): Promise<SignIn> {
  const path = files.path(NAME);
  const written = await readText(path);
  if (written !== undefined) return FirstRun.parse(JSON.parse(written)).customer;
  const customer = { email, password: randomBytes(PASSWORD_BYTES).toString('base64url') };
  await files.writePrivate(path, `${JSON.stringify({ customer }, undefined, 2)}\n`);
  return customer;
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
