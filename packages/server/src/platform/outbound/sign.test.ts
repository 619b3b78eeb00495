import { expect, it } from 'vitest';
import { createSecret, sign } from './sign.ts';

// The test vector of the libraries of github.com/standard-webhooks/standard-webhooks.
it.each([
  {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestampS: 1_614_265_330,
    body: '{"test": 2432232314}',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
])('signs $id like the published Standard Webhooks vector', ({ secret, signature, ...signed }) => {
  expect(sign(signed, [secret])).toBe(signature);
});

it('signs with each secret after a rotation', () => {
  const signed = { id: 'evt_1', timestampS: 1, body: '{}' };
  const secrets = [createSecret(), createSecret()];
  expect(sign(signed, secrets)).toBe(secrets.map((secret) => sign(signed, [secret])).join(' '));
});

it('creates secrets of 24 random bytes', () => {
  const secret = createSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(createSecret()).not.toBe(secret);
});
