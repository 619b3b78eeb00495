import { customers } from '@halyard/contract/backoffice/customers';
import { DOCUMENT_KINDS } from '@halyard/contract/documents';
import type { ComplianceCase } from '@halyard/contract/backoffice/desk/compliance';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { ChoiceChips } from '#ui/inputs/choice-chips.tsx';
import { RelatedAccounts } from '../customer/related-accounts.tsx';
import { CheckList } from '../withdrawal/check-list.tsx';
import { choiceText, findResource, pagePath } from '../names.ts';
import parts from '../parts/parts.module.css';
import { CaseDocument } from './case-document.tsx';
import { toCaseChecks } from './case-checks.ts';
import { COMPLIANCE_TEXTS } from './compliance-texts.ts';
import classes from './compliance.module.css';
import { RecordActions } from './record-actions.tsx';

const CUSTOMER = findResource(customers.shape.name);
const CUSTOMER_ACTIONS = [
  'verify',
  'decide-screening',
  'screen',
  'confirm-email',
  'close-only',
  'block',
  'note',
];

/** The identity document comes first. */
function placeOf({ kind }: ComplianceCase['documents'][number]): number {
  return DOCUMENT_KINDS.indexOf(kind);
}

/** One case: the decision, the document beside the profile, and what is known about the customer. */
export function CasePanel({ one }: { readonly one: ComplianceCase }) {
  const documents = one.documents.toSorted((a, b) => placeOf(a) - placeOf(b));
  const waiting = documents.find(({ status }) => status === 'processing') ?? documents[0];
  const [kind, setKind] = useState(waiting?.kind);
  const shown = documents.find((document) => document.kind === kind) ?? waiting;
  const path = pagePath(customers.shape.name, one.customer_id);
  return (
    <div className={parts['stack']}>
      <Card
        title={`${one.name} (#${one.customer_id})`}
        note={one.email}
        aside={
          <Button size="xs" variant="default" component={Link} to={path}>
            {COMPLIANCE_TEXTS.toCustomer}
          </Button>
        }
      >
        <div className={parts['fields']}>
          <CheckList checks={toCaseChecks(one)} />
          {CUSTOMER !== undefined && (
            <RecordActions resource={CUSTOMER} id={one.customer_id} names={CUSTOMER_ACTIONS} />
          )}
        </div>
      </Card>
      <Card
        title={shown === undefined ? COMPLIANCE_TEXTS.document : choiceText('kind', shown.kind)}
      >
        {shown === undefined ? (
          <p>{COMPLIANCE_TEXTS.noDocument}</p>
        ) : (
          <div className={parts['fields']}>
            {documents.length > 1 && (
              <div className={classes['kinds']}>
                <ChoiceChips
                  legend={COMPLIANCE_TEXTS.document}
                  isLegendHidden
                  name="kind"
                  values={documents.map((document) => document.kind)}
                  chosen={shown.kind}
                  write={(one) => choiceText('kind', one)}
                  onChoose={setKind}
                />
              </div>
            )}
            <CaseDocument key={shown.id} id={shown.id} />
          </div>
        )}
      </Card>
      <RelatedAccounts row={{ id: one.customer_id }} />
    </div>
  );
}
