import type { Field } from '@halyard/contract/backoffice/resource';
import { Card } from '#ui/card.tsx';
import type { PagePart } from '../layout/tabs-of.ts';
import { kindOf } from '../lists/field-kind.ts';
import { FactList, FieldValue } from '../lists/field-value.tsx';
import type { Row } from '../lists/list-calls.ts';
import { labelOf } from '../names.ts';

type PageFieldsProps = { readonly fields: PagePart['fields']; readonly row: Row };

/** Short values together, each long one in a section of its own. */
export function PageFields({ fields, row }: PageFieldsProps) {
  const short = fields.filter((field) => !isLong(field));
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
      {fields.filter(isLong).map(([name, { schema }]) => (
        <Card key={name} title={labelOf(name)}>
          <FieldValue name={name} schema={schema} value={row[name]} />
        </Card>
      ))}
    </>
  );
}

function isLong([name, { schema }]: readonly [name: string, field: Field]): boolean {
  return ['rows', 'record', 'facts'].includes(kindOf(name, schema).kind);
}
