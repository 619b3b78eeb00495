// Which modules come in one file. Left to itself the bundler makes a file of every set of modules
// that the same pages share: some sixty on the page for signing in, most of them smaller than the
// headers they come with, and each compressed by itself.
import type { Rolldown } from 'vite';

const REACT = /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/;
/** Waits for the texts, so whatever shared its file would wait for it, the texts included. */
const ENTRY = /[\\/]customer[\\/]main\.tsx|index\.html/;
/** Of the forms, but dialogs and tables use it too. */
const BASICS =
  /[\\/]web[\\/]src[\\/]i18n[\\/](?:format|rejection-text)\.ts$|[\\/]components[\\/](?:ActionIcon|CloseButton)[\\/]|[\\/]hooks[\\/]esm[\\/](?:use-id|use-uncontrolled)[\\/]/;
/** What the forms of the ways in share. */
const FORMS =
  /[\\/]web[\\/]src[\\/](?:forms[\\/](?:browser-check|problems|form-failure|use-checked-form)|features[\\/]sign-in[\\/](?:challenge-of|passkey-button)|data[\\/](?:http[\\/]client-info|auth[\\/]passkeys)|ui[\\/]inputs[\\/]form-page)\.tsx?$|[\\/]components[\\/](?:TextInput|PasswordInput)[\\/]/;
/** Small ones of ours, none of which brings a library along. */
const PARTS =
  /[\\/]web[\\/]src[\\/](?:i18n[\\/]figure-text|data[\\/](?:storage[\\/](?:consent|preference)|http[\\/]request-id|market[\\/](?:market-colors|trading-day-change|use-now))|ui[\\/](?:card|figures[\\/](?:change|spark-line|spark-path)|lists[\\/](?:data-table|row-list)))\.tsx?$/;

/**
 * A group takes what its modules import with them, less what an earlier one has taken. So the order
 * is from what every page needs to what few do.
 */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'react', tags: ['$initial'], test: REACT, priority: 5 },
    { name: 'start', tags: ['$initial'], test: (id) => !ENTRY.test(id), priority: 4 },
    { name: 'basics', test: BASICS, priority: 3 },
    { name: 'forms', test: FORMS, priority: 2 },
    { name: 'parts', test: PARTS, priority: 1 },
  ],
};
