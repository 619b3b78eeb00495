import { clsx } from 'clsx';
import classes from './economic-calendar.module.css';

type FilterChoiceProps<Value> = {
  readonly legend: string;
  readonly values: readonly Value[];
  readonly chosen: ReadonlySet<Value>;
  readonly write: (value: Value) => string;
  readonly onChoose: (chosen: ReadonlySet<Value>) => void;
};

/** A multiple choice of a few options, all of them visible. */
export function FilterChoice<Value extends string | number>({
  legend,
  values,
  chosen,
  write,
  onChoose,
}: FilterChoiceProps<Value>) {
  const toggle = (value: Value) => {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    onChoose(next);
  };
  return (
    <fieldset className={classes['filter']}>
      <legend className={classes['legend']}>{legend}</legend>
      <div className={classes['choices']}>
        {values.map((value) => (
          <label
            key={value}
            className={clsx(classes['choice'], chosen.has(value) && classes['chosen'])}
          >
            <input
              type="checkbox"
              className={classes['box']}
              value={value}
              checked={chosen.has(value)}
              onChange={() => toggle(value)}
            />
            {write(value)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
