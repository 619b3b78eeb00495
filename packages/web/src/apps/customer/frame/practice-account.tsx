import { useTranslation } from 'react-i18next';
import { useSessionToken } from '#data/auth/session.ts';
import { SidePart } from '#ui/dialogs/side-part.tsx';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import classes from './practice-account.module.css';

const PracticeActions = lazyPart(
  async () => (await import('./practice-actions.tsx')).PracticeActions,
);

/**
 * Shows that the page uses practice money, even if the actions of the practice account fail to
 * load.
 */
export function PracticeAccount() {
  const { t } = useTranslation();
  if (useSessionToken() === undefined) return null;
  return (
    <aside className={classes['bar']} aria-label={t('practiceAccount')}>
      <strong className={classes['title']}>{t('practiceAccount')}</strong>
      <SidePart>
        <PracticeActions />
      </SidePart>
    </aside>
  );
}
