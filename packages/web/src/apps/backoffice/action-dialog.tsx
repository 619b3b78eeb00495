// One action: what it does, its inputs, why it is done, and what came of it.
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
import { Reason, type Resource, type Schema } from '@halyard/contract/backoffice/resource';
import { parseInput } from '@halyard/contract/parse-input';
import { assertPresent } from '@halyard/core/assertion';
import { useId, useState, type SyntheticEvent } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import * as z from 'zod/mini';
import { callDeclared } from '#data/staff.ts';
import { ActionInput } from './action-inputs.tsx';
import { startValues, toBody, type FormValues } from './action-form.ts';
import { ActionReply } from './action-reply.tsx';
import { kindOf } from './field-kind.ts';
import { isDangerous, labelOf } from './names.ts';
import { TextInput } from './text-input.tsx';
import { TEXTS } from './texts.ts';
import { useDeed } from './use-deed.ts';

type ActionDialogProps = {
  readonly resource: Resource;
  readonly name: string;
  /** Undefined where the action is on all. */
  readonly id: string | number | undefined;
  readonly row: Readonly<Record<string, unknown>>;
  readonly onClose: () => void;
};

const Reply = z.record(z.string(), z.unknown());

export function ActionDialog({ resource, name, id, row, onClose }: ActionDialogProps) {
  const declared = assertPresent(resource.shape.actions[name], `${name} is declared`);
  const route = assertPresent(resource.actions[name], `${name} has a route`);
  const { input } = declared;
  const titleId = useId();
  const [values, setValues] = useState<FormValues>(() => startValues(input, row));
  const [reason, setReason] = useState('');
  const [reply, setReply] = useState<Readonly<Record<string, unknown>>>();
  const deed = useDeed([...Object.keys(input), 'reason']);
  const refresh = useRefresh();
  const notify = useNotify();

  const submit = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const read = toBody(input, values);
    if (read.kind === 'not-json') {
      deed.fail({ [read.field]: TEXTS.jsonWrong });
      return;
    }
    const body = { ...read.body, reason };
    const parsed = parseInput(z.object({ ...input, reason: Reason }), body);
    if (!parsed.ok) {
      deed.fail(toFields(parsed.errors));
      return;
    }
    const params = id === undefined ? {} : { params: { id } };
    const answer = await deed.send(callDeclared(route, { ...params, body }));
    if (answer === undefined) return;
    refresh();
    const given = Reply.parse(answer);
    if (Object.entries(declared.reply).some(([field, schema]) => isWorthReading(field, schema))) {
      setReply(given);
      return;
    }
    const isSame = given['changed'] === false;
    notify(`${labelOf(name)}: ${isSame ? TEXTS.unchanged : TEXTS.done}`, {
      type: isSame ? 'info' : 'success',
    });
    onClose();
  };

  if (reply !== undefined) {
    return (
      <ActionReply title={labelOf(name)} shape={declared.reply} reply={reply} onClose={onClose} />
    );
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogTitle id={titleId}>{labelOf(name)}</DialogTitle>
        <DialogContent>
          <Stack spacing={2}>
            <Typography variant="body2">{declared.summary}</Typography>
            {deed.failure !== undefined && <Alert severity="error">{deed.failure}</Alert>}
            {Object.entries(input).map(([field, schema]) => (
              <ActionInput
                key={field}
                name={field}
                schema={schema}
                value={values[field] ?? ''}
                error={deed.errors[field]}
                onChange={(value) => setValues((before) => ({ ...before, [field]: value }))}
              />
            ))}
            <TextInput
              label={TEXTS.reason}
              hint={TEXTS.reasonHint}
              value={reason}
              error={deed.errors['reason']}
              isRequired
              onChange={setReason}
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{TEXTS.cancel}</Button>
          <Button
            type="submit"
            variant="contained"
            color={isDangerous(name) ? 'error' : 'primary'}
            disabled={deed.isSending}
          >
            {labelOf(name)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** What the page shows after the deed needs no dialog. */
function isWorthReading(field: string, schema: Schema): boolean {
  return !['flag', 'choice', 'whole', 'euros', 'number'].includes(kindOf(field, schema).kind);
}

/** What is wrong inside a field stands at the field. */
function toFields(errors: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, text]) => [name.split('.')[0] ?? name, text]),
  );
}
