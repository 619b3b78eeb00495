import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { IS_PRACTICE } from '#data/auth/account-kind.ts';
import { AutoTrading } from '#features/auto-trading/auto-trading.tsx';
import { ScreenSettings } from '#features/screen-settings/screen-settings.tsx';
import { MarginWarning, Summary } from '#features/summary/summary.tsx';
import { paymentPath } from '#paths.ts';
import { Button } from '#ui/controls.ts';
import { Region } from '#apps/frame/region.tsx';
import { ChartCountChoice } from './chart-count-choice.tsx';
import { PanelToggles } from './panel-toggles.tsx';
import { panelsOf, type WorkspaceLayout } from './workspace.tsx';

type AccountBarProps = {
  readonly layout: WorkspaceLayout;
  readonly isHelpOpen: boolean;
  readonly onHelp: (isOpen: boolean) => void;
};

/** The account's figures, and the actions for the account and the screen. */
export function AccountBar({ layout, isHelpOpen, onHelp }: AccountBarProps) {
  const { t } = useTranslation('trading');
  const panels = panelsOf(layout);
  return (
    <Region>
      {layout !== 'phone' && <MarginWarning />}
      <Summary>
        {!IS_PRACTICE && <AutoTrading />}
        {panels.length > 0 && (
          <>
            <ChartCountChoice />
            <PanelToggles panels={panels} />
          </>
        )}
        <ScreenSettings isOpen={isHelpOpen} onToggle={onHelp} />
        {!IS_PRACTICE && (
          <>
            <Button component={Link} to={paymentPath('withdraw')} variant="default">
              {t('withdraw')}
            </Button>
            <Button component={Link} to={paymentPath('deposit')}>
              {t('deposit')}
            </Button>
          </>
        )}
      </Summary>
    </Region>
  );
}
