import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSeal, SEAL_KEY_BYTES, sealKeyOf, type Seal } from './seal.ts';

const keyed = (key: Buffer, name = 'credentials-2'): Seal =>
  createSeal({ currentName: () => name, find: () => key });
const key = randomBytes(SEAL_KEY_BYTES);
const seal = keyed(key);

it('opens what it closed, for the same owner only', () => {
  const sealed = seal.close('JBSWY3DPEHPK3PXP', 'customer:1');
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
  expect(seal.open(sealed, 'customer:1')).toBe('JBSWY3DPEHPK3PXP');
  expect(seal.close('JBSWY3DPEHPK3PXP', 'customer:1')).not.toBe(sealed);
  expect(() => seal.open(sealed, 'customer:2')).toThrow('authenticate');
  expect(() => keyed(randomBytes(SEAL_KEY_BYTES)).open(sealed, 'customer:1')).toThrow(
    'authenticate',
  );
});

it('does not open what was changed by one bit', () => {
  const bytes = Buffer.from(seal.close('secret', 'customer:1').split(':')[1] ?? '', 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    expect(() => seal.open(changed.toString('base64url'), 'customer:1')).toThrow('authenticate');
  }
});

it('names its key, and takes a result without a name for one of the first key', () => {
  const sealed = seal.close('secret', 'customer:1');
  expect(sealKeyOf(sealed)).toBe('credentials-2');
  const [, unnamed = ''] = sealed.split(':');
  expect(sealKeyOf(unnamed)).toBe('credentials');
  const asked: string[] = [];
  const find = (name: string): Buffer => {
    asked.push(name);
    return key;
  };
  expect(createSeal({ currentName: () => 'x', find }).open(unnamed, 'customer:1')).toBe('secret');
  expect(asked).toEqual(['credentials']);
});
