import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { readSecrets } from './read-secrets.ts';
import type { SecretsInput } from './read-secrets.ts';

const QUESTIONS = ['Password: ', 'Code: '];

async function read(typed: string, { isTTY }: { readonly isTTY: boolean }) {
  const input: SecretsInput & PassThrough = Object.assign(new PassThrough(), { isTTY });
  const prompts = new PassThrough();
  input.end(typed);
  const secrets = await readSecrets(QUESTIONS, { input, prompts });
  prompts.end();
  return { secrets, shown: await text(prompts) };
}

it('reads one line per secret without prompts if there is no terminal', async () => {
  expect(await read('a long password\n123456\n', { isTTY: false })).toEqual({
    secrets: ['a long password', '123456'],
    shown: '',
  });
});

it('prompts on a terminal without echo', async () => {
  expect(await read('a long password\r123456\r', { isTTY: true })).toEqual({
    secrets: ['a long password', '123456'],
    shown: 'Password: \nCode: \n',
  });
});

it.each([
  ['the input ends', 'a long password\n', false],
  ['somebody interrupts', 'a long pass\u0003', true],
])('returns nothing when %s', async (_, typed, isTTY) => {
  expect((await read(typed, { isTTY })).secrets).toBeUndefined();
});
