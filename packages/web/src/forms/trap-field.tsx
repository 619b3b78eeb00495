import classes from './trap-field.module.css';
import type { CheckedForm } from './use-checked-form.ts';

type TrapFieldProps = {
  readonly form: Pick<CheckedForm<{ readonly website: string }>, 'text' | 'values'>;
};

/**
 * A hidden field (honeypot). People don't see it; programs that fill in every field reveal
 * themselves.
 */
export function TrapField({ form }: TrapFieldProps) {
  return (
    <div className={classes['trap']} aria-hidden>
      <input
        name="website"
        tabIndex={-1}
        autoComplete="off"
        value={form.values.website}
        onChange={form.text('website').onChange}
      />
    </div>
  );
}
