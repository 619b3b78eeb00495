// Closes all or the losing positions in one command.
import type { CLOSE_ALL_CHOICES, Position } from '@halyard/contract/trading';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveState } from '#data/market/trading.tsx';
import { Button } from '#ui/controls.ts';
import { CloseAllDialog } from './lazy-dialogs.ts';
import classes from './positions.module.css';

type Choice = (typeof CLOSE_ALL_CHOICES)[number];

/** The two buttons above the open positions. */
export function CloseAll({ open }: { readonly open: readonly Position[] }) {
  const { t } = useTranslation('trading');
  const isOffline = useLiveState() !== 'online';
  const [asked, setAsked] = useState<Choice>();
  const losing = open.filter(({ profit }) => profit !== null && profit < 0);
  return (
    <div className={classes['closeAll']}>
      <Button
        size="compact-sm"
        variant="default"
        disabled={isOffline || losing.length === 0}
        onClick={() => setAsked('losing')}
      >
        {t('closeLosing')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={isOffline}
        onClick={() => setAsked('all')}
      >
        {t('closeEverything')}
      </Button>
      <Suspense>
        {asked !== undefined && (
          <CloseAllDialog
            which={asked}
            positions={asked === 'all' ? open : losing}
            onClose={() => setAsked(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
}
