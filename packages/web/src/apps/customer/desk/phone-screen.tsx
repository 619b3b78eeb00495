// The trading screen on a phone: one view at a time, chosen at the bottom.
import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CandlesIcon, ClockIcon, LayersIcon, ListIcon, PersonIcon } from '#ui/page-icons.tsx';
import classes from './phone-screen.module.css';

const VIEWS = ['markets', 'chart', 'positions', 'orders', 'account'] as const;
type View = (typeof VIEWS)[number];

/** The views whose button a step of the tour marks, by the step's name. */
const TOUR: Readonly<Partial<Record<View, string>>> = {
  markets: 'markets',
  positions: 'positions',
  account: 'help',
};

const ICONS = {
  markets: ListIcon,
  chart: CandlesIcon,
  positions: LayersIcon,
  orders: ClockIcon,
  account: PersonIcon,
} as const;

type PhoneScreenProps = {
  readonly symbol: string;
  readonly isStale: boolean;
  /** Shown above every view. */
  readonly warning: ReactNode;
  /** The buttons that open the ticket, below the chart. */
  readonly trade: ReactNode;
  /** The numbers of open positions and of pending orders. */
  readonly counts: { readonly positions: number; readonly orders: number };
  readonly show: Readonly<Record<View, () => ReactNode>>;
};

export function PhoneScreen(props: PhoneScreenProps) {
  const { symbol, isStale, warning, trade, counts, show } = props;
  const { t } = useTranslation('desk');
  const [view, setView] = useState<View>('chart');
  const [shownSymbol, setShownSymbol] = useState(symbol);
  // Choosing a market opens its chart.
  if (shownSymbol !== symbol) {
    setShownSymbol(symbol);
    setView('chart');
  }
  const names = {
    markets: t('viewMarkets'),
    chart: t('viewChart'),
    positions: t('viewPositions'),
    orders: t('viewOrders'),
    account: t('viewAccount'),
  };
  return (
    <div
      className={clsx(classes['screen'], isStale && classes['stale'])}
      data-workspace={view === 'chart' ? 'locked' : 'flow'}
    >
      {warning}
      <div className={clsx(classes['view'], classes[view])}>{show[view]()}</div>
      <div className={classes['bars']} data-tour-clear="">
        {view === 'chart' && trade}
        <nav className={classes['nav']} aria-label={t('views')}>
          {VIEWS.map((each) => {
            const Icon = ICONS[each];
            const count = each === 'positions' || each === 'orders' ? counts[each] : 0;
            return (
              <button
                key={each}
                type="button"
                className={classes['choice']}
                data-tour={TOUR[each]}
                aria-current={each === view ? 'page' : undefined}
                onClick={() => {
                  setView(each);
                  window.scrollTo(0, 0);
                }}
              >
                <span className={classes['icon']}>
                  <Icon size={20} />
                  {count > 0 && <span className={classes['count']}>{count}</span>}
                </span>
                {names[each]}
              </button>
            );
          })}
        </nav>
      </div>
    </div>
  );
}
