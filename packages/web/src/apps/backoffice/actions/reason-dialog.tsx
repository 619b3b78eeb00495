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
import { Reason } from '@halyard/contract/backoffice/resource';
import { parseInput } from '@halyard/contract/parse-input';
import { useId, useState, type SyntheticEvent } from 'react';
import * as z from 'zod/mini';
import type { CallResult } from '#data/http/call.ts';
import { TextInput } from './text-input.tsx';
import { TEXTS } from '../texts.ts';
import { useDeed } from './use-deed.ts';

const Form = z.object({ reason: Reason });

type ReasonDialogProps<Data> = {
  readonly title: string;
  readonly text: string;
  readonly send: (reason: string) => Promise<CallResult<Data>>;
  readonly onDone: (answer: Data) => void;
  readonly onClose: () => void;
};

/** Asks for a reason, then executes the action. */
export function ReasonDialog<Data>(props: ReasonDialogProps<Data>) {
  const { title, text, send, onDone, onClose } = props;
  const titleId = useId();
  const [reason, setReason] = useState('');
  const deed = useDeed(['reason']);
  const submit = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const parsed = parseInput(Form, { reason });
    if (!parsed.ok) {
      deed.fail(parsed.errors);
      return;
    }
    const answer = await deed.send(send(parsed.value.reason));
    if (answer !== undefined) onDone(answer);
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <Stack spacing={2}>
            <Typography variant="body2">{text}</Typography>
            {deed.failure !== undefined && <Alert severity="error">{deed.failure}</Alert>}
            <TextInput
              label={TEXTS.reason}
              hint={TEXTS.reasonHint}
              value={reason}
              error={deed.errors['reason']}
              onChange={setReason}
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{TEXTS.cancel}</Button>
          <Button type="submit" variant="contained" disabled={deed.isSending}>
            {title}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
