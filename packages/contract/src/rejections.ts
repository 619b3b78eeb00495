// Every error of the platform: one row per code. A code without a row does not compile.
import { API_KEY_REJECTIONS } from './api-key-rejections.ts';
import { DESK_REJECTIONS } from './backoffice/desk/desk-rejections.ts';
import { SIGN_ON_REJECTIONS } from './backoffice/sign-on-rejections.ts';
import { OWN_DATA_REJECTIONS } from './own-data-rejections.ts';
import { PAYMENT_REJECTIONS } from './payment-rejections.ts';
import { PRACTICE_REJECTIONS } from './practice/practice-rejections.ts';
import { NOTIFICATION_REJECTIONS } from './web-push/notification-rejections.ts';

export type RejectionRow = {
  readonly status: number;
  /** The English text of the error; `{name}` is replaced by the fact of that name. */
  readonly text: string;
  /** Whether the unchanged request can succeed later. */
  readonly retryable: boolean;
};

export const REJECTIONS = {
  ...API_KEY_REJECTIONS,
  ...OWN_DATA_REJECTIONS,
  ...NOTIFICATION_REJECTIONS,
  ...SIGN_ON_REJECTIONS,
  ...DESK_REJECTIONS,
  'invalid-credentials': { status: 401, text: 'Invalid credentials.', retryable: false },
  'session-ended': {
    status: 401,
    text: 'Your session has ended. Please sign in again.',
    retryable: false,
  },
  // The client sends `facts.challenge` back with the code to /login/second.
  'second-factor': {
    status: 401,
    text: 'Enter the code from your authenticator app',
    retryable: false,
  },
  // Returned to staff and affiliates, who must have a second factor.
  'second-factor-missing': {
    status: 403,
    text: 'Set up an authenticator app first',
    retryable: false,
  },
  'code-invalid': { status: 401, text: 'The code is incorrect or has expired', retryable: false },
  'too-many-passkeys': {
    status: 422,
    text: 'You can have at most {maximum} passkeys',
    retryable: false,
  },
  'password-required': { status: 401, text: 'Enter your password again', retryable: false },
  'password-expired': {
    status: 403,
    text: 'This first password has expired. Ask an administrator for a new one.',
    retryable: false,
  },
  'password-change-required': {
    status: 403,
    text: 'Choose your own password first',
    retryable: false,
  },
  'password-unchanged': {
    status: 422,
    text: 'The new password must differ from the current one',
    retryable: false,
  },
  'password-known': {
    status: 422,
    text: 'This password is easy to guess or was in a known leak. Choose another one.',
    retryable: false,
  },
  'email-unconfirmed': {
    status: 403,
    text: 'Confirm your email address first: open the link that we sent you',
    retryable: false,
  },
  'email-unknown': { status: 404, text: 'Email is not exist.', retryable: false },
  'email-taken': { status: 409, text: 'This email already exist', retryable: false },
  'link-invalid': { status: 404, text: 'Url not valid', retryable: false },
  'no-access': { status: 403, text: 'You have no access', retryable: false },
  'not-verified': { status: 403, text: 'The account is not verified', retryable: false },
  'price-unavailable': { status: 409, text: 'Temporarily unavailable', retryable: true },
  'position-price-unavailable': { status: 409, text: 'Will be back soon', retryable: true },
  'price-moved': { status: 409, text: 'The price has moved to {price}', retryable: true },
  'open-losses': {
    status: 422,
    text: 'Because of open losses, at most {available} is available for a new position',
    retryable: false,
  },
  'stop-invalid': { status: 422, text: "Can't be {side} than {limit}", retryable: false },
  'target-invalid': { status: 422, text: "Can't be {side} than {limit}", retryable: false },
  'trail-invalid': {
    status: 422,
    text: 'The trailing distance must be between {minimum} and {maximum}',
    retryable: false,
  },
  'trail-unavailable': {
    status: 422,
    text: 'A trailing stop is not available with a guaranteed stop or, in an order, with a stop loss',
    retryable: false,
  },
  'amount-too-small': {
    status: 422,
    text: 'The amount must be at least {minimum}',
    retryable: false,
  },
  'amount-too-large': {
    status: 422,
    text: 'The amount can be at most {maximum}',
    retryable: false,
  },
  'leverage-invalid': {
    status: 422,
    text: 'This leverage is not available for this market',
    retryable: false,
  },
  'too-many-positions': {
    status: 422,
    text: 'You can have at most {maximum} open positions',
    retryable: false,
  },
  'order-price-invalid': {
    status: 422,
    text: 'The trigger price must be {side} than {limit}',
    retryable: false,
  },
  'order-expiry-invalid': {
    status: 422,
    text: 'The expiry must be within the next {days} days',
    retryable: false,
  },
  'too-many-orders': {
    status: 422,
    text: 'You can have at most {maximum} pending orders',
    retryable: false,
  },
  ...PAYMENT_REJECTIONS,
  ...PRACTICE_REJECTIONS,
  maintenance: {
    status: 409,
    text: 'New positions are paused during maintenance. You can close positions.',
    retryable: true,
  },
  'close-only': { status: 403, text: 'Your account can only close positions', retryable: false },
  blocked: { status: 403, text: 'Your account is blocked. Please contact us.', retryable: false },
  'appropriateness-required': {
    status: 403,
    text: 'Answer the questions about leveraged trading first',
    retryable: false,
  },
  'too-early': {
    status: 409,
    text: 'You can do this in {seconds} seconds',
    retryable: true,
  },
  'loss-limit': {
    status: 403,
    text: 'You have reached your loss limit. You can open positions again from {until}.',
    retryable: false,
  },
  'deposit-limit': {
    status: 422,
    text: 'Your deposit limit allows {available} until {until}',
    retryable: false,
  },
  'time-out': {
    status: 403,
    text: 'You are on a time-out until {until}. You can close positions and withdraw.',
    retryable: false,
  },
  'self-excluded': {
    status: 403,
    text: 'You have excluded yourself from trading. You can close positions and withdraw.',
    retryable: false,
  },
  'exclusion-stands': {
    status: 409,
    text: 'Your current time-out or self-exclusion ends later and cannot be shortened',
    retryable: false,
  },
  forbidden: { status: 403, text: "You don't have permission to do this", retryable: false },
  'own-account': {
    status: 409,
    text: 'Another person must do this for your own account',
    retryable: false,
  },
  'second-person': {
    status: 409,
    text: 'You have already approved this. Another person must approve it too.',
    retryable: false,
  },
  'approver-unknown': {
    status: 403,
    text: 'Two signed-in members of staff must approve this. Sign in as one of them.',
    retryable: false,
  },
  'approver-too-new': {
    status: 403,
    text: 'Someone recently changed your account, roles, password or app. You can approve again from {until}.',
    retryable: false,
  },
  'content-changed': {
    status: 409,
    text: 'Someone saved a newer version since you opened this. Reload it and try again.',
    retryable: false,
  },
  'profile-changed': {
    status: 409,
    text: 'The profile changed since you opened it. Reload it and check again.',
    retryable: false,
  },
  'content-elsewhere': {
    status: 409,
    text: 'This content is managed in another system. Change it there.',
    retryable: false,
  },
  'code-taken': { status: 409, text: 'This code is already in use', retryable: false },
  'read-only': {
    status: 403,
    text: "You are viewing this account as staff and can't change anything",
    retryable: false,
  },
  'not-found': { status: 404, text: 'Not found', retryable: false },
  'not-halted': { status: 409, text: 'Halt trading of the symbol first', retryable: false },
  'split-not-quoted': {
    status: 409,
    text: 'The price source does not quote the adjusted price yet',
    retryable: true,
  },
  'adjustment-impossible': {
    status: 422,
    text: 'The adjusted prices would be too small or too large',
    retryable: false,
  },
  'duplicate-id': {
    status: 409,
    text: 'This request id was already used for a different request',
    retryable: false,
  },
  'consent-outdated': {
    status: 409,
    text: 'The terms have changed. Read and accept version {version}.',
    retryable: false,
  },
  'profile-locked': {
    status: 409,
    text: 'Your account is verified. Contact us to change your name, date of birth or country.',
    retryable: false,
  },
  'registration-closed': { status: 403, text: 'Registration is closed', retryable: false },
  malformed: {
    status: 400,
    text: 'The request could not be parsed. Check its format.',
    retryable: false,
  },
  'method-not-allowed': {
    status: 405,
    text: 'This address does not support this method',
    retryable: false,
  },
  'file-infected': {
    status: 422,
    text: 'The virus scanner found malware in this file, so it was not stored',
    retryable: false,
  },
  'file-not-supported': { status: 415, text: 'File not supported', retryable: false },
  'file-too-large': {
    status: 413,
    text: 'Files can be at most {maximum} MB',
    retryable: false,
  },
  'document-stands': {
    status: 409,
    text: 'This document is already approved or under review',
    retryable: false,
  },
  'document-judged': {
    status: 409,
    text: 'This document has already been reviewed',
    retryable: false,
  },
  'document-not-viewed': {
    status: 409,
    text: 'Open the document before you approve it.',
    retryable: false,
  },
  'last-admin': {
    status: 409,
    text: 'At least one active admin with an authenticator app must remain. Add another first.',
    retryable: false,
  },
  'too-many-documents': {
    status: 429,
    text: 'You have uploaded too many documents today. Try again tomorrow.',
    retryable: true,
  },
  'too-many-lines': {
    status: 422,
    text: 'The period has more than {maximum} lines. Choose a shorter one.',
    retryable: false,
  },
  'too-large': {
    status: 413,
    text: 'The file or request is too large for the server',
    retryable: false,
  },
  'media-type-unsupported': {
    status: 415,
    text: 'Send the request as application/json',
    retryable: false,
  },
  'origin-refused': {
    status: 403,
    text: 'Requests from this origin are not allowed',
    retryable: false,
  },
  invalid: { status: 422, text: 'Some fields are not valid', retryable: false },
  // Returned when too many unknown clients send requests at once. The client repeats the request
  // with `facts.challenge` and the number that solves it; see WORK_HEADER.
  'proof-required': {
    status: 429,
    text: 'A security check was not completed. Try again.',
    retryable: true,
  },
  'too-many': { status: 429, text: 'Too many attempts. Try again later.', retryable: true },
  unavailable: {
    status: 503,
    text: 'The service is temporarily unavailable. Please try again soon.',
    retryable: true,
  },
  internal: { status: 500, text: 'Something went wrong on our side', retryable: false },
} as const satisfies Record<string, RejectionRow>;

export type RejectionCode = keyof typeof REJECTIONS;

export type Rejection = {
  readonly code: RejectionCode;
  readonly facts?: Readonly<Record<string, string | number>>;
  /** The problem of each field, for the code `invalid`. */
  readonly errors?: Readonly<Record<string, string>>;
};

/** Returns the English text with its facts filled in; unknown names stay unchanged. */
export function rejectionText(rejection: Rejection): string {
  const facts = rejection.facts ?? {};
  return REJECTIONS[rejection.code].text.replaceAll(/\{(\w+)\}/g, (name, key: string) =>
    Object.hasOwn(facts, key) ? String(facts[key]) : name,
  );
}
