import { readFile } from 'node:fs/promises';
import type { Files } from '#platform/files/files.ts';
import * as z from 'zod/mini';
import { createPassword } from '../create-password.ts';

const NAME = 'first-run.json';

const SignIn = z.object({ email: z.string(), password: z.string() });
export type SignIn = z.infer<typeof SignIn>;
const StaffSignIn = z.extend(SignIn, { totp_secret: z.optional(z.string()) });
export type StaffSignIn = z.infer<typeof StaffSignIn>;
const FirstRun = z.looseObject({
  customer: z.optional(SignIn),
  affiliate: z.optional(SignIn),
  staff: z.optional(StaffSignIn),
});

export type SignIns = {
  readonly customer: SignIn;
  readonly affiliate: SignIn;
  readonly staff: StaffSignIn;
};

/**
 * Creates the sign-ins of the demo people, written before they can be used; they are the same at
 * each attempt.
 */
export async function ensureSignIns(
  files: Files,
  emails: Readonly<Record<keyof SignIns, string>>,
): Promise<SignIns> {
  const path = files.path(NAME);
  const text = await readText(path);
  const written = text === undefined ? {} : FirstRun.parse(JSON.parse(text));
  const signIns = {
    customer: written.customer ?? createSignIn(emails.customer),
    affiliate: written.affiliate ?? createSignIn(emails.affiliate),
    staff: written.staff ?? createSignIn(emails.staff),
  };
  const whole = `${JSON.stringify({ ...written, ...signIns }, undefined, 2)}\n`;
  if (whole !== text) await files.writePrivate(path, whole);
  return signIns;
}

/** Stores the secret of the demo authenticator app. */
export async function writeTotpSecret(files: Files, secret: string): Promise<void> {
  const path = files.path(NAME);
  const text = await readText(path);
  const written = FirstRun.parse(JSON.parse(text ?? '{}'));
  if (written.staff === undefined) return;
  const whole = { ...written, staff: { ...written.staff, totp_secret: secret } };
  await files.writePrivate(path, `${JSON.stringify(whole, undefined, 2)}\n`);
}

function createSignIn(email: string): SignIn {
  return { email, password: createPassword() };
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
