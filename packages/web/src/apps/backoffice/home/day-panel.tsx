import { getDealing, getFeeds } from '@halyard/contract/backoffice/dealing';
import { getDayFigures } from '@halyard/contract/backoffice/day-figures';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card } from '#ui/card.tsx';
import { Change } from '#ui/figures/change.tsx';
import { countedText, eurosText } from '../lists/figure-texts.ts';
import { listPath } from '../names.ts';
import { Awaited } from '../parts/failure.tsx';
import parts from '../parts/parts.module.css';
import { BarPlot } from '#ui/figures/bar-plot.tsx';
import { mayCall } from '../reports/overviews.ts';
import { readOverview, REFRESH_EVERY_MS } from '../reports/read-overview.ts';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';
import { toDayFigures, type DayFigure } from './day-figures.ts';
import { exposureText, feedsText } from './market-figures.ts';
import classes from './home.module.css';

const DAY_REFRESH_EVERY_MS = 60_000;

/** The day in figures, as far as the caller's roles can read them. */
export function DayPanel() {
  const { roles } = useStaff();
  return (
    <section className={classes['day']} aria-label={TEXTS.day}>
      {mayCall(getDealing, roles) && <MarketFigures />}
      {mayCall(getDayFigures, roles) && <Figures />}
    </section>
  );
}

function Figures() {
  const { data, error, refetch } = useQuery({
    queryKey: ['day-figures'],
    refetchInterval: DAY_REFRESH_EVERY_MS,
    queryFn: async ({ signal }) =>
      getDayFigures.reply.parse(await readOverview(getDayFigures, signal)),
  });
  if (data === undefined) return <Awaited error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {toDayFigures(data.days).map((figure) => (
        <FigureCard key={figure.name} figure={figure} />
      ))}
      <p className={`${parts['hint']} ${classes['zone']}`}>{TEXTS.dayZone}</p>
    </>
  );
}

function FigureCard({ figure }: { readonly figure: DayFigure }) {
  const { title, today, points, total, change, name } = figure;
  const span = name === 'active_traders' ? TEXTS.aDayOf30 : TEXTS.last30;
  return (
    <Card title={title} note={TEXTS.today}>
      <p className={classes['figure']}>{today}</p>
      <BarPlot label={`${title}: ${TEXTS.plot30}`} points={points} />
      <p className={classes['compared']}>
        <span>{`${total} ${span}`}</span>
        <Change value={change.value} text={change.text} />
      </p>
    </Card>
  );
}

function MarketFigures() {
  const dealing = useQuery({
    queryKey: ['overview', 'dealing'],
    refetchInterval: REFRESH_EVERY_MS,
    queryFn: async ({ signal }) => await readOverview(getDealing, signal),
  });
  const feeds = useQuery({
    queryKey: ['overview', 'feeds'],
    refetchInterval: REFRESH_EVERY_MS,
    queryFn: async ({ signal }) => await readOverview(getFeeds, signal),
  });
  const failed = [dealing, feeds].find(({ error }) => error !== null);
  if (failed !== undefined) {
    return <Awaited error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  const exposed = getDealing.reply.safeParse(dealing.data).data;
  const fed = getFeeds.reply.safeParse(feeds.data).data;
  return (
    <>
      <Card title={<Link to={listPath('dealing')}>{TEXTS.openExposure}</Link>} note={TEXTS.now}>
        <p className={classes['figure']}>
          {exposed === undefined ? TEXTS.none : exposureText(exposed)}
        </p>
        <p className={parts['hint']}>
          {exposed !== undefined &&
            `${countedText(exposed.house.positions, TEXTS.openPosition, TEXTS.openPositions)} · ${TEXTS.brokerOpen} ${eurosText(exposed.house.open_result)}`}
        </p>
      </Card>
      <Card title={<Link to={listPath('feeds')}>{TEXTS.feedHealth}</Link>} note={TEXTS.now}>
        <p className={classes['figure']}>{fed === undefined ? TEXTS.none : feedsText(fed).state}</p>
        <p className={parts['hint']}>{fed !== undefined && feedsText(fed).detail}</p>
      </Card>
    </>
  );
}
