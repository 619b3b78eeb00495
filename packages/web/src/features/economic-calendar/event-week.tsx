import {
  type CalendarEvent,
  IMPORTANCES,
  type Importance,
  listCalendarEvents,
} from '@halyard/contract/calendar';
import { MINUTE_MS } from '@halyard/core/time';
import { clsx } from 'clsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteQuery } from '#data/http/query.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { UNKNOWN } from '#i18n/format.ts';
import { Button, VisuallyHidden } from '#ui/controls.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ChevronIcon } from '#ui/page-icons.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import classes from './economic-calendar.module.css';
import { type EventFilter, IMPORTANCE_TEXTS } from './event-filter.ts';
import { type Day, toDays, weekOf } from './weeks.ts';

const REFRESH_MS = MINUTE_MS;
/** How many weeks back and ahead the calendar can be browsed. */
const WEEKS_MAX = 52;

/** The events of a week, in the visitor's local time. */
export function EventWeek({ filter }: { readonly filter: EventFilter }) {
  const { t } = useTranslation('calendar');
  const [openedAtMs] = useState(() => Date.now());
  const [offset, setOffset] = useState(0);
  const { fromMs, toMs } = weekOf(openedAtMs, offset);
  const { currencies, importances } = filter;
  const isEmptyChoice = currencies.length === 0 || importances.length === 0;
  const query = useRouteQuery(
    listCalendarEvents,
    {
      query: {
        from: fromMs,
        to: toMs,
        currencies: currencies.join(','),
        importance: importances.join(','),
      },
    },
    { enabled: !isEmptyChoice, pollEveryMs: REFRESH_MS },
  );
  return (
    <>
      <div className={classes['week']}>
        <Step label={t('weekBefore')} way={-1} offset={offset} onStep={setOffset} />
        <h2 className={classes['span']}>{writeSpan(fromMs, toMs - 1)}</h2>
        <Step label={t('weekAfter')} way={1} offset={offset} onStep={setOffset} />
        {offset !== 0 && (
          <Button size="compact-sm" variant="default" onClick={() => setOffset(0)}>
            {t('thisWeek')}
          </Button>
        )}
        <span className={classes['zone']}>{t('zone', { zone: zoneName() })}</span>
      </div>
      {isEmptyChoice ? (
        <EmptyState title={t('nothing')}>{t('choose')}</EmptyState>
      ) : (
        <Loaded query={query}>
          {(events) =>
            events.length === 0 ? (
              <EmptyState title={t('nothing')}>{t('nothingText')}</EmptyState>
            ) : (
              <Events days={toDays(events)} />
            )
          }
        </Loaded>
      )}
    </>
  );
}

type StepProps = {
  readonly label: string;
  readonly way: -1 | 1;
  readonly offset: number;
  readonly onStep: (offset: number) => void;
};

function Step({ label, way, offset, onStep }: StepProps) {
  return (
    <button
      type="button"
      className={clsx(classes['step'], way < 0 ? classes['back'] : classes['on'])}
      aria-label={label}
      disabled={Math.abs(offset + way) > WEEKS_MAX}
      onClick={() => onStep(offset + way)}
    >
      <ChevronIcon size={18} />
    </button>
  );
}

function Events({ days }: { readonly days: readonly Day[] }) {
  const { t } = useTranslation('calendar');
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">{t('time')}</th>
          <th scope="col">{t('currency')}</th>
          <th scope="col">{t('importance')}</th>
          <th scope="col">{t('event')}</th>
          <th scope="col">{t('actual')}</th>
          <th scope="col">{t('forecast')}</th>
          <th scope="col">{t('previous')}</th>
        </tr>
      </thead>
      {days.map(({ atMs, events }) => (
        <tbody key={atMs}>
          <tr className={classes['day']}>
            <th scope="rowgroup" colSpan={7}>
              {writeDay(atMs)}
            </th>
          </tr>
          {events.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Event({ event }: { readonly event: CalendarEvent }) {
  const { t } = useTranslation('calendar');
  return (
    <tr>
      <td className={classes['time']}>
        <time dateTime={event.at}>{writeTime(event.at)}</time>
      </td>
      <td className={classes['currency']}>{event.currency}</td>
      <td className={classes['weight']}>
        <Weight importance={event.importance} />
      </td>
      <td className={classes['event']}>{event.title}</td>
      <td data-label={t('actual')} className={classes['actual']}>
        {event.actual ?? UNKNOWN}
      </td>
      <td data-label={t('forecast')}>{event.forecast ?? UNKNOWN}</td>
      <td data-label={t('previous')}>{event.previous ?? UNKNOWN}</td>
    </tr>
  );
}

/** The importance as one, two or three bars. */
function Weight({ importance }: { readonly importance: Importance }) {
  const { t } = useTranslation('calendar');
  return (
    <>
      <span className={classes['bars']} aria-hidden>
        {IMPORTANCES.map((step) => (
          <span key={step} className={step <= importance ? classes['full'] : undefined} />
        ))}
      </span>
      <VisuallyHidden>{t(IMPORTANCE_TEXTS[importance])}</VisuallyHidden>
    </>
  );
}

function writeSpan(fromMs: number, toMs: number): string {
  const format = new Intl.DateTimeFormat(dateLanguage(), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return format.formatRange(fromMs, toMs);
}

function writeDay(atMs: number): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  return new Intl.DateTimeFormat(dateLanguage(), options).format(atMs);
}

function writeTime(instant: string): string {
  return new Date(instant).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

function zoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');
}

/** Returns the locale for dates: English is European, with the day before the month. */
function dateLanguage(): string {
  const language = currentLanguage();
  return language === 'en' ? 'en-GB' : language;
}
