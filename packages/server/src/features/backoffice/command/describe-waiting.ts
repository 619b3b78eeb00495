import type { Waiting } from '#features/approvals/approvals.ts';

/** The message about an action that still needs approval. */
export function describeWaiting({ missing }: Waiting): string {
  return missing === 2
    ? 'waits for two members of staff: each approves it in the back office.'
    : 'waits for a second person, who approves it in the back office or repeats this command.';
}
