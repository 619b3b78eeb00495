import type { Schema } from '@halyard/contract/backoffice/resource';
import { clsx } from 'clsx';
import { Checkbox } from '#ui/inputs/checkbox.ts';
import { GRID_MARK } from './action-form.ts';
import { ChoiceInput } from './choice-input.tsx';
import { isNullable, isOptional, kindOf } from '../lists/field-kind.ts';
import { choiceText, labelOf } from '../names.ts';
import { TextInput } from './text-input.tsx';
import { TEXTS } from '../texts.ts';
import classes from './actions.module.css';

type ActionInputProps = {
  readonly name: string;
  readonly schema: Schema;
  readonly value: string | readonly string[];
  readonly error: string | undefined;
  readonly hint?: string | undefined;
  /** Whether this input has the focus when the dialog opens. */
  readonly hasFocus?: boolean;
  readonly onChange: (value: string | readonly string[]) => void;
};

/** The input for a declared field. */
export function ActionInput(props: ActionInputProps) {
  const { name, schema, value, error, hint, onChange } = props;
  const kind = kindOf(name, schema);
  const label = labelOf(name);
  const text = typeof value === 'string' ? value : '';
  if (kind.kind === 'flag') {
    return (
      <Checkbox
        size="xs"
        label={label}
        checked={text === 'true'}
        onChange={(event) => onChange(String(event.target.checked))}
      />
    );
  }
  if (kind.kind === 'choice') {
    return (
      <ChoiceInput
        label={label}
        value={text}
        choices={kind.choices.map((choice) => [choice, choiceText(name, choice)] as const)}
        error={error}
        onChange={onChange}
      />
    );
  }
  if (kind.kind === 'choices') {
    return <Choices {...{ name, label, error, onChange }} choices={kind.choices} value={value} />;
  }
  if (kind.kind === 'grid') {
    return (
      <Grid {...{ name, label, error, onChange, value }} rows={kind.rows} choices={kind.choices} />
    );
  }
  return (
    <TextInput
      label={label}
      value={text}
      error={error}
      isRequired={!isOptional(schema) && !isNullable(schema)}
      {...TYPED[kind.kind]}
      {...(hint === undefined ? {} : { hint })}
      hasFocus={props.hasFocus === true}
      onChange={onChange}
    />
  );
}

const TYPED = {
  text: {},
  prose: { isMultiline: true },
  instant: {},
  moment: { type: 'datetime-local' },
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

type ChoicesProps = Pick<ActionInputProps, 'name' | 'value' | 'error' | 'onChange'> & {
  readonly label: string;
  readonly choices: readonly string[];
};

function Choices({ name, label, choices, value, error, onChange }: ChoicesProps) {
  const chosen = typeof value === 'string' ? [] : value;
  return (
    <fieldset className={classes['choices']}>
      <legend>{label}</legend>
      <div className={classes['options']}>
        {choices.map((choice) => (
          <Checkbox
            key={choice}
            size="xs"
            label={choiceText(name, choice)}
            checked={chosen.includes(choice)}
            onChange={(event) =>
              onChange(
                event.target.checked
                  ? [...chosen, choice]
                  : chosen.filter((other) => other !== choice),
              )
            }
          />
        ))}
      </div>
      {error !== undefined && <p className={classes['error']}>{error}</p>}
    </fieldset>
  );
}

type GridProps = ChoicesProps & { readonly rows: readonly string[] };

/** A grid of checkboxes: each row has its own choices. */
function Grid({ name, label, rows, choices, value, error, onChange }: GridProps) {
  const ticks = typeof value === 'string' ? [] : value;
  return (
    <fieldset className={clsx(classes['choices'], classes['grid'])}>
      <legend>{label}</legend>
      {rows.map((row) => {
        const mark = row + GRID_MARK;
        const own = ticks.filter((tick) => tick.startsWith(mark));
        return (
          <Choices
            key={row}
            name={name}
            label={labelOf(row)}
            choices={choices}
            value={own.map((tick) => tick.slice(mark.length))}
            error={undefined}
            onChange={(chosen) =>
              onChange([
                ...ticks.filter((tick) => !own.includes(tick)),
                ...(typeof chosen === 'string' ? [] : chosen).map((choice) => mark + choice),
              ])
            }
          />
        );
      })}
      {error !== undefined && <p className={classes['error']}>{error}</p>}
    </fieldset>
  );
}
