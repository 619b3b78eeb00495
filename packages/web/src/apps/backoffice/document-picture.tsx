import { useState } from 'react';
import { Button } from '#ui/controls.ts';
import { COMPLIANCE_TEXTS } from './compliance/compliance-texts.ts';
import parts from './parts/parts.module.css';
import { TEXTS } from './texts.ts';
import { useKeys } from './work-list/use-keys.ts';

const ZOOMS = [1, 1.5, 2, 3] as const;
const QUARTER = 90;
const TURN = 360;

/** A document as a picture that can be enlarged and turned; it scrolls where it is too large. */
export function DocumentPicture({ address }: { readonly address: string }) {
  const [zoom, setZoom] = useState(0);
  const [degrees, setDegrees] = useState(0);
  const scale = ZOOMS[zoom] ?? 1;
  const enlarge = () => setZoom(Math.min(ZOOMS.length - 1, zoom + 1));
  const reduce = () => setZoom(Math.max(0, zoom - 1));
  const rotate = () => setDegrees((degrees + QUARTER) % TURN);
  useKeys(({ key }) => {
    if (key === '+') enlarge();
    if (key === '-') reduce();
    if (key === 'r') rotate();
  });
  return (
    <div className={parts['fields']}>
      <div className={parts['row']}>
        <Button size="xs" variant="default" disabled={zoom === ZOOMS.length - 1} onClick={enlarge}>
          {COMPLIANCE_TEXTS.zoomIn}
        </Button>
        <Button size="xs" variant="default" disabled={zoom === 0} onClick={reduce}>
          {COMPLIANCE_TEXTS.zoomOut}
        </Button>
        <Button size="xs" variant="default" onClick={rotate}>
          {COMPLIANCE_TEXTS.rotate}
        </Button>
      </div>
      {/* In a square, a turned picture stays within its place. */}
      <section
        aria-label={TEXTS.document}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls an enlarged picture
        tabIndex={0}
        style={{ maxHeight: '80vh', overflow: 'auto' }}
      >
        <img
          src={address}
          alt={TEXTS.document}
          style={{
            width: `${scale * 100}%`,
            aspectRatio: '1',
            objectFit: 'contain',
            rotate: `${degrees}deg`,
          }}
        />
      </section>
    </div>
  );
}
