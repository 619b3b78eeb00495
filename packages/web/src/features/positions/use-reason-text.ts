import type { Position } from '@halyard/contract/trading';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '#i18n/format.ts';

const REASONS = ['reason0', 'reason1', 'reason2', 'reason3', 'reason4'] as const;

/** Why a position was closed; a dash while it is open. */
export function useReasonText(position: Position): string {
  const { t } = useTranslation('trading');
  if (position.closed_by_broker === true) return t('reasonBroker');
  const key = position.closingReason === null ? undefined : REASONS[position.closingReason];
  return key === undefined ? UNKNOWN : t(key);
}
