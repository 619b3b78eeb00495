// All markets by category or search, live ones first.
import { type Category, CATEGORIES } from '@halyard/core/instrument';
import { FAVOURITES_ID, shownSymbols } from '@halyard/contract/watchlists/watchlists';
import { clsx } from 'clsx';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAssets } from '#data/market/assets.ts';
import { keyShortcuts } from '#data/storage/preference.ts';
import { changeWatchlists, useWatchlists } from '#data/workspace/workspace.ts';
import { useLive, useLiveState, useLiveSymbols } from '#data/market/trading.tsx';
import { platformPath } from '#paths.ts';
import { NativeSelect, TextInput } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ChevronIcon } from '#ui/page-icons.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { isTypedInto } from '#ui/inputs/typed-into.ts';
import { type ListEntries, listEntries } from './list-entries.ts';
import classes from './market-list.module.css';
import { ClosedRow, MarketRow } from './market-row.tsx';

const WatchlistEditor = lazyPart(
  async () => (await import('./watchlist-editor.tsx')).WatchlistEditor,
);

const CATEGORY_AT_FIRST: Category = 'crypto';
const ROWS_AT_FIRST = 8;

export function MarketList({ symbol }: { readonly symbol: string }) {
  const { t } = useTranslation('trading');
  const assets = useAssets();
  const [chosen, setChosen] = useState<Category>();
  const [search, setSearch] = useState('');
  const shown = assets?.find((asset) => asset.symbol === symbol);
  // Initially the category of the displayed market.
  const category = chosen ?? shown?.position_assets_category.name ?? CATEGORY_AT_FIRST;
  const entries = useEntries(category, search);
  const navigate = useNavigate();
  const openFirst = () => {
    const first = entries?.live[0] ?? entries?.closed[0];
    if (search.trim() !== '' && first !== undefined) void navigate(platformPath(first.symbol));
  };
  return (
    <nav aria-label={t('markets')} className={classes['list']}>
      <Card flush fill>
        <div className={classes['tools']}>
          <ListChoice category={category} onCategory={setChosen} />
          <SearchField value={search} onChange={setSearch} onEnter={openFirst} />
        </div>
        <Entries symbol={symbol} category={category} search={search} entries={entries} />
      </Card>
    </nav>
  );
}

const EDIT = 'edit';

type ListChoiceProps = {
  readonly category: Category;
  readonly onCategory: (category: Category | undefined) => void;
};

/** Chooses a category, the favourites or a watchlist, or opens the editor of watchlists. */
function ListChoice({ category, onCategory }: ListChoiceProps) {
  const { t } = useTranslation('trading');
  const { t: deskText } = useTranslation('desk');
  const { lists, shown, favourites } = useWatchlists();
  const [isEditing, setEditing] = useState(false);
  const isList = shownSymbols({ lists, shown, favourites }) !== undefined;
  const own = [{ id: FAVOURITES_ID, name: deskText('favourites') }, ...lists];
  const show = (id: number | null) => changeWatchlists((now) => ({ ...now, shown: id }));
  return (
    <>
      <NativeSelect
        aria-label={t('category')}
        className={classes['category'] ?? ''}
        rightSection={<ChevronIcon size={14} />}
        value={isList ? `list-${shown}` : category}
        data={[
          {
            group: deskText('categories'),
            items: CATEGORIES.map((name) => ({ value: name, label: t(name) })),
          },
          {
            group: deskText('watchlists'),
            items: [
              ...own.map(({ id, name }) => ({ value: `list-${id}`, label: name })),
              { value: EDIT, label: deskText('editWatchlists') },
            ],
          },
        ]}
        onChange={({ target: { value } }) => {
          const list = own.find(({ id }) => value === `list-${id}`);
          if (value === EDIT) setEditing(true);
          else if (list !== undefined) show(list.id);
          else {
            if (isList) show(null);
            onCategory(CATEGORIES.find((name) => name === value));
          }
        }}
      />
      <Suspense>{isEditing && <WatchlistEditor onClose={() => setEditing(false)} />}</Suspense>
    </>
  );
}

