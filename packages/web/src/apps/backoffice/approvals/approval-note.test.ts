import { expect, it } from 'vitest';
import { approvalNote } from './approval-note.ts';

it.each([
  [
    { action: 'withdrawal', firstBy: 'Ada Wolf', isByReader: true },
    'You gave the first approval. The second approval must come from another person with one of these roles: Finance, Admin.',
  ],
  [
    { action: 'dividend', firstBy: 'Ada Wolf', isByReader: false },
    'First approved by Ada Wolf. The second approval must come from another person with one of these roles: Dealing, Admin.',
  ],
  [
    { action: 'staff-roles', firstBy: undefined, isByReader: false },
    'Two people must approve this, each with one of these roles: Admin.',
  ],
] as const)('says of %o who must still approve', (given, note) => {
  expect(approvalNote(given)).toBe(note);
});
