import { documents } from '@halyard/contract/backoffice/documents';
import { assertPresent } from '@halyard/core/assertion';
import { findResource } from '../names.ts';
import { Awaited } from '../parts/failure.tsx';
import { DocumentComparison } from './document-comparison.tsx';
import { RecordActions, useRecord } from './record-actions.tsx';

const RESOURCE = assertPresent(findResource(documents.shape.name), 'documents');
const ACTIONS = ['approve', 'reject', 'set-expiry', 'settle-expiry'];

/** A document beside the profile, with its decision. */
export function CaseDocument({ id }: { readonly id: number }) {
  const { row, error, refetch } = useRecord(RESOURCE, id);
  if (row === undefined) return <Awaited error={error} onRetry={() => void refetch()} />;
  return (
    <DocumentComparison row={row}>
      <RecordActions resource={RESOURCE} id={id} names={ACTIONS} />
    </DocumentComparison>
  );
}
