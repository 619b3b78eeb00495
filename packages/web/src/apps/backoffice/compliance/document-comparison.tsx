import { documents } from '@halyard/contract/backoffice/documents';
import { Card } from '#ui/card.tsx';
import type { PagePartProps } from '../content/page-part-props.ts';
import { DocumentViewer } from '../document-viewer.tsx';
import { FieldValue } from '../lists/field-value.tsx';
import { labelOf } from '../names.ts';
import { COMPLIANCE_TEXTS } from './compliance-texts.ts';
import classes from './compliance.module.css';

const { row: fields, detail } = documents.shape;
const COMPARED = {
  customer_name: fields.customer_name,
  birth_date: detail.birth_date,
  address: detail.address,
  uploaded_at: fields.uploaded_at,
  expires_on: fields.expires_on,
  expiry: fields.expiry,
  status: fields.status,
} as const;

/** The document, and beside it what it must match, with the actions below. */
export function DocumentComparison({ row, children }: PagePartProps) {
  // Few documents expire soon or have expired.
  const isShown = ([name]: readonly [string, unknown]): boolean =>
    name !== 'expiry' || row[name] !== null;
  return (
    <div className={classes['compare']}>
      <div className={classes['picture']}>
        <DocumentViewer row={row} />
      </div>
      <div className={classes['facts']}>
        <h3 className={classes['heading']}>{COMPLIANCE_TEXTS.profile}</h3>
        <dl>
          {Object.entries(COMPARED)
            .filter(isShown)
            .map(([name, { schema }]) => (
              <div key={name}>
                <dt>{labelOf(name)}</dt>
                <dd>
                  <FieldValue name={name} schema={schema} value={row[name]} />
                </dd>
              </div>
            ))}
        </dl>
        {children}
      </div>
    </div>
  );
}

/** The head of a document's own page. */
export function DocumentHead(props: PagePartProps) {
  return (
    <Card>
      <DocumentComparison {...props} />
    </Card>
  );
}
