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
/** The entry of the back office. */
const OFFICE_ENTRY = /[\\/]backoffice[\\/]main\.tsx|backoffice\.html/;
/** Modules of the forms that dialogs and tables use, too. */
const BASICS =
  /[\\/]web[\\/]src[\\/]i18n[\\/](?:format|rejection-text)\.ts$|[\\/]components[\\/](?:ActionIcon|CloseButton)[\\/]|[\\/]hooks[\\/]esm[\\/](?:use-id|use-uncontrolled)[\\/]/;
/** Modules that the forms for signing in and signing up share. */
const FORMS =
  /[\\/]web[\\/]src[\\/](?:forms[\\/](?:browser-check|problems|form-failure|use-checked-form)|features[\\/]sign-in[\\/](?:challenge-of|passkey-button)|data[\\/](?:http[\\/]client-info|auth[\\/]passkeys)|ui[\\/]inputs[\\/]form-page)\.tsx?$|[\\/]components[\\/](?:TextInput|PasswordInput)[\\/]/;
/** Small modules of ours, none of which imports a library. */
const PARTS =
  /[\\/]web[\\/]src[\\/](?:i18n[\\/]figure-text|data[\\/](?:storage[\\/](?:consent|preference)|http[\\/]request-id|market[\\/](?:market-colors|trading-day-change|use-now))|ui[\\/](?:card|figures[\\/](?:change|spark-line|spark-path)|lists[\\/](?:data-table|row-list)))\.tsx?$/;
/** Mantine's fields that most forms of customers contain. */
const FIELDS =
  /[\\/]components[\\/](?:Checkbox|NativeSelect)[\\/]|[\\/]inputs[\\/]checkbox\.ts$|[\\/]styles[\\/]Checkbox\.layer/;
/** Small modules of ours that several pages of customers use. */
const PIECES =
  /[\\/]web[\\/]src[\\/](?:data[\\/]http[\\/]query-pages|ui[\\/](?:dialogs[\\/]dropdown|inputs[\\/](?:choice-chips|older-button|typed-into)|lists[\\/]use-in-view))/;
/** The signed-in customer, which the sign-in pages load first. */
const ACCOUNT = /[\\/]web[\\/]src[\\/]data[\\/]auth[\\/]account\.ts$/;
/** Modules that several parts share, such as the visitors' dialogs. */
const SHARED =
  /[\\/]web[\\/]src[\\/]ui[\\/](?:page-icons|dialogs[\\/]open-dialogs|inputs[\\/]focus)|[\\/]hooks[\\/]esm[\\/]use-merged-ref[\\/]/;
/** The part of the frame that only customers see. */
const CUSTOMER =
  /[\\/]web[\\/]src[\\/](?:apps[\\/]customer[\\/](?:frame[\\/](?:signed-in\.|customer-header|idle-guard|account-switch|entrance\.)|account[\\/]payment-return-guard)|features[\\/]second-factor-offer[\\/](?:second-factor-offer|offer-due)|ui[\\/]feedback[\\/]toast\.)/;
/** The socket and prices, which visitors receive as well. */
const PRICES =
  /[\\/]web[\\/]src[\\/]data[\\/](?:live[\\/]live-socket|market[\\/](?:public-prices|quotes))|[\\/]contract[\\/]src[\\/](?:live|market)\.ts/;
/** The customer's account and notifications, which the socket delivers. */
const LIVE =
  /[\\/]web[\\/]src[\\/]data[\\/](?:live[\\/]live-use-command|market[\\/](?:trading\.|openings))|[\\/]contract[\\/]src[\\/](?:trading|price-alerts|notifications)\.ts/;
/** The trading screen without its dialogs, which load when they are opened, and the chart library. */
const DESK =
  /[\\/]web[\\/]src[\\/](?:data[\\/]workspace[\\/]|forms[\\/](?:levels[\\/](?:level-end|level-units|trail-problem)|tables[\\/]|order-(?:terms\.|terms-text|fill)|trading-levels|step-input|steps|use-cancel-order|acknowledged-order-text)|features[\\/](?:order-ticket[\\/](?!entry-fields|level-field-list|other-outcome|practice-offer|risk-size)|chart[\\/](?!kline)|market-list[\\/](?!watchlist-editor)|positions[\\/](?:break-even\.|break-even-text|positions\.module|closing-rate|position-cells|use-reason-text)|auto-trading[\\/]auto-trading\.module))/;

/**
 * A group includes what its modules import, except what an earlier group has included. Therefore
 * the groups are ordered from what every page needs to what few pages need.
 */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'react', tags: ['$initial'], test: REACT, priority: 13 },
    { name: 'start', tags: ['$initial'], test: (id) => !ENTRY.test(id), priority: 12 },
    { name: 'basics', test: BASICS, priority: 11 },
    { name: 'account', test: ACCOUNT, priority: 10 },
    { name: 'shared', test: SHARED, priority: 9 },
    { name: 'forms', test: FORMS, priority: 8 },
    { name: 'parts', test: PARTS, priority: 7 },
    { name: 'prices', test: PRICES, priority: 6 },
    { name: 'fields', test: FIELDS, priority: 5 },
    { name: 'pieces', test: PIECES, priority: 4 },
    { name: 'customer', test: CUSTOMER, priority: 3 },
    { name: 'live', test: LIVE, priority: 2 },
    { name: 'desk', test: DESK, priority: 1 },
  ],
};

/**
 * Everything that the back office loads first, in one file: its texts are awaited at the top level,
 * and the bundler would otherwise create forty files more.
 */
export const officeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [{ name: 'start', tags: ['$initial'], test: (id) => !OFFICE_ENTRY.test(id) }],
};
