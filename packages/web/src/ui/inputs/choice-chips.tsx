import classes from './choice-chips.module.css';

type ChoiceChipsProps = {
  readonly legend: string;
  /** Of the radio buttons; unique on the page. */
  readonly name: string;
  readonly values: readonly number[];
  /** Undefined while nothing is chosen. */
  readonly chosen: number | undefined;
  readonly write: (value: number) => string;
  readonly onChoose: (value: number) => void;
};

/** One of a few figures, all of them in sight. */
export function ChoiceChips({ legend, name, values, chosen, write, onChoose }: ChoiceChipsProps) {
  return (
    <fieldset className={classes['field']}>
      <legend className={classes['legend']}>{legend}</legend>
      <div className={classes['chips']}>
        {values.map((value) => (
          <label key={value} className={classes['chip']}>
            <input
              type="radio"
              name={name}
              value={value}
              className={classes['radio']}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            {write(value)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
