// Settings of the trading screen: shortcuts, confirmations, colours, and pausing prices.
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls.ts';
import { KeyboardIcon } from '#ui/page-icons.tsx';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';

export { useShortcuts } from './use-shortcuts.ts';

const SettingsDialog = lazyPart(async () => (await import('./settings-dialog.tsx')).SettingsDialog);

type ScreenSettingsProps = {
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
};

/** The button that opens the settings; the question mark key does too. */
export function ScreenSettings({ isOpen, onToggle }: ScreenSettingsProps) {
  const { t } = useTranslation('trading');
  return (
    <>
      <Button
        variant="default"
        px={9}
        data-tour="help"
        aria-label={t('screenSettings')}
        title={t('screenSettings')}
        onClick={() => onToggle(true)}
      >
        <KeyboardIcon />
      </Button>
      <Suspense>{isOpen && <SettingsDialog onClose={() => onToggle(false)} />}</Suspense>
    </>
  );
}
