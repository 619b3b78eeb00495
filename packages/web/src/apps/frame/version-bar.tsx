import { clsx } from 'clsx';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNewVersion } from '#data/http/new-version.ts';
import { openWork } from '#data/http/open-work.ts';
import { Button } from '#ui/controls.ts';
import classes from './notices.module.css';

/**
 * Offers to load the newer build. The page never reloads by itself, and not while an order is open.
 */
export function VersionBar() {
  const { t } = useTranslation();
  const isNew = useNewVersion();
  const isBusy = useSyncExternalStore(openWork.subscribe, openWork.current) > 0;
  return (
    <output>
      {isNew && (
        <span className={clsx(classes['bar'], classes['version'])}>
          {t(isBusy ? 'newVersionBusy' : 'newVersion')}
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            onClick={() => window.location.reload()}
          >
            {t('reload')}
          </Button>
        </span>
      )}
    </output>
  );
}
