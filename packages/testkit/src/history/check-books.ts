// What the database must keep by itself: rising epochs, entries that sum to zero, unique keys, and
// accounts that the rules give from their entries.
import type { Report } from './finding.ts';
import type { StoredHistory } from './history-types.ts';

export function checkBooks(stored: StoredHistory, report: Report): void {
  let last = { epoch: 0, batch: 0 };
  for (const { epoch, batch } of stored.commits) {
    const isNext = epoch >= last.epoch && batch > last.batch;
    if (!isNext) {
      const before = `batch ${last.batch} of epoch ${last.epoch}`;
      report('epochs', `batch ${batch} of epoch ${epoch} follows ${before}`);
    }
    last = { epoch, batch };
  }
  const keys = new Set<string>();
  for (const { key, amountsCents } of stored.postings) {
    if (keys.has(key)) report('posting-keys', `the key ${key} is used twice`);
    keys.add(key);
    const sumCents = amountsCents.reduce((sum, amount) => sum + amount, 0);
    if (sumCents !== 0) report('zero-sum', `the entries of ${key} sum to ${sumCents}`);
  }
  for (const { account, state, replayed } of stored.accounts) {
    if (state === replayed) continue;
    report('replay', `account ${account} is ${state}, and by its entries ${replayed}`);
  }
}
