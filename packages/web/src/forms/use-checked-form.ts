// The common form logic: validates before sending, trims text fields on blur, shows an error at its
// field or above the button, and can always be sent again.
import { useForm } from '@mantine/form';
import { useState, type ChangeEvent, type ReactNode, type SyntheticEvent } from 'react';
import type { CallRejection, CallResult } from '#data/http/call.ts';
import { useRejectionText } from '#i18n/rejection-text.ts';
import type { Problems } from './problems.ts';
import { trimTexts } from './trim-texts.ts';
import { useProblemText } from './use-problem-text.ts';

type FieldValues = Readonly<Record<string, string | boolean>>;

export type CheckedFormOptions<Values extends FieldValues, Data> = {
  readonly initialValues: Values;
  /** The fields that are sent unchanged, including spaces. */
  readonly secrets: readonly (keyof Values & string)[];
  readonly check: (values: Values) => Problems<Values>;
  readonly send: (values: Values) => Promise<CallResult<Data>>;
  readonly onDone: (data: Data) => void;
  /** The field for an error; undefined shows it for the whole form. */
  readonly fieldOfRejection: (code: string) => (keyof Values & string) | undefined;
  readonly noAnswerText: string;
  /** Handles an error elsewhere; returns true if it did, and the error is not shown. */
  readonly takeRejection?: (rejection: CallRejection) => boolean;
};

/** The elements that contain one text. */
type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export type TextFieldProps = {
  readonly value: string;
  readonly error: ReactNode;
  /** Declared here, because the library omits it for passwords and checkboxes. */
  readonly 'aria-invalid': boolean;
  readonly onChange: (event: ChangeEvent<TextField>) => void;
  readonly onBlur: () => void;
};

export type CheckboxFieldProps = {
  readonly checked: boolean;
  readonly error: ReactNode;
  readonly 'aria-invalid': boolean;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

export type CheckedForm<Values> = {
  readonly text: (name: keyof Values & string) => TextFieldProps;
  readonly checkbox: (name: keyof Values & string) => CheckboxFieldProps;
  readonly submit: (event?: SyntheticEvent<HTMLFormElement>) => void;
  readonly isSending: boolean;
  /** The error of the whole form. */
  readonly failure: string | undefined;
  /** The error's code; undefined without a reply. */
  readonly failureCode: string | undefined;
  readonly values: Values;
  /** Sets some fields and clears their errors. */
  readonly fill: (values: Partial<Values>) => void;
  /** Clears the form. */
  readonly reset: () => void;
};

type Failed = { readonly text: string; readonly code?: string };

/** The properties that the form library gives a field; it types all of them as `any`. */
type LibraryField = {
  readonly onChange: (value: ChangeEvent<TextField> | string) => void;
};

/** Owns a form's values, errors and submission. */
export function useCheckedForm<Values extends FieldValues, Data>(
  options: CheckedFormOptions<Values, Data>,
): CheckedForm<Values> {
  const problemText = useProblemText();
  const rejectionText = useRejectionText();
  const [failed, setFailed] = useState<Failed>();
  const [isSending, setIsSending] = useState(false);
  const form = useForm<Record<string, string | boolean>>({
    initialValues: options.initialValues,
    validate: (values) => {
      const problems = Object.entries(options.check(values as Values));
      return Object.fromEntries(
        problems.map(([name, problem]) => [name, problem ? problemText(problem) : null]),
      );
    },
  });

  const showRejection = (rejection: CallRejection): void => {
    if (options.takeRejection?.(rejection) === true) return;
    const named = Object.entries(rejection.errors).filter(([key]) => key in options.initialValues);
    const field = options.fieldOfRejection(rejection.code);
    if (field !== undefined) form.setFieldError(field, rejectionText(rejection));
    else if (named.length > 0) form.setErrors(Object.fromEntries(named));
    else setFailed({ text: rejectionText(rejection), code: rejection.code });
  };
  const send = async (values: Values): Promise<void> => {
    setFailed(undefined);
    setIsSending(true);
    const result = await options.send(trimTexts(values, options.secrets));
    setIsSending(false);
    if (result.kind === 'data') options.onDone(result.data);
    else if (result.kind === 'refusal') showRejection(result);
    // A cancelled action needs no message.
    else if (result.reason !== 'aborted') setFailed({ text: options.noAnswerText });
  };
  const submit = form.onSubmit(
    (values) => {
      if (!isSending) void send(values as Values);
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );

  const text = (name: keyof Values & string): TextFieldProps => {
    const field = form.getInputProps(name) as LibraryField;
    const typed = String(form.values[name] ?? '');
    const trim = (): void => {
      if (!options.secrets.includes(name) && typed !== typed.trim()) field.onChange(typed.trim());
    };
    const error = form.errors[name];
    return { ...field, value: typed, error, 'aria-invalid': error !== undefined, onBlur: trim };
  };
  const checkbox = (name: keyof Values & string): CheckboxFieldProps => ({
    ...(form.getInputProps(name, { type: 'checkbox' }) as LibraryField),
    checked: form.values[name] === true,
    error: form.errors[name],
    'aria-invalid': form.errors[name] !== undefined,
  });
  const fill = (values: Partial<Values>): void => {
    form.setValues(values);
    form.clearErrors();
  };
  const reset = (): void => {
    form.reset();
    setFailed(undefined);
  };
  const values = form.values as Values;
  const { text: failure, code: failureCode } = failed ?? {};
  return { text, checkbox, submit, isSending, failure, failureCode, values, fill, reset };
}
