import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Card } from '#ui/card.tsx';
import { showNewsToast } from '#ui/feedback/toast.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { ChoiceChips } from '#ui/inputs/choice-chips.tsx';
import { LIST_TEXTS } from '../lists/list-texts.ts';
import { filteredListPath } from '../names.ts';
import { Awaited } from '../parts/failure.tsx';
import { ScrollTable } from '../parts/scroll-table.tsx';
import table from '../parts/table.module.css';
import { TEXTS } from '../texts.ts';
import { isOf, useAssignments, WHOSE, type Whose } from './assignments.ts';
import { useKeys } from './use-keys.ts';
import { useWork } from './use-work.ts';
import type { WorkItem } from './work-items.ts';
import { rememberWork } from './work-memory.ts';
import { WorkRow } from './work-row.tsx';
import classes from './work.module.css';

/** Everything that waits for members with the caller's roles: as one list, and as the queues. */
export function WorkList() {
  const { queues, items, error, refetch } = useWork();
  if (items === undefined) return <Awaited error={error} onRetry={refetch} />;
  return (
    <>
      <nav className={classes['queues']} aria-label={TEXTS.queues}>
        {queues.map(({ queue: { resource, title, filter }, page }) => {
          if (page === undefined || page.rows.length === 0) return undefined;
          return (
            <Link
              key={title}
              className={classes['queue'] ?? ''}
              to={filteredListPath(resource.shape.name, filter)}
            >
              {title}{' '}
              <span className={classes['count']}>
                {`${page.rows.length}${page.next === null ? '' : '+'}`}
              </span>
            </Link>
          );
        })}
      </nav>
      {error !== null && <Notice tone="down">{TEXTS.workStale}</Notice>}
      <Work items={items} />
    </>
  );
}

const WHOSE_TEXTS: Readonly<Record<Whose, string>> = {
  all: TEXTS.all,
  mine: LIST_TEXTS.mine,
  free: LIST_TEXTS.free,
};

/** The list that is worked through: j and k choose, t takes, Enter opens. */
function Work({ items: all }: { readonly items: readonly WorkItem[] }) {
  const [place, setChosen] = useState(0);
  const [whose, setWhose] = useState<Whose>('all');
  // The record of a colleague for which t was pressed once; the next t takes it.
  const [asked, setAsked] = useState<string>();
  const assignments = useAssignments();
  const items = all.filter((item) => isOf(whose, assignments.assigneeOf(item), assignments.me));
  const chosen = Math.min(place, Math.max(0, items.length - 1));
  const body = useRef<HTMLTableSectionElement>(null);
  const navigate = useNavigate();
  useEffect(() => rememberWork(items.map(({ path }) => path)));
  const choose = (at: number): void => {
    const next = Math.max(0, Math.min(items.length - 1, at));
    setChosen(next);
    body.current?.rows[next]?.scrollIntoView({ block: 'nearest' });
  };
  const take = (item: WorkItem): void => {
    const assignee = assignments.assigneeOf(item);
    const isOfColleague = assignee !== undefined && assignee.id !== assignments.me;
    if (isOfColleague && asked !== item.key) {
      setAsked(item.key);
      showNewsToast(`${assignee.name} ${LIST_TEXTS.worksOnIt}`);
      return;
    }
    setAsked(undefined);
    assignments.turn(item);
  };
  useKeys(({ key, target }) => {
    if (key === 'j') choose(chosen + 1);
    if (key === 'k') choose(chosen - 1);
    const item = items[chosen];
    if (key === 't' && item !== undefined) take(item);
    else setAsked(undefined);
    const path = item?.path;
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
      {all.length > 0 && (
        <div className={classes['whose']}>
          <ChoiceChips
            legend={LIST_TEXTS.whose}
            isLegendHidden
            name="whose"
            values={WHOSE}
            chosen={whose}
            write={(value) => WHOSE_TEXTS[value]}
            onChoose={setWhose}
          />
        </div>
      )}
      {items.length === 0 ? (
        <p className={table['empty']}>{all.length === 0 ? TEXTS.workDone : TEXTS.emptyFiltered}</p>
      ) : (
        <ScrollTable
          label={TEXTS.queues}
          head={
            <>
              <th scope="col">{TEXTS.workRecord}</th>
              <th scope="col" className={classes['customer']}>
                {TEXTS.workCustomer}
              </th>
              <th scope="col" data-figure>
                {TEXTS.workAmount}
              </th>
              <th scope="col" data-figure>
                {TEXTS.workAge}
              </th>
              <th scope="col" className={classes['who']}>
                {LIST_TEXTS.assignee}
              </th>
            </>
          }
        >
          <tbody ref={body} data-own-rows>
            {items.map((item, at) => (
              <WorkRow
                key={item.key}
                item={item}
                isChosen={at === chosen}
                assignments={assignments}
              />
            ))}
          </tbody>
        </ScrollTable>
      )}
    </Card>
  );
}
