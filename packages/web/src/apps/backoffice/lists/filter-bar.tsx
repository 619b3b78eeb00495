import { Box, Button } from '@mui/material';
import {
  mayRead,
  QueryFlag,
  type ResourceShape,
  type Schema,
} from '@halyard/contract/backoffice/resource';
import { useEffect, useState } from 'react';
import { useListContext } from 'react-admin';
import { useNavigate } from 'react-router';
import { ChoiceInput } from '../actions/choice-input.tsx';
import { kindOf } from './field-kind.ts';
import { choiceText, filteredListPath, labelOf, listPath } from '../names.ts';
import { useStaff } from '../staff/staff-context.ts';
import { TextInput } from '../actions/text-input.tsx';
import { TEXTS } from '../texts.ts';

type Values = Readonly<Record<string, string>>;
const TYPING_PAUSE_MS = 400;
const YES_NO = [
  ['1', TEXTS.yes],
  ['0', TEXTS.no],
] as const;

/** The filters whose fields the caller can read. */
export function FilterBar({ shape }: { readonly shape: ResourceShape }) {
  const { roles } = useStaff();
  const { given, setFilters } = useFilters(shape.name);
  const searched = shape.search.filter((name) => mayRead(shape, name, roles));
  const filters = Object.entries(shape.filters).filter(([, { fields }]) =>
    fields.every((name) => mayRead(shape, name, roles)),
  );
  if (searched.length === 0 && filters.length === 0) return undefined;
  const set = (name: string, value: string): void => {
    const { [name]: _, ...others } = given;
    setFilters(value === '' ? others : { ...others, [name]: value });
  };
  return (
    <Box
      component="search"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
        columnGap: 1,
        rowGap: 1.5,
        mb: 1.5,
        alignItems: 'start',
      }}
    >
      {searched.length > 0 && (
        <Box sx={{ gridColumn: { sm: 'span 2' } }}>
          <TypedFilter
            label={TEXTS.search}
            hint={TEXTS.searchHint + searched.map((name) => labelOf(name).toLowerCase()).join(', ')}
            value={given['search'] ?? ''}
            onChange={(value) => set('search', value)}
          />
        </Box>
      )}
      {filters.map(([name, { schema }]) => (
        <Filter
          key={name}
          name={name}
          schema={schema}
          value={given[name] ?? ''}
          onChange={(value) => set(name, value)}
        />
      ))}
      {Object.keys(given).length > 0 && (
        <Button onClick={() => setFilters({})} sx={{ minHeight: 37 }}>
          {TEXTS.clear}
        </Button>
      )}
    </Box>
  );
}

/**
 * The filters in the URL. The library's own setter waits and could then restore a list that was
 * already left by a link to a page that is still loading.
 */
function useFilters(resource: string) {
  const list = useListContext();
  const navigate = useNavigate();
  const { sort, perPage } = list;
  const shown = { sort: sort.field, order: sort.order, perPage: String(perPage) };
  const setFilters = (filters: Values): void => {
    if (window.location.pathname !== listPath(resource)) return;
    void navigate(filteredListPath(resource, filters, shown));
  };
  return { given: list.filterValues as Values, setFilters };
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
