// Single sign-on of a test: the settings, and the two calls of the browser.
import type { StaffSession } from '@halyard/contract/backoffice/sign-in';
import { CLIENT_ID, CLIENT_SECRET } from './openid-provider.ts';
import type { OpenidProvider, Person } from './openid-provider.ts';
import { dataOf } from './start-server.ts';
import type { Reply, TestServer } from './start-server.ts';

export const START = '/api/backoffice/sign-on/start';
const FINISH = '/api/backoffice/sign-on/finish';

/** The settings of a provider whose claim `groups` gives roles. */
export const settingsOf = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT_ID,
  OIDC_CLIENT_SECRET: CLIENT_SECRET,
  OIDC_ROLES_CLAIM: 'groups',
  OIDC_ROLES: 'desk=dealing+support,money=finance,admins=admin',
  OIDC_LABEL: 'Continue with Example ID',
});

type Started = { readonly url: string; readonly secret: string };

export async function start(server: TestServer): Promise<Started> {
  return dataOf((await server.post<Started>(START, {})).envelope);
}

export async function finish(
  server: TestServer,
  secret: string,
  response: string,
): Promise<Reply<StaffSession>> {
  return await server.post<StaffSession>(FINISH, { secret, response });
}

/** Both calls, with the person's sign-in at the provider between them. */
export async function signOnAs(
  server: TestServer,
  provider: OpenidProvider,
  who: Person,
): Promise<Reply<StaffSession>> {
  const { url, secret } = await start(server);
  return await finish(server, secret, await provider.signIn(url, who));
}

export async function rolesOf(server: TestServer, email: string): Promise<unknown> {
  const [row] = await server.query('select roles from staff where email = $1', [email]);
  return row?.['roles'];
}

export function codeOfRejection({ envelope }: Reply): string | undefined {
  return envelope.status === 'error' ? envelope.code : undefined;
}

export function person(name: string, ...groups: readonly string[]): Person {
  return { sub: `id-of-${name}`, email: `${name}@example.com`, email_verified: true, name, groups };
}
