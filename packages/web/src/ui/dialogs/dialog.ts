/**
 * The dialog's header is a div, because a `header` outside `main` would be a second banner of the
 * page.
 */
export const NO_BANNER = { header: { component: 'div' } };
