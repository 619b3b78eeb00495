import type { Schema } from '@halyard/contract/backoffice/resource';
import { Fragment, useState } from 'react';
import { browserStore, KEYS } from '#data/storage/text-store.ts';
import {
  addressElsewhere,
  handOver,
  TAKEN_WITHIN_MS,
  VIEWING_ADDRESS,
} from '#data/auth/viewing.ts';
import { Button } from '#ui/controls.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { FieldValue } from '../lists/field-value.tsx';
import { labelOf } from '../names.ts';
import parts from '../parts/parts.module.css';
import { TEXTS } from '../texts.ts';
import classes from './actions.module.css';

type ActionReplyProps = {
  readonly title: string;
  readonly shape: Readonly<Record<string, Schema>>;
  readonly reply: Readonly<Record<string, unknown>>;
  readonly onClose: () => void;
};

const TOKEN = 'access_token';

/**
 * Shows an action's reply. A click outside doesn't close it, because it can contain a password that
 * can't be read again.
 */
export function ActionReply({ title, shape, reply, onClose }: ActionReplyProps) {
  // A session's token is used, never shown.
  const token = reply[TOKEN];
  const shown = Object.entries(shape).filter(([name]) => name !== TOKEN);
  return (
    <ModalDialog title={`${title}: ${TEXTS.done}`} isFirm onClose={onClose}>
      <div className={parts['fields']}>
        {shown.length > 0 && <Notice tone="warn">{TEXTS.once}</Notice>}
        {typeof token === 'string' && (
          <>
            <p>{TEXTS.viewing15}</p>
            <OpenAsButton token={token} />
          </>
        )}
        <dl className={classes['reply']}>
          {shown.map(([name, schema]) => (
            <Fragment key={name}>
              <dt>{labelOf(name)}</dt>
              <dd>
                <FieldValue name={name} schema={schema} value={reply[name]} />{' '}
                {typeof reply[name] === 'string' && <CopyButton text={reply[name]} />}
              </dd>
            </Fragment>
          ))}
        </dl>
        <div className={parts['actions']}>
          <Button onClick={onClose}>{TEXTS.close}</Button>
        </div>
      </div>
    </ModalDialog>
  );
}

/** The customers' site, if the back office has a host of its own. */
function customersSite(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="customers-site"]')?.content;
}

/** Opens the address in a new tab, independent of who is signed in to this browser. */
function OpenAsButton({ token }: { readonly token: string }) {
  const open = (): void => {
    const site = customersSite();
    if (site !== undefined) {
      window.open(addressElsewhere(site, token), '_blank', 'noopener');
      return;
    }
    handOver(browserStore, token);
    window.setTimeout(() => browserStore.remove(KEYS.viewing), TAKEN_WITHIN_MS);
    window.open(VIEWING_ADDRESS, '_blank', 'noopener');
  };
  return (
    <Button variant="default" className={parts['start'] ?? ''} onClick={open}>
      {TEXTS.openAs}
    </Button>
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <Button
      size="xs"
      variant="default"
      onClick={() => void navigator.clipboard.writeText(text).then(() => setIsCopied(true))}
    >
      {isCopied ? TEXTS.copied : TEXTS.copy}
    </Button>
  );
}
