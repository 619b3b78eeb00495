// The errors of a call.
import type { Problem } from './generated/types.ts';

export type RequestOutcome = {
  /**
   * Whether the request may have been executed although no reply confirms it. It is safe to send it
   * again with the same `idempotencyKey`.
   */
  readonly isOutcomeUnknown: boolean;
  /** The `Idempotency-Key` or `client_order_id` that the request had; undefined if it has none. */
  readonly idempotencyKey: string | undefined;
};

const KNOWN: RequestOutcome = { isOutcomeUnknown: false, idempotencyKey: undefined };

export class HalyardError extends Error implements RequestOutcome {
  override readonly name: string = 'HalyardError';
  readonly isOutcomeUnknown: boolean;
  readonly idempotencyKey: string | undefined;

  constructor(message: string, outcome: RequestOutcome = KNOWN, options?: ErrorOptions) {
    super(message, options);
    this.isOutcomeUnknown = outcome.isOutcomeUnknown;
    this.idempotencyKey = outcome.idempotencyKey;
  }
}

/** The API replied with an error; `code` names it. */
export class ApiError extends HalyardError {
  override readonly name = 'ApiError';
  readonly problem: Problem;

  constructor(problem: Problem, outcome?: RequestOutcome) {
    super(`${problem.code}: ${problem.detail} (request ${problem.request_id})`, outcome);
    this.problem = problem;
  }

  get code(): Problem['code'] {
    return this.problem.code;
  }

  get status(): number {
    return this.problem.status;
  }
}

/** There was no reply, or the reply is not the API's. */
export class ConnectionError extends HalyardError {
  override readonly name = 'ConnectionError';
}
