import { RESOURCES } from '@halyard/contract/backoffice/resources';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Card } from '#ui/card.tsx';
import { Badge } from '#ui/figures/badge.tsx';
import { eurosText } from '../lists/figure-texts.ts';
import { readList } from '../lists/list-calls.ts';
import { filteredListPath, pagePath } from '../names.ts';
import { Awaited } from '../parts/failure.tsx';
import parts from '../parts/parts.module.css';
import { ScrollTable } from '../parts/scroll-table.tsx';
import table from '../parts/table.module.css';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';
import { useKeys } from './use-keys.ts';
import { ageText, queuesFor, sortWork, toWorkItem, type WorkItem } from './work-items.ts';
import { rememberWork } from './work-memory.ts';
import classes from './work.module.css';

/** The maximum number of rows to read of each queue, the oldest first. */
const ROWS_MAX = 50;
const REFRESH_EVERY_MS = 60_000;
const CUSTOMERS = RESOURCES.find(({ shape }) => shape.name === 'customers')?.shape.name ?? '';

/** Everything that waits for members with the caller's roles: as one list, and as the queues. */
export function WorkList() {
  const { roles } = useStaff();
  const queues = queuesFor(roles);
  const read = useQueries({
    queries: queues.map(({ resource, filter }) => ({
      queryKey: ['list', resource.shape.name, 'work', filter],
      refetchInterval: REFRESH_EVERY_MS,
      queryFn: async () =>
        await readList({
          resource,
          filter,
          sort: { field: resource.shape.sorts[0], order: 'asc' },
          page: 1,
          perPage: ROWS_MAX,
        }),
    })),
  });
  const failed = read.find(({ error }) => error !== null);
  if (failed !== undefined || read.some(({ isPending }) => isPending)) {
    return (
      <Awaited
        error={failed?.error ?? null}
        onRetry={() => read.forEach(({ refetch }) => void refetch())}
      />
    );
  }
  const items = queues.flatMap((queue, at) =>
    (read[at]?.data?.rows ?? []).map((row) => toWorkItem(queue, row, roles)),
  );
  return (
    <>
      <nav className={classes['queues']} aria-label={TEXTS.queues}>
        {queues.map(({ resource, title, filter }, at) => {
          const page = read[at]?.data;
          const count = `${page?.rows.length ?? 0}${typeof page?.next === 'string' ? '+' : ''}`;
          return (
            <Link
              key={title}
              className={classes['queue'] ?? ''}
              {...(page?.rows.length === 0 ? { 'data-empty': true } : {})}
              to={filteredListPath(resource.shape.name, filter)}
            >
              {title} <span className={classes['count']}>{count}</span>
            </Link>
          );
        })}
      </nav>
      <Work items={sortWork(items)} />
    </>
  );
}

/** The list with its keys: j and k select a record, Enter opens it. */
function Work({ items }: { readonly items: readonly WorkItem[] }) {
  const [chosen, setChosen] = useState(0);
  const body = useRef<HTMLTableSectionElement>(null);
  const navigate = useNavigate();
  useEffect(() => rememberWork(items.map(({ path }) => path)), [items]);
  const choose = (at: number): void => {
    const next = Math.max(0, Math.min(items.length - 1, at));
    setChosen(next);
    body.current?.rows[next]?.scrollIntoView({ block: 'nearest' });
  };
  useKeys(({ key, target }) => {
    if (key === 'j') choose(chosen + 1);
    if (key === 'k') choose(chosen - 1);
    const path = items[chosen]?.path;
    const isFree = !(target instanceof Element) || target.closest('a, button, summary') === null;
    if (key === 'Enter' && isFree && path !== undefined) void navigate(path);
  });
  return (
    <Card
      title={TEXTS.queues}
      note={items.length}
      aside={<span className={classes['keys']}>{TEXTS.workHint}</span>}
      flush
    >
      {items.length === 0 ? (
        <p className={table['empty']}>{TEXTS.workDone}</p>
      ) : (
        <ScrollTable
          label={TEXTS.queues}
          head={
            <>
              <th scope="col">{TEXTS.workRecord}</th>
              <th scope="col">{TEXTS.workWaits}</th>
              <th scope="col">{TEXTS.workCustomer}</th>
              <th scope="col" data-figure>
                {TEXTS.workAmount}
              </th>
              <th scope="col" data-figure>
                {TEXTS.workAge}
              </th>
            </>
          }
        >
          <tbody ref={body}>
            {items.map((item, at) => (
              <WorkRow key={item.key} item={item} isChosen={at === chosen} />
            ))}
          </tbody>
        </ScrollTable>
      )}
    </Card>
  );
}

function WorkRow({ item, isChosen }: { readonly item: WorkItem; readonly isChosen: boolean }) {
  const { title, path, queue, urgency, sinceMs, amount, customer, customerId } = item;
  const [nowMs] = useState(Date.now);
  const name = customer === '' ? `#${customerId ?? ''}` : customer;
  return (
    <tr {...(isChosen ? { 'data-chosen': true } : {})}>
      <th scope="row">
        <Link className={parts['strong'] ?? ''} to={path} aria-current={isChosen}>
          {title}
        </Link>
      </th>
      <td>
        <Badge tone={urgency === 1 ? 'warn' : 'neutral'}>{queue}</Badge>
      </td>
      <td>
        {customerId === undefined ? (
          customer || TEXTS.none
        ) : (
          <Link to={pagePath(CUSTOMERS, customerId)}>{name}</Link>
        )}
      </td>
      <td data-figure>{amount === undefined ? TEXTS.none : eurosText(amount)}</td>
      <td data-figure>{sinceMs === undefined ? TEXTS.none : ageText(nowMs - sinceMs)}</td>
    </tr>
  );
}
