import {
  mayRead,
  QueryFlag,
  type ResourceShape,
  type Schema,
} from '@halyard/contract/backoffice/resource';
import { Fragment, useEffect, useState } from 'react';
import { Button } from '#ui/controls.ts';
import { ChoiceInput } from '../actions/choice-input.tsx';
import { choiceText, labelOf, withinText } from '../names.ts';
import { useStaff } from '../staff/staff-context.ts';
import { TextInput } from '../actions/text-input.tsx';
import { TEXTS } from '../texts.ts';
import { findDayPair, findPreset, presetFilter, PRESETS, type DayPair } from './date-presets.ts';
import { kindOf } from './field-kind.ts';
import { useList } from './list-state.ts';
import classes from './lists.module.css';

const TYPING_PAUSE_MS = 400;
const YES_NO = [
  ['1', TEXTS.yes],
  ['0', TEXTS.no],
] as const;

/** The filters whose fields the caller can read. */
export function FilterBar({ shape }: { readonly shape: ResourceShape }) {
  const { roles } = useStaff();
  const { filter: given, setFilter: setFilters } = useList();
  const searched = shape.search.filter((name) => mayRead(shape, name, roles));
  const filters = Object.entries(shape.filters).filter(([, { fields }]) =>
    fields.every((name) => mayRead(shape, name, roles)),
  );
  const pair = findDayPair(filters.map(([name]) => name));
  const [isOpen, setIsOpen] = useState(false);
  if (searched.length === 0 && filters.length === 0) return undefined;
  const set = (name: string, value: string): void => {
    const { [name]: _, ...others } = given;
    setFilters(value === '' ? others : { ...others, [name]: value });
  };
  return (
    <search className={classes['filters']} {...(isOpen ? { 'data-open': true } : {})}>
      {searched.length > 0 && (
        <div className={classes['search']}>
          <TypedFilter
            label={TEXTS.search}
            hint={TEXTS.searchHint + searched.map((name) => withinText(labelOf(name))).join(', ')}
            value={given['search'] ?? ''}
            onChange={(value) => set('search', value)}
          />
        </div>
      )}
      {filters.length > 0 && (
        <Button
          variant="default"
          className={classes['unfold'] ?? ''}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {TEXTS.filters}
        </Button>
      )}
      {filters.map(([name, { schema }]) => (
        <Fragment key={name}>
          {pair?.from === name && <Period pair={pair} />}
          <Filter
            name={name}
            schema={schema}
            value={given[name] ?? ''}
            onChange={(value) => set(name, value)}
          />
        </Fragment>
      ))}
      {Object.keys(given).length > 0 && (
        <Button variant="default" className={classes['clear'] ?? ''} onClick={() => setFilters({})}>
          {TEXTS.clear}
        </Button>
      )}
    </search>
  );
}

/** Sets both days of a period at once. */
function Period({ pair }: { readonly pair: DayPair }) {
  const { filter, setFilter } = useList();
  const [nowMs] = useState(Date.now);
  const { [pair.from]: _from, [pair.until]: _until, ...others } = filter;
  const choose = (value: string): void => {
    const preset = PRESETS.find((one) => one === value);
    setFilter(preset === undefined ? others : { ...others, ...presetFilter(preset, pair, nowMs) });
  };
  return (
    <ChoiceInput
      label={TEXTS.period}
      value={findPreset(filter, pair, nowMs) ?? ''}
      choices={PRESETS.map((preset) => [preset, labelOf(preset)] as const)}
      noneText={TEXTS.anyTime}
      onChange={choose}
    />
  );
}

type FilterProps = {
  readonly name: string;
  readonly schema: Schema;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

function Filter({ name, schema, value, onChange }: FilterProps) {
  const kind = kindOf(name, schema);
  const label = labelOf(name);
  if (kind.kind === 'choice') {
    const choices =
      schema === (QueryFlag as Schema)
        ? YES_NO
        : kind.choices.map((choice) => [choice, choiceText(name, choice)] as const);
    return (
      <ChoiceInput
        label={label}
        value={value}
        choices={choices}
        noneText={TEXTS.all}
        onChange={onChange}
      />
    );
  }
  return (
    <TypedFilter
      label={label}
      type={kind.kind === 'day' ? 'date' : 'text'}
      value={value}
      check={(text) => schema.safeParse(text).success}
      onChange={onChange}
    />
  );
}

type TypedFilterProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly type?: 'text' | 'date';
  readonly check?: (text: string) => boolean;
};

/** Queries when typing pauses, and only valid values. */
function TypedFilter({ label, value, onChange, hint, type = 'text', check }: TypedFilterProps) {
  const [typed, setTyped] = useState({ text: value, of: value });
  const text = typed.of === value ? typed.text : value;
  const trimmed = text.trim();
  const isSound = trimmed === '' || check?.(trimmed) !== false;
  useEffect(() => {
    if (trimmed === value || !isSound) return undefined;
    const timer = setTimeout(() => onChange(trimmed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      label={label}
      type={type}
      value={text}
      error={isSound ? undefined : TEXTS.unfit}
      {...(hint === undefined ? {} : { hint })}
      onChange={(next) => setTyped({ text: next, of: value })}
    />
  );
}
