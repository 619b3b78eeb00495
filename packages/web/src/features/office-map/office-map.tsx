// The operator's location. The map's tiles come from a third party, so they are loaded after
// consent; the address and a link are always shown.
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#data/http/config.ts';
import { consent, useConsent } from '#data/storage/consent.ts';
import { Button } from '#ui/controls.ts';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { type Place, placeUrl, readPlace } from './place.ts';
import classes from './office-map.module.css';

const TileMap = lazyPart(async () => (await import('./tile-map.tsx')).TileMap);

const HEIGHT = '280px';

type OfficeMapProps = {
  /** The settings that the page gives: latitude, longitude, zoom. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly address: string;
};

export function OfficeMap({ settings, address }: OfficeMapProps) {
  const { t } = useTranslation('content');
  const map = useConfig()?.map;
  const place = readPlace(settings, map);
  const isAllowed = useConsent() === 'all';
  if (place === undefined && address === '') return null;
  return (
    <section className={classes['card']} aria-label={t('map')}>
      {place !== undefined && map?.tiles !== undefined && (
        <Suspense fallback={<Skeleton width="100%" height={HEIGHT} />}>
          {isAllowed ? <TileMap place={place} tiles={map.tiles} /> : <Offer tiles={map.tiles} />}
        </Suspense>
      )}
      <address className={classes['address']}>
        <span>{address}</span>
        {place !== undefined && <PlaceLink place={place} />}
      </address>
    </section>
  );
}

function Offer({ tiles }: { readonly tiles: string }) {
  const { t } = useTranslation('content');
  return (
    <div className={classes['offer']} style={{ minHeight: HEIGHT }}>
      <p>{t('mapOffer', { host: new URL(tiles).host })}</p>
      <Button variant="default" onClick={() => consent.set('all')}>
        {t('mapShow')}
      </Button>
    </div>
  );
}

function PlaceLink({ place }: { readonly place: Place }) {
  const { t } = useTranslation('content');
  return (
    <a href={placeUrl(place)} target="_blank" rel="noopener noreferrer">
      {t('mapOpen')}
    </a>
  );
}
