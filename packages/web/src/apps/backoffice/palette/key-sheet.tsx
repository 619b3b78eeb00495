import { Fragment } from 'react';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';
import { sectionKeys } from './page-keys.ts';
import classes from './palette.module.css';

const KEYS = [
  [`${TEXTS.ctrl} K`, TEXTS.keyPalette],
  ['j / k', TEXTS.keyMove],
  [TEXTS.enter, TEXTS.keyOpen],
  ['t', TEXTS.keyTake],
  ['x', TEXTS.keySelect],
  ['/', TEXTS.keySearch],
  ['1 – 9', TEXTS.keyNumber],
  ['a', TEXTS.keyActions],
  ['h / l', TEXTS.keyTabs],
  ['+ / - / r', TEXTS.keyPicture],
  [`${TEXTS.ctrl} ${TEXTS.enter}`, TEXTS.keyConfirmNext],
  ['n', TEXTS.keyNext],
  ['z', TEXTS.keyUndo],
  ['Esc', TEXTS.keyClose],
  ['?', TEXTS.keySheet],
] as const;

/** The keys of the back office. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const { roles } = useStaff();
  return (
    <ModalDialog title={TEXTS.keys} size="sm" closeLabel={TEXTS.close} onClose={onClose}>
      <dl className={classes['sheet']}>
        {[...KEYS, ['g h', TEXTS.home] as const, ...sectionKeys(roles)].map(([key, text]) => (
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
