import { useMemo } from 'react';
import { drawQr } from '#ui/qr-address.ts';
import classes from './security.module.css';

/** A QR code, dark on light in both themes, because most readers support nothing else. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const address = useMemo(() => drawQr(text), [text]);
  return <img className={classes['qr']} src={address} alt={label} />;
}
