import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  createSecretCipher,
  CIPHER_KEY_BYTES,
  sealKeyOf,
  type SecretCipher,
} from './secret-cipher.ts';

const keyed = (key: Buffer, name = 'credentials-2'): SecretCipher =>
  createSecretCipher({ currentName: () => name, find: () => key });
const key = randomBytes(CIPHER_KEY_BYTES);
const cipher = keyed(key);

it('decrypts its own ciphertext for the same owner only', () => {
  const encrypted = cipher.close('JBSWY3DPEHPK3PXP', 'customer:1');
  expect(encrypted).not.toContain('JBSWY3DPEHPK3PXP');
  expect(cipher.open(encrypted, 'customer:1')).toBe('JBSWY3DPEHPK3PXP');
  expect(cipher.close('JBSWY3DPEHPK3PXP', 'customer:1')).not.toBe(encrypted);
  expect(() => cipher.open(encrypted, 'customer:2')).toThrow('authenticate');
  expect(() => keyed(randomBytes(CIPHER_KEY_BYTES)).open(encrypted, 'customer:1')).toThrow(
    'authenticate',
  );
});

it('rejects a ciphertext with one changed bit', () => {
  const bytes = Buffer.from(cipher.close('secret', 'customer:1').split(':')[1] ?? '', 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    expect(() => cipher.open(changed.toString('base64url'), 'customer:1')).toThrow('authenticate');
  }
});

it('names its key, and treats a ciphertext without a key name as one of the first key', () => {
  const encrypted = cipher.close('secret', 'customer:1');
  expect(sealKeyOf(encrypted)).toBe('credentials-2');
  const [, unnamed = ''] = encrypted.split(':');
  expect(sealKeyOf(unnamed)).toBe('credentials');
  const asked: string[] = [];
  const find = (name: string): Buffer => {
    asked.push(name);
    return key;
  };
  expect(createSecretCipher({ currentName: () => 'x', find }).open(unnamed, 'customer:1')).toBe(
    'secret',
  );
  expect(asked).toEqual(['credentials']);
});
