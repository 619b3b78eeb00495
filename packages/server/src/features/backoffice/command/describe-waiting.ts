import type { Waiting } from '#features/approvals/approvals.ts';

/** What a command says of an action that is not done yet, behind what it is about. */
export function describeWaiting({ missing }: Waiting): string {
  return missing === 2
    ? 'waits for two members of staff: each approves it in the back office.'
    : 'waits for a second person, who approves it in the back office or repeats this command.';
}
