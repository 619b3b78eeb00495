import { Fragment } from 'react';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { TEXTS } from '../texts.ts';
import classes from './palette.module.css';

const KEYS = [
  [`${TEXTS.ctrl} K`, TEXTS.keyPalette],
  ['j / k', TEXTS.keyMove],
  ['t', TEXTS.keyTake],
  [TEXTS.enter, TEXTS.keyOpen],
  ['a', TEXTS.keyActions],
  ['n', TEXTS.keyNext],
  ['Esc', TEXTS.keyClose],
  ['?', TEXTS.keySheet],
] as const;

/** The keys of the back office. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <ModalDialog title={TEXTS.keys} size="sm" closeLabel={TEXTS.close} onClose={onClose}>
      <dl className={classes['sheet']}>
        {KEYS.map(([key, text]) => (
          <Fragment key={key}>
            <dt>
              <kbd className={classes['key']}>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
    </ModalDialog>
  );
}
