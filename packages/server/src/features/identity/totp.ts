// Codes of an authenticator app: RFC 6238 with the usual parameters (SHA-1, 6 digits, 30 s).
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/**
 * How many time steps before and after the current one are accepted, for clock differences and
 * typing.
 */
const DRIFT_STEPS = 1;
const CODE_PATTERN = /^\d{6}$/;

/** Returns a secret of 160 random bits in base32. */
export function createTotpSecret(): string {
  return new Secret({ buffer: Uint8Array.from(randomBytes(SECRET_BYTES)).buffer }).base32;
}

/** Returns the content of the app's QR code; the app shows the account and the site. */
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

/** Returns the time step (RFC 6238, T) of a code; undefined for a wrong, too old or too new one. */
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
