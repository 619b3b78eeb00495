import { correction, generate, mode } from 'lean-qr';

/** The quiet zone of a QR code: readers require four light modules around it. */
const QUIET = 4;
const DARK = '#04110f';

/**
 * Returns the QR code as a data URL: it contains a secret, so no server may create it. Its bytes are
 * UTF-8, and it survives the damage that the code of a transfer must (level M, EPC069-12).
 */
export function drawQr(text: string): string {
  const bytes = mode.bytes(new TextEncoder().encode(text));
  const code = generate(bytes, { minCorrectionLevel: correction.M });
  const columns = Array.from({ length: code.size }, (_, index) => index);
  const path = columns
    .flatMap((y) => columns.filter((x) => code.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`))
    .join('');
  const side = code.size + 2 * QUIET;
  const box = `${-QUIET} ${-QUIET} ${side} ${side}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" shape-rendering="crispEdges"><path fill="${DARK}" d="${path}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
