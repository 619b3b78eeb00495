import { TextField } from '@mui/material';
import { useId } from 'react';

/** Longer text scrolls. */
const LINES_SHOWN_MAX = 14;

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
  /** Whether typing starts here. */
  readonly hasFocus?: boolean;
};

/** Called once, when the field appears. */
function focusOn(input: HTMLElement | null): void {
  input?.focus();
}

/** A labelled text field with its error. */
export function TextInput(props: TextInputProps) {
  const { label, value, onChange, error, hint, type = 'text', autoComplete, inputMode } = props;
  const id = useId();
  return (
    <TextField
      id={id}
      label={label}
      value={value}
      type={type}
      {...(props.hasFocus === true ? { inputRef: focusOn } : {})}
      required={props.isRequired ?? false}
      multiline={props.isMultiline ?? false}
      minRows={props.isMultiline === true ? 3 : 1}
      maxRows={props.isMultiline === true ? LINES_SHOWN_MAX : 1}
      error={error !== undefined}
      helperText={error ?? hint}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{
        htmlInput: { autoComplete: autoComplete ?? 'off', ...(inputMode ? { inputMode } : {}) },
        inputLabel: type.startsWith('date') ? { shrink: true } : {},
      }}
    />
  );
}
