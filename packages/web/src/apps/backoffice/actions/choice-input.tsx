import { TextField } from '@mui/material';
import { useId } from 'react';
import { TEXTS } from '../texts.ts';

type ChoiceInputProps = {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
  /** The label of the empty choice. */
  readonly noneText?: string;
  /** Whether a choice is required, so that there is no empty one. */
  readonly isRequired?: boolean;
  readonly error?: string | undefined;
};

/** The browser's native select: no extra code, and usable on every phone. */
export function ChoiceInput(props: ChoiceInputProps) {
  const { label, value, choices, onChange, noneText = TEXTS.notSet, error } = props;
  const id = useId();
  return (
    <TextField
      id={id}
      select
      label={label}
      value={value}
      error={error !== undefined}
      helperText={error}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {props.isRequired !== true && <option value="">{noneText}</option>}
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </TextField>
  );
}
