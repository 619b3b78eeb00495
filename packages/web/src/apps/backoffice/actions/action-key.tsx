import classes from './actions.module.css';

/**
 * The number of the key that presses a button of the page's actions, up to 9. The style sheet counts
 * the buttons, because several toolbars share the numbers.
 */
export function ActionKey() {
  return <kbd className={classes['key']} data-action-key aria-hidden />;
}
