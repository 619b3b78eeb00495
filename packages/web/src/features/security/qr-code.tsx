import { generate } from 'lean-qr';
import { useMemo } from 'react';
import classes from './security.module.css';

/** Readers want four light modules around it. */
const QUIET = 4;
const DARK = '#04110f';

/** A QR code, dark on light in both themes: most readers know it no other way. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const address = useMemo(() => draw(text), [text]);
  return <img className={classes['qr']} src={address} alt={label} />;
}

/** The picture as an address: it holds a secret, so it comes from nowhere else. */
function draw(text: string): string {
  const code = generate(text);
  const columns = Array.from({ length: code.size }, (_, index) => index);
  const path = columns
    .flatMap((y) => columns.filter((x) => code.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`))
    .join('');
  const side = code.size + 2 * QUIET;
  const box = `${-QUIET} ${-QUIET} ${side} ${side}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" shape-rendering="crispEdges"><path fill="${DARK}" d="${path}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
