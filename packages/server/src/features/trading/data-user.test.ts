import { expect, it } from 'vitest';
import { isOwn } from './data-user.ts';

const owner = { token: 'my-token', uniqid: 'my-uniqid' };

it.each([
  [undefined],
  ['my-token'],
  ['my-uniqid'],
  [{ token: 'my-token' }],
  [{ uniqid: 'my-uniqid' }],
  [{ token: 'my-token', uniqid: 'my-uniqid', email: 'someone@example.com' }],
])('accepts %j as the sender', (dataUser) => {
  expect(isOwn(dataUser, owner)).toBe(true);
});

it.each([
  [''],
  ['your-token'],
  [{}],
  [{ email: 'someone@example.com' }],
  [{ token: 'your-token' }],
  [{ uniqid: 'your-uniqid' }],
  [{ token: 'my-token', uniqid: 'your-uniqid' }],
  [{ token: 'your-token', uniqid: 'my-uniqid' }],
])('rejects %j as the sender', (dataUser) => {
  expect(isOwn(dataUser, owner)).toBe(false);
});
