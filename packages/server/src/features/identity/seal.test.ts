import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSeal, SEAL_KEY_BYTES } from './seal.ts';

const seal = createSeal(randomBytes(SEAL_KEY_BYTES));

it('opens what it closed, for the same owner only', () => {
  const sealed = seal.close('JBSWY3DPEHPK3PXP', 'customer:1');
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
  expect(seal.open(sealed, 'customer:1')).toBe('JBSWY3DPEHPK3PXP');
  expect(seal.close('JBSWY3DPEHPK3PXP', 'customer:1')).not.toBe(sealed);
  expect(() => seal.open(sealed, 'customer:2')).toThrow('authenticate');
  expect(() => createSeal(randomBytes(SEAL_KEY_BYTES)).open(sealed, 'customer:1')).toThrow(
    'authenticate',
  );
});

it('does not open what was changed by one bit', () => {
  const bytes = Buffer.from(seal.close('secret', 'customer:1'), 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    expect(() => seal.open(changed.toString('base64url'), 'customer:1')).toThrow('authenticate');
  }
});
