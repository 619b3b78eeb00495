import { createECDH } from 'node:crypto';
import { expect, it } from 'vitest';
import { CONTENT_BYTES_MAX, encryptMessage, isKeyOfCurve } from './encrypt-message.ts';

// The example of RFC 8291, section 5 and appendix A.
const SENDER_PRIVATE = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw';
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const BODY =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6' +
  'TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy' +
  '4a-fN';

it('encrypts the example of RFC 8291 to the byte', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(Buffer.from(SENDER_PRIVATE, 'base64url'));
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url');
  const content = Buffer.from('When I grow up, I want to be a watermelon');
  const body = encryptMessage(content, KEYS, { salt, sender, paddedToBytes: 1 });
  expect(body.toString('base64url')).toBe(BODY);
});

it('hides the length of short texts, and fits a push service', () => {
  const lengthOf = (bytes: number) => encryptMessage(Buffer.alloc(bytes, 'x'), KEYS).length;
  expect(lengthOf(1)).toBe(lengthOf(500));
  expect(lengthOf(CONTENT_BYTES_MAX)).toBe(4096);
  expect(() => lengthOf(CONTENT_BYTES_MAX + 1)).toThrow(RangeError);
});

it('rejects a key that is not on the curve', () => {
  expect(isKeyOfCurve(KEYS.p256dh)).toBe(true);
  expect(isKeyOfCurve(`B${'A'.repeat(86)}`)).toBe(false);
  expect(isKeyOfCurve('')).toBe(false);
});
