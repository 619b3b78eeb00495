import { expect, it } from 'vitest';
import { readSettings } from '#settings.ts';

const SET = {
  OIDC_ISSUER: 'https://id.example.com/realms/staff',
  OIDC_CLIENT_ID: 'halyard',
  OIDC_CLIENT_SECRET: 'a secret',
};

function problemsOf(environment: Record<string, string>): readonly string[] {
  const read = readSettings(environment);
  return read.kind === 'ok' ? [] : read.problems.map(({ name }) => name);
}

it('reads the provider and the mapping of claim values to roles', () => {
  const read = readSettings({
    ...SET,
    OIDC_ROLES: 'desk=dealing + support,a=b=admin,desk=finance',
  });
  expect(read.kind === 'ok' && read.settings.signOn).toEqual({
    issuer: SET.OIDC_ISSUER,
    clientId: 'halyard',
    clientSecret: 'a secret',
    scopes: 'openid email profile',
    rolesClaim: 'roles',
    rolesByValue: new Map([
      ['desk', ['dealing', 'support', 'finance']],
      ['a=b', ['admin']],
    ]),
    label: 'Continue with single sign-on',
    allowsPrivate: false,
  });
  const local = readSettings({
    ...SET,
    OIDC_ROLES: 'a=admin',
    OIDC_ISSUER: 'http://localhost:8080',
  });
  expect(local.kind === 'ok' && local.settings.signOn?.allowsPrivate).toBe(true);
});

it('requires all settings or none', () => {
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ OIDC_ISSUER: SET.OIDC_ISSUER })).toEqual([
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
    'OIDC_ROLES',
  ]);
});

it.each([
  ['OIDC_ISSUER', 'http://id.example.com'],
  ['OIDC_ISSUER', 'https://id.example.com?x=1'],
  ['OIDC_ROLES', 'admins'],
  ['OIDC_ROLES', 'admins=owner'],
  ['OIDC_ROLES', '=admin'],
  ['OIDC_ROLES', 'admins='],
  ['OIDC_SCOPES', 'email profile'],
])('rejects %s=%s', (name, value) => {
  expect(problemsOf({ ...SET, OIDC_ROLES: 'admins=admin', [name]: value })).toContain(name);
});
