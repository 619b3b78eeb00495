// Which modules share a file. By default the bundler creates a file for every set of modules that
// the same pages share: some sixty on the sign-in page, most of them smaller than their HTTP
// headers, and each compressed separately.
import type { Rolldown } from 'vite';

const REACT = /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/;
/**
 * A group of its own: this module waits for the texts, so modules in its file would wait, too, even
 * the texts.
 */
const ENTRY = /[\\/]customer[\\/]main\.tsx|index\.html/;
/** Modules of the forms that dialogs and tables use, too. */
const BASICS =
  /[\\/]web[\\/]src[\\/]i18n[\\/](?:format|rejection-text)\.ts$|[\\/]components[\\/](?:ActionIcon|CloseButton)[\\/]|[\\/]hooks[\\/]esm[\\/](?:use-id|use-uncontrolled)[\\/]/;
/** Modules that the forms for signing in and signing up share. */
const FORMS =
  /[\\/]web[\\/]src[\\/](?:forms[\\/](?:browser-check|problems|form-failure|use-checked-form)|features[\\/]sign-in[\\/](?:challenge-of|passkey-button)|data[\\/](?:http[\\/]client-info|auth[\\/]passkeys)|ui[\\/]inputs[\\/]form-page)\.tsx?$|[\\/]components[\\/](?:TextInput|PasswordInput)[\\/]/;
/** Small modules of ours, none of which imports a library. */
const PARTS =
  /[\\/]web[\\/]src[\\/](?:i18n[\\/]figure-text|data[\\/](?:storage[\\/](?:consent|preference)|http[\\/]request-id|market[\\/](?:market-colors|trading-day-change|use-now))|ui[\\/](?:card|figures[\\/](?:change|spark-line|spark-path)|lists[\\/](?:data-table|row-list)))\.tsx?$/;

/**
 * A group includes what its modules import, except what an earlier group has included. Therefore
 * the groups are ordered from what every page needs to what few pages need.
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
