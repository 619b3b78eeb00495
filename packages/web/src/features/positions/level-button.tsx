import type { Position } from '@halyard/contract/trading';
import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls.ts';
import classes from './positions.module.css';

type LevelButtonProps = { readonly position: Position; readonly onEdit: () => void };

/** Opens the editor of stop and target. */
export function LevelButton({ position, onEdit }: LevelButtonProps) {
  const { t } = useTranslation('trading');
  const { direction, symbol } = position;
  return (
    <Button
      size="compact-sm"
      variant="default"
      className={clsx(classes['close'], classes['levels'])}
      aria-label={t('levelsNamed', { direction: t(direction), symbol })}
      onClick={onEdit}
    >
      {t('levelsShort')}
    </Button>
  );
}
