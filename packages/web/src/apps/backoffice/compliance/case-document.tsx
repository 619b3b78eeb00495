import { documents } from '@halyard/contract/backoffice/documents';
import { assertPresent } from '@halyard/core/assertion';
import { Badge } from '#ui/figures/badge.tsx';
import { DocumentViewer } from '../document-viewer.tsx';
import { FieldValue } from '../lists/field-value.tsx';
import { toneOf } from '../lists/state-tones.ts';
import { choiceText, findResource, labelOf, textOf } from '../names.ts';
import { Awaited } from '../parts/failure.tsx';
import { COMPLIANCE_TEXTS } from './compliance-texts.ts';
import classes from './compliance.module.css';
import { RecordActions, useRecord } from './record-actions.tsx';

const RESOURCE = assertPresent(findResource(documents.shape.name), 'documents');
const COMPARED = ['customer_name', 'birth_date', 'address'] as const;
const ACTIONS = ['approve', 'reject', 'set-expiry', 'settle-expiry'];

/** The document, and beside it what it must match. */
export function CaseDocument({ id }: { readonly id: number }) {
  const { row, error, refetch } = useRecord(RESOURCE, id);
  if (row === undefined) return <Awaited error={error} onRetry={() => void refetch()} />;
  const status = textOf(row['status']);
  const { row: fields, detail } = documents.shape;
  return (
    <div className={classes['compare']}>
      <div className={classes['picture']}>
        <DocumentViewer row={row} />
      </div>
      <div className={classes['facts']}>
        <h3 className={classes['heading']}>{COMPLIANCE_TEXTS.profile}</h3>
        <dl>
          {COMPARED.map((name) => (
            <div key={name}>
              <dt>{labelOf(name)}</dt>
              <dd>
                <FieldValue name={name} schema={detail[name].schema} value={row[name]} />
              </dd>
            </div>
          ))}
          <div>
            <dt>{labelOf('uploaded_at')}</dt>
            <dd>
              <FieldValue
                name="uploaded_at"
                schema={fields.uploaded_at.schema}
                value={row['uploaded_at']}
              />
            </dd>
          </div>
          <div>
            <dt>{labelOf('expires_on')}</dt>
            <dd>
              <FieldValue
                name="expires_on"
                schema={fields.expires_on.schema}
                value={row['expires_on']}
              />
            </dd>
          </div>
          <div>
            <dt>{labelOf('status')}</dt>
            <dd>
              <Badge tone={toneOf(status)}>{choiceText('status', status)}</Badge>
            </dd>
          </div>
        </dl>
        <RecordActions resource={RESOURCE} id={id} names={ACTIONS} />
      </div>
    </div>
  );
}
