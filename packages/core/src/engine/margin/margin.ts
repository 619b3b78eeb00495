// The margin warning and the margin close-out of an account.
export { closeOut, isUnderLevel } from './margin-close-out.ts';
export { crossWarnings, endWarning, marginBounds } from './margin-warning.ts';
