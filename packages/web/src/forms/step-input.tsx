// An input for a figure that can be typed, or changed by the arrow keys or two buttons.
import { TextInput, type TextInputProps } from '#ui/controls.ts';
import classes from './step-input.module.css';
import { stepFactor, type StepKeys, type Steps, stepText } from './steps.ts';

type StepInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'rightSection'> & {
  readonly value: string;
  readonly steps: Steps;
  readonly onText: (text: string) => void;
};

const DIRECTIONS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };
const BUTTONS = [
  { direction: -1, sign: '−' },
  { direction: 1, sign: '+' },
] as const;

export function StepInput({ value, steps, onText, ...input }: StepInputProps) {
  const step = (direction: 1 | -1, keys: StepKeys) => {
    const text = stepText(steps, value, direction * stepFactor(keys));
    if (text !== undefined) onText(text);
  };
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...input}
      value={value}
      onChange={(event) => onText(event.currentTarget.value)}
      onKeyDown={(event) => {
        const direction = DIRECTIONS[event.key];
        if (direction === undefined || event.altKey) return;
        event.preventDefault();
        step(direction, event);
      }}
      rightSectionWidth={50}
      rightSectionPointerEvents="all"
      rightSection={
        // The buttons are for a pointer only, because the arrow keys do the same.
        <span className={classes['buttons']} aria-hidden>
          {BUTTONS.map(({ direction, sign }) => (
            <button
              key={direction}
              type="button"
              tabIndex={-1}
              className={classes['button']}
              onClick={(event) => step(direction, event)}
            >
              {sign}
            </button>
          ))}
        </span>
      }
    />
  );
}
