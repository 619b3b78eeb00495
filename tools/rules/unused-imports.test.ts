import { expect, it } from 'vitest';
import { findUnusedImports } from './unused-imports.ts';

it('reports an allowed import that nothing uses, and none that is used', () => {
  const into = (resolved: string) => [{ resolved }];
  const problems = findUnusedImports([
    {
      source: 'packages/core/src/ledger/posting.ts',
      dependencies: into('packages/core/src/money/money.ts'),
    },
    {
      source: 'packages/server/src/features/alerts/alerts.ts',
      dependencies: into('packages/server/src/features/notifications/notifications.ts'),
    },
    {
      source: 'packages/market/src/market.ts',
      dependencies: into('packages/core/src/money/money.ts'),
    },
  ]).join();
  for (const used of ['ledger → money ', 'alerts → notifications ', 'market → core ']) {
    expect(problems).not.toContain(used);
  }
  for (const unused of ['ledger → position ', 'accounts → notifications ', 'market → contract ']) {
    expect(problems).toContain(unused);
  }
});
