import { NativeSelect } from '#ui/controls.ts';
import { TEXTS } from '../texts.ts';
import classes from './actions.module.css';

type ChoiceInputProps = {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
  /** The label of the empty choice. */
  readonly noneText?: string;
  /** Whether a choice is required, so that there is no empty one. */
  readonly isRequired?: boolean;
  /** Whether the label is only for screen readers. */
  readonly isBare?: boolean;
  readonly error?: string | undefined;
};

/** The browser's native select: no extra code, and usable on every phone. */
export function ChoiceInput(props: ChoiceInputProps) {
  const { label, value, choices, onChange, noneText = TEXTS.notSet, error } = props;
  return (
    <NativeSelect
      {...(props.isBare === true
        ? { 'aria-label': label, className: classes['bare'] ?? '' }
        : { label })}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    >
      {props.isRequired !== true && <option value="">{noneText}</option>}
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </NativeSelect>
  );
}
