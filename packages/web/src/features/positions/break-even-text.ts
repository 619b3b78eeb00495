import { useTranslation } from 'react-i18next';
import { useFormat } from '#i18n/format.ts';
import type { BreakEven } from './break-even.ts';

/** Returns why a stop can't be set to break-even now; undefined if it can. */
export function useBreakEvenProblemText(): (
  level: BreakEven,
  decimals: number,
) => string | undefined {
  const { t } = useTranslation('trading');
  const format = useFormat();
  return (level, decimals) => {
    switch (level.kind) {
      case 'level':
        return undefined;
      case 'problem':
        return t(level.side === 'higher' ? 'breakEvenAtMost' : 'breakEvenAtLeast', {
          rate: format.rate(level.rate, decimals),
          limit: format.rate(level.limit, decimals),
        });
      case 'behind':
        return t('breakEvenBehind', { rate: format.rate(level.rate, decimals) });
      case 'never':
        return t('breakEvenNever');
    }
  };
}
