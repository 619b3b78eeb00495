import { expect, it } from 'vitest';
import { bytesText, momentText, percentText } from './figure-texts.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_451_978, '1.5 MB'],
  [1_390_000, '1.4 MB'],
])('writes %i bytes as %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});

it.each([
  [0.038_212_503_98, '0.038 %'],
  [0, '0 %'],
  [12.5, '12.5 %'],
])('writes %d as %s', (percent, text) => {
  expect(percentText(percent)).toBe(text);
});

it('writes a moment with its zone', () => {
  expect(momentText(new Date('2026-11-20T14:03:07Z'))).toMatch(
    /^\d+ Nov 2026, \d\d:03:07 (?:GMT|UTC|CET|[A-Z+\d:-]+)$/,
  );
});
