// Staff of a test: made by the operator's command, with an authenticator app of their own.
import type { Role } from '@halyard/contract/backoffice/roles';
import type { StaffSession } from '@halyard/contract/backoffice/sign-in';
import { Secret, TOTP } from 'otpauth';
import { dataOf, type TestServer } from './start-server.ts';

const STEP_MS = 30_000;

export type SignedIn = StaffSession['staff'] & {
  readonly password: string;
  readonly secret: string;
  readonly token: string;
};

/** A new member with a session. Roles that are given by none are held by none. */
export async function signInStaff(
  server: TestServer,
  email: string,
  ...roles: readonly Role[]
): Promise<SignedIn> {
  const password = await createStaff(server, email, roles);
  const enrolled = await server.post<{ secret: string }>('/api/backoffice/enrol', {
    email,
    password,
  });
  const { secret } = dataOf(enrolled.envelope);
  const code = codeOf(server, secret);
  const session = await server.post<StaffSession>('/api/backoffice/login', {
    email,
    password,
    code,
  });
  const { access_token: token, staff } = dataOf(session.envelope);
  return { ...staff, password, secret, token };
}

/** Gives the password, which counts as the member's own. */
export async function createStaff(
  server: TestServer,
  email: string,
  roles: readonly Role[],
): Promise<string> {
  const password = await createStaffWithFirstPassword(server, email, roles);
  await server.query('update staff set password_expires_at = null where email = $1', [email]);
  return password;
}

/** Gives the password, which the member must replace. */
export async function createStaffWithFirstPassword(
  server: TestServer,
  email: string,
  roles: readonly Role[],
): Promise<string> {
  const words = [
    'staff',
    'create',
    email,
    'Test Staff',
    ...(roles.length === 0 ? ['content'] : roles),
  ];
  const { code, printed } = await server.operator(...words);
  if (code !== 0) throw new Error(printed.join('\n'));
  if (roles.length === 0) {
    await server.query(`update staff set roles = '{}' where email = $1`, [email]);
  }
  return /password (\S+)\.$/.exec(printed[0] ?? '')?.[1] ?? '';
}

/** What the app shows now. */
export function codeOf(server: TestServer, secret: string): string {
  const timestamp = Date.now() + server.offsetMs();
  return new TOTP({ secret: Secret.fromBase32(secret), period: STEP_MS / 1000 }).generate({
    timestamp,
  });
}

/** What it shows next, after time has gone on: no code is taken twice. */
export function nextCodeOf(server: TestServer, secret: string): string {
  server.advance(STEP_MS);
  return codeOf(server, secret);
}

/** The member with a new session, which their next code and the password open. */
export async function signInAgain(server: TestServer, member: SignedIn): Promise<SignedIn> {
  const { email, password, secret } = member;
  const body = { email, password, code: nextCodeOf(server, secret) };
  const reply = await server.post<{ access_token: string }>('/api/backoffice/login', body);
  return { ...member, token: dataOf(reply.envelope).access_token };
}
