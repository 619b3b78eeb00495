// Sending something once and saying what came of it, at its fields or for the whole form.
import { useState } from 'react';
import type { CallRefusal, CallResult } from '#data/http/call.ts';
import { failureText } from '../lists/data-provider.ts';

export type Errors = Readonly<Record<string, string>>;

export type Deed = {
  readonly isSending: boolean;
  readonly failure: string | undefined;
  readonly errors: Errors;
  /** Shows what is wrong before anything is sent. */
  readonly fail: (errors: Errors) => void;
  /** Gives the answer, or undefined when it was refused or lost; that is shown then. */
  readonly send: <Data>(sending: Promise<CallResult<Data>>) => Promise<Data | undefined>;
  readonly refusal: CallRefusal | undefined;
};

type Outcome = {
  readonly isSending: boolean;
  readonly failure?: string;
  readonly errors: Errors;
  readonly refusal?: CallRefusal;
};

const QUIET: Outcome = { isSending: false, errors: {} };

/** `fields`: those of the form; what is wrong with others is said for the whole. */
export function useDeed(fields: readonly string[]): Deed {
  const [outcome, setOutcome] = useState<Outcome>(QUIET);
  return {
    isSending: outcome.isSending,
    failure: outcome.failure,
    errors: outcome.errors,
    refusal: outcome.refusal,
    fail: (errors) => setOutcome({ isSending: false, errors }),
    async send(sending) {
      setOutcome({ isSending: true, errors: {} });
      const result = await sending;
      if (result.kind === 'data') {
        setOutcome(QUIET);
        return result.data;
      }
      if (result.kind === 'failure') {
        setOutcome({ isSending: false, errors: {}, failure: failureText(result) });
        return undefined;
      }
      const atFields = Object.entries(result.errors).filter(([name]) => fields.includes(name));
      const others = Object.entries(result.errors).filter(([name]) => !fields.includes(name));
      const isTold = atFields.length > 0 && others.length === 0;
      setOutcome({
        isSending: false,
        errors: Object.fromEntries(atFields),
        refusal: result,
        ...(isTold
          ? {}
          : { failure: failureText({ ...result, errors: Object.fromEntries(others) }) }),
      });
      return undefined;
    },
  };
}
