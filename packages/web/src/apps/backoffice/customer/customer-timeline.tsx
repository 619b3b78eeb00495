import {
  getTimeline,
  TIMELINE_KINDS,
  TIMELINE_READ,
  type TimelineEvent,
  type TimelineKind,
} from '@halyard/contract/backoffice/customer-page';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { staffCall } from '#data/auth/staff.ts';
import { Badge } from '#ui/figures/badge.tsx';
import { ChoiceChips } from '#ui/inputs/choice-chips.tsx';
import type { PagePartProps } from '../content/page-part-props.ts';
import { dateText, eurosText, TIME_ZONE, timeText } from '../lists/figure-texts.ts';
import { orThrow } from '../lists/list-calls.ts';
import { toneOf } from '../lists/state-tones.ts';
import { choiceText, findResource, pagePath } from '../names.ts';
import { Awaited, Failure } from '../parts/failure.tsx';
import table from '../parts/table.module.css';
import { actorText } from '../staff/actor-text.ts';
import { useStaff } from '../staff/staff-context.ts';
import { useStaffNames } from '../staff/use-staff-names.ts';
import { TEXTS } from '../texts.ts';
import classes from './customer.module.css';
import { groupByDay } from './group-by-day.ts';
import { kindText, toEventText } from './timeline-texts.ts';

const ALL = 'all';
type Choice = TimelineKind | typeof ALL;

/** Everything that happened in the account, as far as the caller's roles can read it. */
export function CustomerTimeline({ row }: PagePartProps) {
  const { roles } = useStaff();
  const [choice, setChoice] = useState<Choice>(ALL);
  const id = Number(row['id']);
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      queryKey: ['timeline', id, choice],
      initialPageParam: undefined as string | undefined,
      queryFn: async ({ pageParam: after }) =>
        orThrow(
          await staffCall(getTimeline, {
            params: { id },
            query: {
              ...(choice === ALL ? {} : { kind: choice }),
              ...(after === undefined ? {} : { after }),
            },
          }),
        ),
      getNextPageParam: ({ next }) => next ?? undefined,
    },
  );
  const kinds = TIMELINE_KINDS.filter((kind) => isAllowed(roles, TIMELINE_READ[kind]));
  const events = data?.pages.flatMap((page) => page.events);
  return (
    <Card title={TEXTS.timeline} note={TIME_ZONE} flush>
      <div className={classes['kinds']}>
        <ChoiceChips<Choice>
          legend={TEXTS.timelineKinds}
          isLegendHidden
          name="timeline-kind"
          values={[ALL, ...kinds]}
          chosen={choice}
          write={(value) => (value === ALL ? TEXTS.all : kindText(value))}
          onChoose={setChoice}
        />
      </div>
      {events === undefined ? (
        <div className={classes['waiting']}>
          <Awaited error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Days events={events} />
      )}
      {events !== undefined && error !== null && (
        <Failure text={error.message} onRetry={() => void refetch()} />
      )}
      {hasNextPage && (
        <div className={classes['more']}>
          <Button
            variant="default"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {TEXTS.showOlder}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Days({ events }: { readonly events: readonly TimelineEvent[] }) {
  if (events.length === 0) return <p className={table['empty']}>{TEXTS.timelineEmpty}</p>;
  return groupByDay(events, (at) => dateText(new Date(at))).map(({ day, events: ofDay }) => (
    <section key={day} aria-label={day}>
      <h3 className={classes['day']}>{day}</h3>
      <ul className={classes['events']}>
        {ofDay.map((event) => (
          <Event key={event.key} event={event} />
        ))}
      </ul>
    </section>
  ));
}

function Event({ event }: { readonly event: TimelineEvent }) {
  const { at, kind, amount } = event;
  const names = useStaffNames();
  const actor = event.actor === null ? null : actorText(event.actor, names);
  const { title, note, state } = toEventText({ ...event, actor });
  return (
    <li className={classes['event']}>
      <time dateTime={at} title={`${at.slice(0, 19).replace('T', ' ')} UTC`}>
        {timeText(new Date(at))}
      </time>
      <span className={classes['kind']}>{kindText(kind)}</span>
      <div className={classes['words']}>
        <EventTitle event={event} title={title} />
        {note !== '' && <span className={classes['note']}>{note}</span>}
      </div>
      <span className={classes['state']}>
        {state !== undefined && <Badge tone={toneOf(state)}>{choiceText('status', state)}</Badge>}
      </span>
      <span className={classes['amount']}>{amount === null ? '' : eurosText(amount)}</span>
    </li>
  );
}

type EventTitleProps = { readonly event: TimelineEvent; readonly title: string };

/** Links to the record if the caller can open it. */
function EventTitle({ event: { link }, title }: EventTitleProps) {
  const { roles } = useStaff();
  const resource = link === null ? undefined : findResource(link.resource);
  const mayOpen = resource !== undefined && isAllowed(roles, resource.shape.read);
  if (link === null || !mayOpen) return <span className={classes['title']}>{title}</span>;
  return (
    <Link className={classes['title']} to={pagePath(link.resource, link.id)}>
      {title}
    </Link>
  );
}
