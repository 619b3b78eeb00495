// Texts of the verification queue.
import type { ComplianceCase } from '@halyard/contract/backoffice/desk/compliance';

type Texts<Name extends keyof ComplianceCase> = Readonly<
  Record<Extract<ComplianceCase[Name], string>, string>
>;

const STEPS: Texts<'step'> = {
  documents: 'Documents to review',
  screening: 'Screening to decide',
  verification: 'Ready to verify',
};
const SCREENING_STATES: Readonly<
  Record<Exclude<ComplianceCase['screening']['state'], 'off'>, string>
> = {
  'not-screened': 'not screened yet',
  clear: 'clear',
  review: 'to review',
  hit: 'hit',
  accepted: 'accepted by an officer',
  confirmed: 'hit confirmed by an officer',
};
const APPROPRIATENESS: Texts<'appropriateness'> = {
  'not-answered': 'Questions about leveraged trading not answered',
  passed: 'Questions about leveraged trading passed',
  failed: 'Questions about leveraged trading failed',
  warned: 'Questions about leveraged trading failed; continued despite the warning',
};

export const compliance = {
  queue: 'Waiting',
  hint: 'j and k move, 1 to 9 act',
  empty: 'Nobody waits for a decision. New cases appear here by themselves.',
  more: 'Further customers wait. They appear as you decide these.',
  toCustomer: 'Open the customer’s page',
  document: 'Document',
  profile: 'Profile to compare',
  noDocument: 'No document has been uploaded.',
  steps: STEPS,
  appropriateness: APPROPRIATENESS,
  profileChanged: 'Profile changed after the upload: compare it with the document again',
  expiries: { due: 'expires on', expired: 'has expired on' },
  screening: 'Screening:',
  screeningStates: SCREENING_STATES,
  screenedToday: 'today',
  dayOld: 'day old',
  daysOld: 'days old',
  rejected: 'Documents rejected before:',
  noRejected: 'No document rejected before',
  links: 'Linked accounts:',
  highestScore: 'highest score',
  noLinks: 'No linked account',
  restricted: 'Account restricted:',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  rotate: 'Rotate',
} as const;
