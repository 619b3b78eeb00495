// Creates, renames, fills and deletes watchlists.
import type { Asset } from '@halyard/contract/trading';
import {
  WATCHLIST_NAME_LENGTH_MAX,
  WATCHLIST_SYMBOLS_MAX,
  type Watchlist,
  WATCHLISTS_MAX,
} from '@halyard/contract/workspace';
import {
  isNameTaken,
  nextListId,
  withName,
  withNewList,
  withoutList,
  withSymbol,
} from '@halyard/contract/watchlists/watchlists';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAssets } from '#data/market/assets.ts';
import { changeWatchlists, useWatchlists } from '#data/workspace/workspace.ts';
import { Button, TextInput } from '#ui/controls.ts';
import { Checkbox } from '#ui/inputs/checkbox.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { isMatch } from './list-entries.ts';
import classes from './market-list.module.css';

export function WatchlistEditor({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('desk');
  const watchlists = useWatchlists();
  const { lists, shown } = watchlists;
  const [chosen, setChosen] = useState(shown);
  const list = lists.find(({ id }) => id === chosen) ?? lists[0];
  const isFull = lists.length >= WATCHLISTS_MAX;
  const create = () => {
    const known = lists.length + 1;
    const names = Array.from({ length: known }, (_, index) =>
      t('watchlistNumbered', { number: known + index }),
    );
    const name = names.find((each) => !isNameTaken(watchlists, 0, each)) ?? '';
    // Before this list is saved, a program may create a list with the same id.
    const id = Math.max(nextListId(watchlists), Date.now());
    changeWatchlists((now) => withNewList(now, { id, name }));
    setChosen(id);
  };
  return (
    <ModalDialog onClose={onClose} title={t('watchlists')} closeLabel={t('close')}>
      <div className={classes['editor']}>
        <div className={classes['lists']}>
          {lists.map(({ id, name }) => (
            <Button
              key={id}
              size="compact-sm"
              variant={id === list?.id ? 'light' : 'default'}
              aria-pressed={id === list?.id}
              onClick={() => setChosen(id)}
            >
              {name}
            </Button>
          ))}
          <Button
            size="compact-sm"
            variant="default"
            disabled={isFull}
            title={isFull ? t('watchlistsFull', { maximum: WATCHLISTS_MAX }) : undefined}
            onClick={create}
          >
            + {t('newWatchlist')}
          </Button>
        </div>
        {list === undefined ? (
          <p className="muted">{t('noWatchlists')}</p>
        ) : (
          <ListForm key={list.id} list={list} />
        )}
      </div>
    </ModalDialog>
  );
}

function ListForm({ list }: { readonly list: Watchlist }) {
  const { t } = useTranslation('desk');
  const watchlists = useWatchlists();
  const [name, setName] = useState(list.name);
  const isTaken = isNameTaken(watchlists, list.id, name);
  const problem =
    name.trim() === '' ? t('watchlistNameRequired') : isTaken && t('watchlistNameTaken');
  return (
    <>
      <div className={classes['nameLine']}>
        <TextInput
          label={t('watchlistName')}
          maxLength={WATCHLIST_NAME_LENGTH_MAX}
          value={name}
          error={problem}
          onChange={({ currentTarget: { value } }) => {
            setName(value);
            const isValid = value.trim() !== '' && !isNameTaken(watchlists, list.id, value);
            if (isValid) changeWatchlists((now) => withName(now, list.id, value.trim()));
          }}
        />
        <Button
          variant="default"
          onClick={() => changeWatchlists((now) => withoutList(now, list.id))}
        >
          {t('deleteWatchlist')}
        </Button>
      </div>
      <Members list={list} />
    </>
  );
}

function Members({ list }: { readonly list: Watchlist }) {
  const { t } = useTranslation('desk');
  const { t: tradingText } = useTranslation('trading');
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  const isMember = ({ symbol }: Asset) => list.symbols.includes(symbol);
  const assets = useAssets() ?? [];
  const found = assets.filter((asset) => wanted === '' || isMatch(asset, wanted));
  const ordered = [...found.filter(isMember), ...found.filter((asset) => !isMember(asset))];
  const isFull = list.symbols.length >= WATCHLIST_SYMBOLS_MAX;
  return (
    <>
      <TextInput
        type="search"
        aria-label={tradingText('searchMarkets')}
        placeholder={tradingText('searchMarkets')}
        value={search}
        onChange={({ currentTarget: { value } }) => setSearch(value)}
      />
      <p className="muted">
        {t('watchlistCount', { count: list.symbols.length, maximum: WATCHLIST_SYMBOLS_MAX })}
      </p>
      <div className={classes['members']}>
        {ordered.map((asset) => (
          <Checkbox
            key={asset.symbol}
            label={`${asset.symbol} · ${asset.name}`}
            checked={isMember(asset)}
            disabled={isFull && !isMember(asset)}
            onChange={({ currentTarget: { checked: isMember } }) =>
              changeWatchlists((now) =>
                withSymbol(now, list.id, { symbol: asset.symbol, isMember }),
              )
            }
          />
        ))}
      </div>
    </>
  );
}
