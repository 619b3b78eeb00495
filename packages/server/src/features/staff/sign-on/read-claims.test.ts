import { expect, it } from 'vitest';
import { findName, findRoles, findVerifiedEmail } from './read-claims.ts';

const rolesByValue = new Map([
  ['/halyard/desk', ['dealing', 'support'] as const],
  ['admins', ['admin'] as const],
]);
const rolesOf = (claims: object, rolesClaim: string) =>
  findRoles({ ...claims }, { rolesClaim, rolesByValue });

it.each<[string, object, string, readonly string[]]>([
  [
    'a list',
    { groups: ['admins', '/halyard/desk', 'x'] },
    'groups',
    ['support', 'dealing', 'admin'],
  ],
  ['one text', { role: 'admins' }, 'role', ['admin']],
  ['a path', { realm_access: { roles: ['admins'] } }, 'realm_access.roles', ['admin']],
  [
    'a name with dots',
    { 'https://a.example/roles': ['admins'] },
    'https://a.example/roles',
    ['admin'],
  ],
  ['no claim', {}, 'groups', []],
  ['an inherited name', {}, 'constructor.name', []],
  ['other kinds of values', { groups: [1, null, ['admins'], { admins: 1 }] }, 'groups', []],
  ['another case', { groups: ['Admins'] }, 'groups', []],
])('reads roles of %s', (_what, claims, name, roles) => {
  expect(rolesOf(claims, name)).toEqual(roles);
});

it.each([
  [{ email: ' Anna@Example.com ', email_verified: true }, 'anna@example.com'],
  [{ email: 'anna@example.com' }, undefined],
  [{ email: 'anna@example.com', email_verified: false }, undefined],
  [{ email: 'anna@example.com', email_verified: 'true' }, undefined],
  [{ email: 'no address', email_verified: true }, undefined],
  [{ email_verified: true }, undefined],
])('reads the email claim of %j', (claims, email) => {
  expect(findVerifiedEmail(claims)).toBe(email);
});

it('takes a person’s name from the claim, or else from the email', () => {
  expect(findName({ name: ' Anna\nBerg ' }, 'anna@example.com')).toBe('Anna Berg');
  expect(findName({ name: ' ' }, 'anna@example.com')).toBe('anna');
  expect(findName({ name: 'x'.repeat(200) }, 'anna@example.com')).toHaveLength(100);
});
