import { Paper, Typography } from '@mui/material';
import type { Field } from '@halyard/contract/backoffice/resource';
import type { RaRecord } from 'react-admin';
import { kindOf } from '../lists/field-kind.ts';
import { FactList, FieldValue } from '../lists/field-value.tsx';
import { labelOf } from '../names.ts';
import type { PagePart } from '../layout/tabs-of.ts';

type PageFieldsProps = { readonly fields: PagePart['fields']; readonly row: RaRecord };

/** Short values together, each long one in a section of its own. */
export function PageFields({ fields, row }: PageFieldsProps) {
  const short = fields.filter((field) => !isLong(field));
  return (
    <>
      {short.length > 0 && (
        <Paper sx={{ p: 2 }}>
          <FactList
            shape={Object.fromEntries(short.map(([name, { schema }]) => [name, schema]))}
            facts={row}
          />
        </Paper>
      )}
      {fields.filter(isLong).map(([name, { schema }]) => (
        <Paper key={name} component="section" sx={{ p: 2 }}>
          <Typography variant="h2" sx={{ mb: 1 }}>
            {labelOf(name)}
          </Typography>
          <FieldValue name={name} schema={schema} value={row[name] as unknown} />
        </Paper>
      ))}
    </>
  );
}

function isLong([name, { schema }]: readonly [name: string, field: Field]): boolean {
  return ['rows', 'record', 'facts'].includes(kindOf(name, schema).kind);
}
