// Every way the platform says no: one row per code. A code without a row does not compile.

export type RefusalRow = {
  readonly status: number;
  /** English; `{name}` is filled from the refusal's facts. */
  readonly text: string;
  /** Whether the same request may succeed later without being changed. */
  readonly retryable: boolean;
};

export const REFUSALS = {
  'invalid-credentials': { status: 401, text: 'Invalid credentials.', retryable: false },
  'session-ended': {
    status: 401,
    text: 'Your session has ended. Please sign in again.',
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
    text: 'Open losses leave {available} for a new position',
    retryable: false,
  },
  'stop-invalid': { status: 422, text: "Can't be {side} than {limit}", retryable: false },
  'target-invalid': { status: 422, text: "Can't be {side} than {limit}", retryable: false },
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
  'leverage-invalid': { status: 422, text: 'This leverage is not allowed', retryable: false },
  'too-many-positions': {
    status: 422,
    text: 'At most {maximum} positions can be open',
    retryable: false,
  },
  'withdraw-maximum': {
    status: 422,
    text: 'Maximum withdraw can be {maximum}',
    retryable: false,
  },
  'nothing-to-withdraw': {
    status: 422,
    text: "You don't have balance to withdraw",
    retryable: false,
  },
  'close-only': { status: 403, text: 'The account can only close positions', retryable: false },
  blocked: { status: 403, text: 'The account is blocked. Please contact us.', retryable: false },
  forbidden: { status: 403, text: 'This is not yours to use', retryable: false },
  'not-found': { status: 404, text: 'Not found', retryable: false },
  'duplicate-id': {
    status: 409,
    text: 'This request id was used before for something else',
    retryable: false,
  },
  'registration-closed': { status: 403, text: 'Registration is closed', retryable: false },
  malformed: { status: 400, text: 'The request cannot be read', retryable: false },
  'method-not-allowed': {
    status: 405,
    text: 'This address does not answer to that method',
    retryable: false,
  },
  'too-large': { status: 413, text: 'The request is too large', retryable: false },
  'media-type-unsupported': {
    status: 415,
    text: 'Send the request as application/json',
    retryable: false,
  },
  'origin-refused': { status: 403, text: 'Requests from this site are refused', retryable: false },
  invalid: { status: 422, text: 'Some fields are not valid', retryable: false },
  'too-many': { status: 429, text: 'Too many attempts. Try again later.', retryable: true },
  unavailable: {
    status: 503,
    text: 'The service is unavailable. Try again soon.',
    retryable: true,
  },
  internal: { status: 500, text: 'Something went wrong on our side', retryable: false },
} as const satisfies Record<string, RefusalRow>;

export type RefusalCode = keyof typeof REFUSALS;

export type Refusal = {
  readonly code: RefusalCode;
  readonly facts?: Readonly<Record<string, string | number>>;
  /** For `invalid`: a text per field. */
  readonly errors?: Readonly<Record<string, string>>;
};

/** The English text of a refusal, its facts filled in; unknown names stay as they are. */
export function refusalText(refusal: Refusal): string {
  const facts = refusal.facts ?? {};
  return REFUSALS[refusal.code].text.replaceAll(/\{(\w+)\}/g, (name, key: string) =>
    Object.hasOwn(facts, key) ? String(facts[key]) : name,
  );
}
