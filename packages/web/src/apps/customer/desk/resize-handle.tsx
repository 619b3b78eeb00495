import { clsx } from 'clsx';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PANEL_LIMITS, type PanelName, resizePanel, usePanelSizes } from './panel-sizes.ts';
import classes from './resize-handle.module.css';

const STEP_PX = 16;
/** The axis, the sign and the arrow key that make each panel larger. */
const DIRECTIONS = {
  left: { axis: 'x', sign: 1, larger: 'ArrowRight', smaller: 'ArrowLeft' },
  right: { axis: 'x', sign: -1, larger: 'ArrowLeft', smaller: 'ArrowRight' },
  bottom: { axis: 'y', sign: -1, larger: 'ArrowUp', smaller: 'ArrowDown' },
} as const satisfies Record<PanelName, object>;

/** The edge of a panel. It is dragged, moved by arrow keys, and reset by a double click. */
export function ResizeHandle({ panel }: { readonly panel: PanelName }) {
  const { t } = useTranslation('desk');
  const size = usePanelSizes().px[panel];
  const { least, most, usual } = PANEL_LIMITS[panel];
  const { axis, sign, larger, smaller } = DIRECTIONS[panel];
  const names = { left: t('resizeLeft'), right: t('resizeRight'), bottom: t('resizeBottom') };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    const handle = event.currentTarget;
    const from = axis === 'x' ? event.clientX : event.clientY;
    handle.setPointerCapture(event.pointerId);
    const dragging = new AbortController();
    const { signal } = dragging;
    const move = ({ clientX, clientY }: globalThis.PointerEvent) =>
      resizePanel(panel, size + sign * ((axis === 'x' ? clientX : clientY) - from));
    handle.addEventListener('pointermove', move, { signal });
    for (const end of ['pointerup', 'pointercancel'] as const) {
      handle.addEventListener(end, () => dragging.abort(), { signal });
    }
  };
  const press = (event: KeyboardEvent) => {
    const steps = { [larger]: STEP_PX, [smaller]: -STEP_PX }[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    resizePanel(panel, size + steps);
  };
  return (
    <div
      // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- a separator that is moved is a control, which hr is not
      role="separator"
      tabIndex={0}
      aria-label={names[panel]}
      aria-orientation={axis === 'x' ? 'vertical' : 'horizontal'}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={size}
      className={clsx(classes['handle'], classes[axis])}
      onPointerDown={drag}
      onDoubleClick={() => resizePanel(panel, usual)}
      onKeyDown={press}
    />
  );
}
