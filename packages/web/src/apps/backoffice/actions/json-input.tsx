import { Textarea } from '#ui/controls.ts';
import classes from './actions.module.css';

type JsonInputProps = {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly rows: number;
  readonly onChange: (value: string) => void;
};

/** A JSON editor with fixed height: measuring a long text at each key is slow. */
export function JsonInput({ label, hint, value, problem, rows, onChange }: JsonInputProps) {
  return (
    <Textarea
      label={label}
      value={value}
      error={problem}
      {...(problem === undefined ? { description: hint } : {})}
      rows={rows}
      autoComplete="off"
      spellCheck={false}
      classNames={{ input: classes['source'] ?? '' }}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