type EntriesProps = {
  readonly symbol: string;
  readonly category: Category;
  readonly search: string;
  /** The markets to list; undefined while loading. */
  readonly entries: ListEntries | undefined;
};

/** Returns the markets to show; undefined until they and their states are known. */
function useEntries(category: Category, search: string): ListEntries | undefined {
  const assets = useAssets();
  const { quotes } = useLive();
  const liveSymbols = useLiveSymbols();
  const favourites = useFavourites();
  const watchlists = useWatchlists();
  if (assets === undefined || liveSymbols === undefined) return undefined;
  return listEntries({
    assets,
    stateOf(asset) {
      if (liveSymbols.has(asset.symbol)) return 'live';
      const state = quotes.get(asset.symbol)?.state ?? asset.state;
      // Before the feed has reported the state, the market doesn't count as live, because it has no
      // price yet.
      return state === 'live' ? 'none' : state;
    },
    category,
    search,
    favourites,
    watchlist: shownSymbols(watchlists),
  });
}

function useFavourites(): ReadonlySet<string> {
  const { favourites } = useWatchlists();
  return useMemo(() => new Set(favourites), [favourites]);
}

function Entries({ symbol, category, search, entries }: EntriesProps) {
  const { t } = useTranslation('trading');
  const { t: deskText } = useTranslation('desk');
  const favourites = useFavourites();
  const isList = shownSymbols(useWatchlists()) !== undefined;
  const isOffline = useLiveState() === 'offline';
  if (entries === undefined) return <RowSkeletons />;
  const { live, closed } = entries;
  const isSearching = search.trim() !== '';
  if (live.length === 0 && closed.length === 0) {
    if (!isSearching && isList) {
      return (
        <EmptyState title={deskText('watchlistEmpty')}>{deskText('watchlistHint')}</EmptyState>
      );
    }
    if (!isSearching) return <p className={classes['none']}>{t('noneLive')}</p>;
    return <EmptyState title={t('noMatch')}>{t('noMatchHint')}</EmptyState>;
  }
  const propsOf = (entry: (typeof live)[number]) => ({
    asset: entry,
    isShown: entry.symbol === symbol,
    isFavourite: favourites.has(entry.symbol),
  });
  return (
    <>
      {live.length === 0 && !isSearching && <p className={classes['none']}>{t('noneLive')}</p>}
      {isOffline && live.length > 0 && <p className={classes['none']}>{t('notLiveNow')}</p>}
      <ul className={clsx(classes['rows'], isOffline && classes['old'])}>
        {live.map((entry) => (
          <MarketRow key={entry.symbol} {...propsOf(entry)} />
        ))}
      </ul>
      {closed.length > 0 && (
        // Closed markets are collapsed, unless a search or a watchlist contains no other markets.
        <details
          key={`${category} ${isSearching}`}
          className={classes['closed']}
          open={(isSearching || isList) && live.length === 0}
        >
          <summary>
            {t('closedNow')} <span className="muted">{closed.length}</span>
          </summary>
          <ul className={classes['rows']}>
            {closed.map((entry) => (
              <ClosedRow key={entry.symbol} {...propsOf(entry)} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

type SearchFieldProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called to open the first match. */
  readonly onEnter: () => void;
};

/** The slash key focuses the search from anywhere except text inputs. */
function SearchField({ value, onChange, onEnter }: SearchFieldProps) {
  const { t } = useTranslation('trading');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTypedInto(event) || !keyShortcuts.current()) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <TextInput
      ref={input}
      type="search"
      className={classes['search'] ?? ''}
      aria-label={t('searchMarkets')}
      placeholder={t('searchMarkets')}
      autoComplete="off"
      value={value}
      rightSection={<kbd className={classes['key']}>/</kbd>}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onChange('');
        if (event.key === 'Enter') onEnter();
      }}
    />
  );
}

function RowSkeletons() {
  return (
    <div className={classes['skeletons']}>
      {Array.from({ length: ROWS_AT_FIRST }, (_, index) => (
        <Skeleton key={index} width="100%" height="28px" />
      ))}
    </div>
  );
}
