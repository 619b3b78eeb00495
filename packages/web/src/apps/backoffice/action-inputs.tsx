import {
  Checkbox,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  FormLabel,
} from '@mui/material';
import type { Schema } from '@halyard/contract/backoffice/resource';
import { ChoiceInput } from './choice-input.tsx';
import { isNullable, isOptional, kindOf } from './field-kind.ts';
import { labelOf } from './names.ts';
import { TextInput } from './text-input.tsx';
import { TEXTS } from './texts.ts';

type ActionInputProps = {
  readonly name: string;
  readonly schema: Schema;
  readonly value: string | readonly string[];
  readonly error: string | undefined;
  readonly onChange: (value: string | readonly string[]) => void;
};

/** The input that a declared field asks for. */
export function ActionInput({ name, schema, value, error, onChange }: ActionInputProps) {
  const kind = kindOf(name, schema);
  const label = labelOf(name);
  const text = typeof value === 'string' ? value : '';
  if (kind.kind === 'flag') {
    return (
      <FormControlLabel
        label={label}
        control={
          <Checkbox
            size="small"
            checked={text === 'true'}
            onChange={(event) => onChange(String(event.target.checked))}
          />
        }
      />
    );
  }
  if (kind.kind === 'choice') {
    return (
      <ChoiceInput
        label={label}
        value={text}
        choices={kind.choices.map((choice) => [choice, labelOf(choice)] as const)}
        error={error}
        onChange={onChange}
      />
    );
  }
  if (kind.kind === 'choices') {
    return <Choices {...{ label, error, onChange }} choices={kind.choices} value={value} />;
  }
  return (
    <TextInput
      label={label}
      value={text}
      error={error}
      isRequired={!isOptional(schema) && !isNullable(schema)}
      {...TYPED[kind.kind]}
      onChange={onChange}
    />
  );
}

const TYPED = {
  text: {},
  instant: {},
  day: { type: 'date' },
  euros: { inputMode: 'decimal', hint: '€' },
  number: { inputMode: 'decimal' },
  whole: { inputMode: 'numeric' },
  lines: { isMultiline: true, hint: TEXTS.linesHint },
  record: { isMultiline: true, hint: TEXTS.jsonHint },
  figures: { isMultiline: true, hint: TEXTS.jsonHint },
  facts: { isMultiline: true, hint: TEXTS.jsonHint },
  rows: { isMultiline: true, hint: TEXTS.jsonHint },
} as const;

type ChoicesProps = Pick<ActionInputProps, 'value' | 'error' | 'onChange'> & {
  readonly label: string;
  readonly choices: readonly string[];
};

function Choices({ label, choices, value, error, onChange }: ChoicesProps) {
  const chosen = typeof value === 'string' ? [] : value;
  return (
    <FormControl component="fieldset" error={error !== undefined}>
      <FormLabel component="legend">{label}</FormLabel>
      <FormGroup row>
        {choices.map((choice) => (
          <FormControlLabel
            key={choice}
            label={labelOf(choice)}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(choice)}
                onChange={(event) =>
                  onChange(
                    event.target.checked
                      ? [...chosen, choice]
                      : chosen.filter((other) => other !== choice),
                  )
                }
              />
            }
          />
        ))}
      </FormGroup>
      {error !== undefined && <FormHelperText>{error}</FormHelperText>}
    </FormControl>
  );
}
