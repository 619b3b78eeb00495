import classes from './choice-chips.module.css';

type ChoiceChipsProps<Value extends number | string> = {
  readonly legend: string;
  /** Whether the legend is only for screen readers. */
  readonly isLegendHidden?: boolean;
  /** The name of the radio buttons, unique on the page. */
  readonly name: string;
  readonly values: readonly Value[];
  /** The chosen value; undefined while nothing is chosen. */
  readonly chosen: Value | undefined;
  readonly write: (value: Value) => string;
  readonly onChoose: (value: Value) => void;
};

/** A choice of one of a few figures or names, all of them visible. */
export function ChoiceChips<const Value extends number | string>({
  legend,
  isLegendHidden = false,
  name,
  values,
  chosen,
  write,
  onChoose,
}: ChoiceChipsProps<Value>) {
  return (
    <fieldset className={classes['field']}>
      <legend className={classes[isLegendHidden ? 'hiddenLegend' : 'legend']}>{legend}</legend>
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
