import { expect, it } from 'vitest';
import { findUnusedImports } from './unused-imports.ts';

it('reports an allowed import that nothing uses, and none that is used', () => {
  const into = (resolved: string) => [{ resolved }];
  const faults = findUnusedImports([
    {
      source: 'packages/core/src/ledger/posting.ts',
      dependencies: into('packages/core/src/money/money.ts'),
    },
    {
      source: 'packages/server/src/features/alerts/alerts.ts',
      dependencies: into('packages/server/src/features/notices/notices.ts'),
    },
    {
      source: 'packages/market/src/market.ts',
      dependencies: into('packages/core/src/money/money.ts'),
    },
  ]).join();
  for (const used of ['ledger → money ', 'alerts → notices ', 'market → core ']) {
    expect(faults).not.toContain(used);
  }
  for (const unused of ['ledger → position ', 'accounts → notices ', 'market → contract ']) {
    expect(faults).toContain(unused);
  }
});
