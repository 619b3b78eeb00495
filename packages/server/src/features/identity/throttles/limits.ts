import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';

/** How long most failures have an effect after the last one. */
export const FORGOTTEN_AFTER_MS = 15 * MINUTE_MS;

export type ThrottleLimits = {
  /** The number of failures before the first delay. */
  readonly accountFree: number;
  /** How long after its last failure an account's failures are forgotten. */
  readonly accountForgottenAfterMs: number;
  /** The number of failures of a network that are permitted within 15 minutes of the last. */
  readonly networkFree: number;
  /**
   * The number of failures per minute of all networks together; above it strangers need a proof of
   * work.
   */
  readonly everyoneFree: number;
  /**
   * The number of sites that can each try once at an account whose failures delay everyone else, in
   * 15 minutes.
   */
  readonly newcomersMax: number;
  readonly accountDelayMaxMs: number;
  readonly networkDelayMaxMs: number;
};

/** The limits for passwords. */
export const PASSWORD_LIMITS: ThrottleLimits = {
  accountFree: 5,
  accountForgottenAfterMs: FORGOTTEN_AFTER_MS,
  networkFree: 20,
  everyoneFree: 300,
  newcomersMax: 50,
  accountDelayMaxMs: MINUTE_MS,
  networkDelayMaxMs: MINUTE_MS,
};

/**
 * Few: each code has a million values, three of which are valid at a time, and attackers here
 * already know the password. However many networks guess, an account permits about 40 guesses a
 * day: a year of guessing succeeds with a probability of 4 %, and the owner is notified on each of
 * these days.
 */
export const SECOND_FACTOR_LIMITS: ThrottleLimits = {
  accountFree: 5,
  accountForgottenAfterMs: DAY_MS,
  networkFree: 20,
  everyoneFree: 300,
  newcomersMax: 0,
  accountDelayMaxMs: HOUR_MS,
  networkDelayMaxMs: 5 * MINUTE_MS,
};

/** The limits for codes of links, which can't be guessed: only the load is limited. */
export const CODE_LIMITS: ThrottleLimits = {
  accountFree: 20,
  accountForgottenAfterMs: FORGOTTEN_AFTER_MS,
  networkFree: 40,
  everyoneFree: 3000,
  newcomersMax: 0,
  accountDelayMaxMs: MINUTE_MS,
  networkDelayMaxMs: MINUTE_MS,
};

/**
 * The limits for mails that strangers request; every request counts, because the reply reveals
 * whether an account exists.
 */
export const MAIL_LIMITS: ThrottleLimits = {
  accountFree: 3,
  accountForgottenAfterMs: FORGOTTEN_AFTER_MS,
  networkFree: 10,
  everyoneFree: 60,
  // None are exempt, because each attempt would send another mail to the same mailbox.
  newcomersMax: 0,
  accountDelayMaxMs: 10 * MINUTE_MS,
  networkDelayMaxMs: 10 * MINUTE_MS,
};

/**
 * The limits for sign-ups; one counts as failed if the email is taken, because that reveals an
 * account.
 */
export const SIGN_UP_LIMITS: ThrottleLimits = {
  accountFree: 60,
  accountForgottenAfterMs: FORGOTTEN_AFTER_MS,
  networkFree: 20,
  everyoneFree: 300,
  newcomersMax: 0,
  accountDelayMaxMs: MINUTE_MS,
  networkDelayMaxMs: MINUTE_MS,
};
