// Sends something once and shows the result, at its fields or for the whole form.
import { useEffect, useState } from 'react';
import type { CallRejection, CallResult } from '#data/http/call.ts';
import { failureText } from '../lists/list-calls.ts';
import { phraseText } from '../rejection-texts.ts';

export type Errors = Readonly<Record<string, string>>;

export type Submission = {
  readonly isSending: boolean;
  readonly failure: string | undefined;
  readonly errors: Errors;
  /** Shows errors before anything is sent. */
  readonly fail: (errors: Errors) => void;
  /** Returns the reply, or undefined if it was rejected or lost; the error is then shown. */
  readonly send: <Data>(sending: Promise<CallResult<Data>>) => Promise<Data | undefined>;
  readonly rejection: CallRejection | undefined;
};

type Outcome = {
  readonly isSending: boolean;
  readonly failure?: string;
  readonly errors: Errors;
  readonly rejection?: CallRejection;
};

const QUIET: Outcome = { isSending: false, errors: {} };
const WRONG_FIELD = '[aria-invalid=true]';

/** `fields`: the form's own; errors of other fields are shown for the whole form. */
export function useSubmission(fields: readonly string[]): Submission {
  const [outcome, setOutcome] = useState<Outcome>(QUIET);
  useEffect(() => {
    if (Object.keys(outcome.errors).length > 0) focusWrongField();
  }, [outcome]);
  return {
    isSending: outcome.isSending,
    failure: outcome.failure,
    errors: translated(outcome.errors),
    rejection: outcome.rejection,
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
      const isShownAtFields = atFields.length > 0 && others.length === 0;
      setOutcome({
        isSending: false,
        errors: Object.fromEntries(atFields),
        rejection: result,
        ...(isShownAtFields
          ? {}
          : { failure: failureText({ ...result, errors: Object.fromEntries(others) }) }),
      });
      return undefined;
    },
  };
}

/** Moves the focus to the first wrong or missing field of the dialog, or of the page without one. */
function focusWrongField(): void {
  const form = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document;
  form.querySelector<HTMLElement>(WRONG_FIELD)?.focus();
}

function translated(errors: Errors): Errors {
  return Object.fromEntries(
    Object.entries(errors).map(([name, problem]) => [name, phraseText(problem)]),
  );
}
