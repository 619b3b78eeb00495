import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Files } from '#platform/files/files.ts';
import * as z from 'zod/mini';

const NAME = 'first-run.json';
const PASSWORD_BYTES = 15;

const SignIn = z.object({ email: z.string(), password: z.string() });
export type SignIn = z.infer<typeof SignIn>;
const FirstRun = z.looseObject({ customer: z.optional(SignIn), affiliate: z.optional(SignIn) });

type Person = 'customer' | 'affiliate';

/** The demo people's sign-ins, written down before anyone can use them; the same at every try. */
export async function ensureSignIns(
  files: Files,
  emails: Readonly<Record<Person, string>>,
): Promise<Readonly<Record<Person, SignIn>>> {
  const path = files.path(NAME);
  const text = await readText(path);
  const written = text === undefined ? {} : FirstRun.parse(JSON.parse(text));
  const signIns = {
    customer: written.customer ?? createSignIn(emails.customer),
    affiliate: written.affiliate ?? createSignIn(emails.affiliate),
  };
  const whole = `${JSON.stringify({ ...written, ...signIns }, undefined, 2)}\n`;
  if (whole !== text) await files.writePrivate(path, whole);
  return signIns;
}

function createSignIn(email: string): SignIn {
  return { email, password: randomBytes(PASSWORD_BYTES).toString('base64url') };
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
