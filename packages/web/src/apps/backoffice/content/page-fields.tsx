import type { Field, Schema } from '@halyard/contract/backoffice/resource';
import { Card } from '#ui/card.tsx';
import type { PagePart } from '../layout/tabs-of.ts';
import { kindOf } from '../lists/field-kind.ts';
import { FactList, FieldValue } from '../lists/field-value.tsx';
import { isGiven } from '../lists/given-fields.ts';
import type { Row } from '../lists/list-calls.ts';
import classes from '../lists/lists.module.css';
import { labelOf } from '../names.ts';
import { TEXTS } from '../texts.ts';

type PageFieldsProps = {
  readonly fields: PagePart['fields'];
  readonly row: Row;
  /** Fields that are not even named if they are empty, because few records have them. */
  readonly rare: readonly string[];
};

/** Short values together, each long one in a section of its own; what is empty is only named. */
export function PageFields({ fields, row, rare }: PageFieldsProps) {
  const given = fields.filter(([name]) => isGiven(row[name]));
  const long = given.filter(isLong);
  const short = given.filter((field) => !long.includes(field));
  const empty = fields.filter((field) => !given.includes(field) && !rare.includes(field[0]));
  return (
    <>
      {short.length + empty.length > 0 && (
        <Card>
          {short.length > 0 && (
            <FactList
              shape={Object.fromEntries(short.map(([name, { schema }]) => [name, schema]))}
              facts={row}
            />
          )}
          {empty.length > 0 && (
            <p className={classes['empty']}>
              {`${TEXTS.notSet}: ${empty.map(([name]) => labelOf(name)).join(', ')}`}
            </p>
          )}
        </Card>
      )}
      {long.map(([name, { schema }]) => (
        <Card key={name} title={labelOf(name)} flush={isTable(schema, row[name])}>
          <FieldValue name={name} schema={schema} value={row[name]} />
        </Card>
      ))}
    </>
  );
}

/** An empty list is a sentence and no table. */
function isTable(schema: Schema, value: unknown): boolean {
  return kindOf('', schema).kind === 'rows' && Array.isArray(value) && value.length > 0;
}

function isLong([name, { schema }]: readonly [name: string, field: Field]): boolean {
  return ['rows', 'record', 'facts'].includes(kindOf(name, schema).kind);
}
