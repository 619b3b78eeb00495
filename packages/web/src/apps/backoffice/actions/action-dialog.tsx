// The dialog of one action: its description, inputs, reason, and result.
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
import { callDeclared } from '#data/auth/staff.ts';
import { ActionInput } from './action-inputs.tsx';
import { startValues, toBody, type FormValues } from './action-form.ts';
import { ActionReply } from './action-reply.tsx';
import type { ActionTarget } from './action-target.ts';
import { INPUT_HINTS } from '../content/content-texts.ts';
import { kindOf } from '../lists/field-kind.ts';
import { ManyReplyDialog } from './many-reply-dialog.tsx';
import { isDangerous, labelOf } from '../names.ts';
import { ACTION_PREVIEWS } from '../content/page-parts.ts';
import { TextInput } from './text-input.tsx';
import { TEXTS } from '../texts.ts';
import { useDeed } from './use-deed.ts';

type ActionDialogProps = {
  readonly resource: Resource;
  readonly name: string;
  readonly target: ActionTarget;
  readonly onClose: () => void;
};

const Reply = z.record(z.string(), z.unknown());
const NOTHING = {};

export function ActionDialog({ resource, name, target, onClose }: ActionDialogProps) {
  const declared = assertPresent(resource.shape.actions[name], `${name} is declared`);
  const routes = target.on === 'many' ? resource.many : resource.actions;
  const route = assertPresent(routes[name], `${name} has a route`);
  const { input } = declared;
  const { seen = [] } = declared;
  const asked = Object.entries(input).filter(([field]) => !seen.includes(field));
  // An action whose effect is visible on the page shows no result dialog.
  const shown = { ...resource.shape.row, ...resource.shape.detail };
  const Preview = ACTION_PREVIEWS[`${resource.shape.name}.${name}`];
  const titleId = useId();
  const [values, setValues] = useState<FormValues>(() =>
    startValues(input, target.on === 'one' ? target.row : NOTHING),
  );
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
    const answer = await deed.send(callDeclared(route, toCall(target, body)));
    if (answer === undefined) return;
    refresh();
    const given = Reply.parse(answer);
    const isNews = ([field, schema]: readonly [string, Schema]): boolean =>
      !Object.hasOwn(shown, field) && isWorthReading(field, schema);
    if (Object.entries(declared.reply).some(isNews) || target.on === 'many') {
      setReply(given);
      return;
    }
    const isSame = given['changed'] === false;
    notify(`${labelOf(name)}: ${isSame ? TEXTS.unchanged : TEXTS.done}`, {
      type: isSame ? 'info' : 'success',
    });
    onClose();
  };

  if (reply !== undefined && target.on === 'many') {
    const end = (): void => {
      // Keeps the selection until the result was read, because the dialog depends on it.
      target.onDone();
      onClose();
    };
    return <ManyReplyDialog title={labelOf(name)} reply={reply} onClose={end} />;
  }
  if (reply !== undefined) {
    return (
      <ActionReply title={labelOf(name)} shape={declared.reply} reply={reply} onClose={onClose} />
    );
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogTitle id={titleId}>{titleOf(name, target)}</DialogTitle>
        <DialogContent>
          <Stack spacing={2}>
            <Typography variant="body2">{declared.summary}</Typography>
            {deed.failure !== undefined && <Alert severity="error">{deed.failure}</Alert>}
            {Preview !== undefined && <Preview values={values} />}
            {asked.map(([field, schema]) => (
              <ActionInput
                key={field}
                name={field}
                schema={schema}
                value={values[field] ?? ''}
                error={deed.errors[field]}
                hint={INPUT_HINTS[`${resource.shape.name}.${field}`]}
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

function toCall(target: ActionTarget, body: Readonly<Record<string, unknown>>) {
  if (target.on === 'all') return { body };
  if (target.on === 'one') return { params: { id: target.id }, body };
  return { body: { ...body, ids: target.ids.map(String) } };
}

function titleOf(name: string, target: ActionTarget): string {
  return target.on === 'many' ? `${labelOf(name)}: ${target.ids.length}` : labelOf(name);
}

/** Whether the result requires someone to act. */
function isWorthReading(field: string, schema: Schema): boolean {
  return !['flag', 'choice', 'whole', 'euros', 'number'].includes(kindOf(field, schema).kind);
}

/** Problems of nested values are shown at their field. */
function toFields(errors: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, text]) => [name.split('.')[0] ?? name, text]),
  );
}
