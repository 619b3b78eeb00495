import { useTranslation } from 'react-i18next';
import { UnstyledButton } from '#ui/controls.ts';
import { PanelIcon } from '#ui/page-icons.tsx';
import { foldPanel, type PanelName, usePanelSizes } from './panel-sizes.ts';
import classes from './panel-toggles.module.css';

type PanelTogglesProps = {
  /** The panels that exist at this window width. */
  readonly panels: readonly PanelName[];
};

/** Collapses and expands panels. */
export function PanelToggles({ panels }: PanelTogglesProps) {
  const { t } = useTranslation('desk');
  const { folded } = usePanelSizes();
  const hasTicketLeft = !panels.includes('right');
  const names = {
    left: t(hasTicketLeft ? 'ticketAndMarkets' : 'markets'),
    right: t('ticket'),
    bottom: t('positionsAndOrders'),
  };
  return (
    <fieldset className={classes['toggles']}>
      <legend className={classes['legend']}>{t('panels')}</legend>
      {panels.map((panel) => {
        const isShown = !folded.includes(panel);
        return (
          <UnstyledButton
            key={panel}
            className={classes['toggle'] ?? ''}
            aria-pressed={isShown}
            aria-label={names[panel]}
            title={names[panel]}
            onClick={() => foldPanel(panel, isShown)}
          >
            <PanelIcon side={panel} />
          </UnstyledButton>
        );
      })}
    </fieldset>
  );
}
