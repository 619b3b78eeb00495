import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { printIban, transferCode } from './transfer-code.ts';

it('writes the lines of an EPC code', () => {
  const account = { holder: 'Example Markets', iban: 'DE89370400440532013000' };
  const transfer = { account, amountCents: cents(30_050), reference: 'D01' };
  expect(transferCode(transfer)).toBe(
    'BCD\n002\n1\nSCT\n\nExample Markets\nDE89370400440532013000\nEUR300.50\n\n\nD01',
  );
});

it('prints an IBAN in groups of four', () => {
  expect(printIban('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
  expect(printIban('NO9386011117947')).toBe('NO93 8601 1117 947');
});
