import { useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '#ui/figures/badge.tsx';
import { customers } from '@halyard/contract/backoffice/customers';
import { eurosText } from '../lists/figure-texts.ts';
import { pagePath } from '../names.ts';
import parts from '../parts/parts.module.css';
import { TEXTS } from '../texts.ts';
import { Assigned } from './assigned.tsx';
import type { AssignmentsState } from './assignments.ts';
import { ageText, type WorkItem } from './work-items.ts';
import classes from './work.module.css';

type WorkRowProps = {
  readonly item: WorkItem;
  readonly isChosen: boolean;
  readonly assignments: AssignmentsState;
};

/** A record that waits. One that a colleague has taken is dimmed. */
export function WorkRow({ item, isChosen, assignments }: WorkRowProps) {
  const { title, path, queue, urgency, sinceMs, amount, customer, customerId } = item;
  const [nowMs] = useState(Date.now);
  const name = customer === '' ? `#${customerId ?? ''}` : customer;
  const assignee = assignments.assigneeOf(item);
  const isTaken = assignee !== undefined && assignee.id !== assignments.me;
  return (
    <tr
      {...(isChosen ? { 'data-chosen': true } : {})}
      className={isTaken ? (classes['taken'] ?? '') : ''}
    >
      <th scope="row" className={classes['record']}>
        <Link className={parts['strong'] ?? ''} to={path} aria-current={isChosen}>
          {title}
        </Link>
        <small>
          <Badge tone={urgency === 1 ? 'warn' : 'neutral'}>{queue}</Badge>
        </small>
      </th>
      <td className={classes['customer']}>
        {customerId === undefined ? (
          customer || TEXTS.none
        ) : (
          <Link to={pagePath(customers.shape.name, customerId)}>{name}</Link>
        )}
      </td>
      <td data-figure>{amount === undefined ? TEXTS.none : eurosText(amount)}</td>
      <td data-figure>{sinceMs === undefined ? TEXTS.none : ageText(nowMs - sinceMs)}</td>
      <td className={classes['who']}>
        <Assigned item={item} assignments={assignments} />
      </td>
    </tr>
  );
}
