import { createHash } from 'node:crypto';
import { UNKNOWN_DEVICE } from '@halyard/contract/identity/sessions';

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns the usual names of browser and system, from what they report. */
export function deviceName(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const names = [browser, system].filter((name) => name !== undefined);
  return names.length === 0 ? UNKNOWN_DEVICE : names.join(', ');
}

/**
 * Returns the fingerprint that recognises a device without a cookie: browser, system and country.
 * Versions don't count, because browsers update every few weeks.
 */
export function deviceFingerprint(userAgent: string, alpha2: string | undefined): string {
  const plain = userAgent.replaceAll(/[\d._]+/g, '');
  return createHash('sha256')
    .update(`${plain}\n${alpha2 ?? ''}`)
    .digest('hex');
}
