// Codes of an authenticator app: RFC 6238 with what every app assumes (SHA-1, 6 digits, 30 s).
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Steps before and after the present one: clocks differ, and typing takes time. */
const DRIFT_STEPS = 1;
const CODE_PATTERN = /^\d{6}$/;

/** 160 random bits in base32. */
export function createTotpSecret(): string {
  return new Secret({ buffer: Uint8Array.from(randomBytes(SECRET_BYTES)).buffer }).base32;
}

/** What the QR code for the app holds; the app shows whose account it is and where. */
export function totpUri(
  secret: string,
  { issuer, label }: { readonly issuer: string; readonly label: string },
): string {
  return new TOTP({
    issuer,
    label,
    secret,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  }).toString();
}

/** The time step (RFC 6238, T) whose code it is; undefined for another's, or too old or new. */
export function findTotpStep(secret: string, code: string, nowMs: number): number | undefined {
  if (!CODE_PATTERN.test(code)) return undefined;
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    timestamp: nowMs,
    window: DRIFT_STEPS,
  });
  if (delta === null) return undefined;
  return Math.floor(nowMs / (PERIOD_SECONDS * 1000)) + delta;
}
