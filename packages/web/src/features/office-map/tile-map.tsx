import { circleMarker, map as createMap, tileLayer } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './office-map.module.css';
import type { Place } from './place.ts';

const CREDIT = '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>';
const MARKER_RADIUS = 9;
/** How many tiles may be missing, with none loaded, before the map counts as unavailable. */
const MISSING_MAX = 4;

type TileMapProps = { readonly place: Place; readonly tiles: string };

export function TileMap({ place, tiles }: TileMapProps) {
  const { t } = useTranslation('content');
  const ground = useRef<HTMLDivElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  const { latitude, longitude, zoom } = place;
  useEffect(() => {
    if (ground.current === null) return undefined;
    const shown = createMap(ground.current, {
      center: [latitude, longitude],
      zoom,
      // The wheel scrolls the page instead of the map.
      scrollWheelZoom: false,
    });
    let missing = 0;
    tileLayer(tiles, {
      attribution: CREDIT,
      // The tile servers' terms require the referring site.
      referrerPolicy: 'strict-origin',
    })
      .on('tileerror', () => {
        missing += 1;
        setIsMissing(missing >= MISSING_MAX);
      })
      .on('tileload', () => {
        missing = Number.NEGATIVE_INFINITY;
        setIsMissing(false);
      })
      .addTo(shown);
    circleMarker([latitude, longitude], {
      radius: MARKER_RADIUS,
      className: classes['marker'] ?? '',
    }).addTo(shown);
    shown.attributionControl.setPrefix(false);
    return () => void shown.remove();
  }, [latitude, longitude, zoom, tiles]);
  return (
    <div className={classes['frame']}>
      <div ref={ground} className={classes['map']} />
      {isMissing && <p className={classes['missing']}>{t('mapMissing')}</p>}
    </div>
  );
}
