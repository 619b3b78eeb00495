import { TextField } from '@mui/material';
import { useId } from 'react';

type JsonInputProps = {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly rows: number;
  readonly onChange: (value: string) => void;
};

/** A JSON editor with fixed height: measuring a long text at each key is slow. */
export function JsonInput({ label, hint, value, fault, rows, onChange }: JsonInputProps) {
  const id = useId();
  return (
    <TextField
      id={id}
      label={label}
      value={value}
      error={fault !== undefined}
      helperText={fault ?? hint}
      multiline
      rows={rows}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{
        htmlInput: {
          autoComplete: 'off',
          spellCheck: false,
          style: { fontFamily: 'ui-monospace, monospace', fontSize: '0.75rem', lineHeight: 1.5 },
        },
      }}
    />
  );
}
