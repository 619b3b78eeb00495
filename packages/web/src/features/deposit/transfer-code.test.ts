import { cents } from '@halyard/core/money';
import readCode from 'jsqr';
import { expect, it } from 'vitest';
import { drawQr } from '#ui/qr-address.ts';
import { printIban, transferCode, type Transfer } from './transfer-code.ts';

const PIXELS = 4;
const account = { holder: 'Example Märkte', iban: 'DE89370400440532013000' };
const TRANSFER: Transfer = { account, amountCents: cents(30_050), reference: 'D01' };

it('writes the lines of an EPC code', () => {
  expect(transferCode(TRANSFER)).toBe(
    'BCD\n002\n1\nSCT\n\nExample Märkte\nDE89370400440532013000\nEUR300.50\n\n\nD01',
  );
});

it('is drawn as a picture from which a banking app reads the same text', () => {
  const text = transferCode(TRANSFER);
  const { pixels, width } = paint(decodeURIComponent(drawQr(text)));
  const read = readCode(pixels, width, width);
  expect(new TextDecoder().decode(Uint8Array.from(read?.binaryData ?? []))).toBe(text);
});

it('prints an IBAN in groups of four', () => {
  expect(printIban('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
  expect(printIban('NO9386011117947')).toBe('NO93 8601 1117 947');
});

/** The pixels of the squares that the drawing has: RGBA, white where nothing is drawn. */
function paint(svg: string) {
  const [, quiet = 0, side = 0] = (/viewBox="-(\d+) -\d+ (\d+)/.exec(svg) ?? []).map(Number);
  const width = side * PIXELS;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, column, row] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let y = 0; y < PIXELS; y += 1) {
      const top = (Number(row) + quiet) * PIXELS + y;
      const left = (Number(column) + quiet) * PIXELS;
      const start = (top * width + left) * 4;
      for (let at = start; at < start + PIXELS * 4; at += 1) pixels[at] = at % 4 === 3 ? 255 : 0;
    }
  }
  return { pixels, width };
}
