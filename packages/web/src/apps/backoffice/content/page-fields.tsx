import type { Field, Schema } from '@halyard/contract/backoffice/resource';
import { Card } from '#ui/card.tsx';
import type { PagePart } from '../layout/tabs-of.ts';
import { kindOf } from '../lists/field-kind.ts';
import { FactList, FieldValue } from '../lists/field-value.tsx';
import type { Row } from '../lists/list-calls.ts';
import { labelOf } from '../names.ts';

type PageFieldsProps = { readonly fields: PagePart['fields']; readonly row: Row };

/** Short and empty values together, each long one in a section of its own. */
export function PageFields({ fields, row }: PageFieldsProps) {
  const long = fields.filter((field) => isLong(field) && row[field[0]] !== null);
  const short = fields.filter((field) => !long.includes(field));
  return (
    <>
      {short.length > 0 && (
        <Card>
          <FactList
            shape={Object.fromEntries(short.map(([name, { schema }]) => [name, schema]))}
            facts={row}
          />
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
