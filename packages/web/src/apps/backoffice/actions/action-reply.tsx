import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  Typography,
} from '@mui/material';
import type { Schema } from '@halyard/contract/backoffice/resource';
import { useId, useState } from 'react';
import { browserStore, KEYS } from '#data/storage/text-store.ts';
import { handOver, TAKEN_WITHIN_MS, VIEWING_ADDRESS } from '#data/auth/viewing.ts';
import { FieldValue } from '../lists/field-value.tsx';
import { labelOf } from '../names.ts';
import { TEXTS } from '../texts.ts';

type ActionReplyProps = {
  readonly title: string;
  readonly shape: Readonly<Record<string, Schema>>;
  readonly reply: Readonly<Record<string, unknown>>;
  readonly onClose: () => void;
};

const TOKEN = 'access_token';

/**
 * Shows an action's reply, such as a password that can't be read again, so a stray click must not
 * close it.
 */
export function ActionReply({ title, shape, reply, onClose }: ActionReplyProps) {
  const titleId = useId();
  // A session's token is used, never shown.
  const token = reply[TOKEN];
  const told = Object.entries(shape).filter(([name]) => name !== TOKEN);
  return (
    <Dialog open aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{`${title}: ${TEXTS.done}`}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          {told.length > 0 && <Alert severity="warning">{TEXTS.once}</Alert>}
          {typeof token === 'string' && (
            <>
              <Typography variant="body2">{TEXTS.viewing15}</Typography>
              <OpenAsButton token={token} />
            </>
          )}
          <dl style={{ margin: 0 }}>
            {told.map(([name, schema]) => (
              <div key={name} style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
                <dt style={{ minWidth: 100 }}>{labelOf(name)}</dt>
                <dd style={{ margin: 0, overflowWrap: 'anywhere' }}>
                  <FieldValue name={name} schema={schema} value={reply[name]} />{' '}
                  {typeof reply[name] === 'string' && <CopyButton text={reply[name]} />}
                </dd>
              </div>
            ))}
          </dl>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {TEXTS.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** In a new tab, independent of who is signed in to this browser. */
function OpenAsButton({ token }: { readonly token: string }) {
  const open = (): void => {
    handOver(browserStore, token);
    window.setTimeout(() => browserStore.remove(KEYS.viewing), TAKEN_WITHIN_MS);
    window.open(VIEWING_ADDRESS, '_blank', 'noopener');
  };
  return (
    <Button variant="outlined" onClick={open} sx={{ alignSelf: 'start' }}>
      {TEXTS.openAs}
    </Button>
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <Button onClick={() => void navigator.clipboard.writeText(text).then(() => setIsCopied(true))}>
      {isCopied ? TEXTS.copied : TEXTS.copy}
    </Button>
  );
}
