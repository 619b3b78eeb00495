import { Textarea, TextInput as LineInput } from '#ui/controls.ts';

/** Longer text scrolls. */
const LINES_SHOWN = 5;

type TextInputProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly type?: 'text' | 'email' | 'password' | 'date' | 'datetime-local' | 'number' | 'search';
  readonly autoComplete?: string;
  readonly inputMode?: 'text' | 'numeric' | 'decimal';
  readonly isRequired?: boolean;
  readonly isMultiline?: boolean;
  /** Whether this input has the focus when the dialog opens. */
  readonly hasFocus?: boolean;
};

/** A labelled text field with its error. */
export function TextInput(props: TextInputProps) {
  const { label, value, onChange, error, hint, type = 'text', autoComplete, inputMode } = props;
  const shared = {
    label,
    value,
    error,
    ...(error === undefined && hint !== undefined ? { description: hint } : {}),
    withAsterisk: props.isRequired ?? false,
    autoComplete: autoComplete ?? 'off',
    ...(props.hasFocus === true ? { 'data-autofocus': true } : {}),
  };
  if (props.isMultiline === true) {
    return (
      <Textarea {...shared} rows={LINES_SHOWN} onChange={(event) => onChange(event.target.value)} />
    );
  }
  return (
    <LineInput
      {...shared}
      type={type}
      {...(inputMode === undefined ? {} : { inputMode })}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
