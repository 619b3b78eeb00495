import { getComplianceCases } from '@halyard/contract/backoffice/desk/compliance';
import type { ComplianceCase } from '@halyard/contract/backoffice/desk/compliance';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Card } from '#ui/card.tsx';
import { Badge } from '#ui/figures/badge.tsx';
import parts from '../parts/parts.module.css';
import table from '../parts/table.module.css';
import { ageText } from '../work-list/work-items.ts';
import { useKeys } from '../work-list/use-keys.ts';
import { CasePanel } from './case-panel.tsx';
import { COMPLIANCE_TEXTS } from './compliance-texts.ts';
import classes from './compliance.module.css';

/** The URL parameter of the selected customer, so that a link shows a colleague the same case. */
const PARAMETER = 'customer';

/** The queue, and beside it everything that the selected case needs. */
export function CompliancePart({ data }: { readonly data: unknown }) {
  const { cases, more } = getComplianceCases.reply.parse(data);
  const [address, setAddress] = useSearchParams();
  const [last, setLast] = useState<{ readonly id?: number; readonly place: number }>({ place: 0 });
  const asked = cases.findIndex((one) => String(one.customer_id) === address.get(PARAMETER));
  const kept = cases.findIndex((one) => one.customer_id === last.id);
  // A case keeps its page when the decision on one of its documents moves it in the queue; its place
  // goes to the next case when it leaves the queue.
  const place = Math.max(0, Math.min(last.place, cases.length - 1));
  const at = [asked, kept, place].find((index) => index !== -1) ?? 0;
  const selected = cases[at];
  if (selected !== undefined && (selected.customer_id !== last.id || at !== last.place)) {
    setLast({ id: selected.customer_id, place: at });
  }
  const select = (next: number): void => {
    const one = cases[Math.max(0, Math.min(cases.length - 1, next))];
    if (one === undefined) return;
    setAddress({ [PARAMETER]: String(one.customer_id) }, { replace: true });
  };
  useKeys(({ key }) => {
    if (key === 'j') select(at + 1);
    if (key === 'k') select(at - 1);
  });
  if (selected === undefined) {
    return (
      <Card title={COMPLIANCE_TEXTS.queue}>
        <p className={table['empty']}>{COMPLIANCE_TEXTS.empty}</p>
      </Card>
    );
  }
  return (
    <div className={classes['page']}>
      <Card
        title={COMPLIANCE_TEXTS.queue}
        note={cases.length}
        aside={<span className={classes['keys']}>{COMPLIANCE_TEXTS.hint}</span>}
        flush
      >
        <ol className={classes['queue']} data-own-rows>
          {cases.map((one, index) => (
            <Case
              key={one.customer_id}
              one={one}
              isSelected={index === at}
              onSelect={() => select(index)}
            />
          ))}
        </ol>
        {more && <p className={`${parts['hint']} ${classes['more']}`}>{COMPLIANCE_TEXTS.more}</p>}
      </Card>
      <CasePanel key={selected.customer_id} one={selected} />
    </div>
  );
}

type CaseProps = {
  readonly one: ComplianceCase;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
};

function Case({ one, isSelected, onSelect }: CaseProps) {
  const [nowMs] = useState(Date.now);
  const age = ageText(nowMs - Date.parse(one.waiting_since));
  return (
    <li>
      <button
        type="button"
        className={classes['case']}
        aria-current={isSelected}
        onClick={onSelect}
      >
        <span className={classes['name']}>{one.name}</span>
        <span className={classes['age']}>{age}</span>
        <span className={classes['email']}>{one.email}</span>
        <Badge tone={one.step === 'verification' ? 'up' : 'warn'}>
          {COMPLIANCE_TEXTS.steps[one.step]}
        </Badge>
      </button>
    </li>
  );
}
