// The dialog of one action: the record that it concerns, its inputs, the reason, and the result.
import type { ActionPresentation } from '@halyard/contract/backoffice/presentation';
import { Reason, type Resource, type Schema } from '@halyard/contract/backoffice/resource';
import { parseInput } from '@halyard/contract/parse-input';
import { assertPresent } from '@halyard/core/assertion';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { callDeclared } from '#data/auth/staff.ts';
import { createRequestId } from '#data/http/request-id.ts';
import { Button } from '#ui/controls.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { ActionInput } from './action-inputs.tsx';
import { startValues, toBody, type FormValues } from './action-form.ts';
import { ActionReply } from './action-reply.tsx';
import type { ActionTarget } from './action-target.ts';
import { ActionSubject } from './action-subject.tsx';
import { LeftDraft } from '../content/left-draft.tsx';
import { kindOf } from '../lists/field-kind.ts';
import { lastListPath } from '../lists/list-memory.ts';
import { ManyReplyDialog } from './many-reply-dialog.tsx';
import { actionText, isDangerous, labelOf } from '../names.ts';
import { ACTION_PREVIEWS, FORMATTED_INPUTS } from '../content/page-parts.ts';
import parts from '../parts/parts.module.css';
import { TextInput } from './text-input.tsx';
import { TEXTS } from '../texts.ts';
import { CATALOGUE } from '../texts/catalogue.ts';
import { rememberOwnActions } from '../work-list/own-actions.ts';
import { nextWorkPath } from '../work-list/work-memory.ts';
import classes from './actions.module.css';
import { useFormDraft } from './use-form-draft.ts';
import { useSubmission } from './use-submission.ts';
import { useDoneToast } from './use-undo.ts';

type ActionDialogProps = {
  readonly resource: Resource;
  readonly name: string;
  readonly target: ActionTarget;
  /** The reason that the form begins with. */
  readonly startReason?: string;
  readonly onClose: () => void;
};
type Facts = Readonly<Record<string, unknown>>;

const Reply = z.record(z.string(), z.unknown());
const NOTHING = {};
/** Makes a repeated request safe; a form uses one id until it is closed. */
const REQUEST_ID = 'request_id';
/** The message to the customer; by default the reason. */
const NOTE = 'note';

export function ActionDialog(props: ActionDialogProps) {
  const { resource, name, target, onClose } = props;
  const [reply, setReply] = useState<Facts>();
  const text = actionText(resource, name);
  const declared = assertPresent(resource.shape.actions[name], `${name} is declared`);
  if (reply === undefined) {
    return <ActionForm {...props} onReply={setReply} />;
  }
  if (target.on === 'many') {
    const end = (): void => {
      // Keeps the selection until the result was read, because the dialog depends on it.
      target.onDone();
      onClose();
    };
    return <ManyReplyDialog resource={resource} name={name} reply={reply} onClose={end} />;
  }
  return <ActionReply title={text} shape={declared.reply} reply={reply} onClose={onClose} />;
}

type ActionFormProps = ActionDialogProps & { readonly onReply: (reply: Facts) => void };

function ActionForm(props: ActionFormProps) {
  const { resource, name, target, onClose } = props;
  const declared = assertPresent(resource.shape.actions[name], `${name} is declared`);
  const { input, seen = [] } = declared;
  const asked = Object.entries(input).filter(
    ([field]) => !seen.includes(field) && field !== REQUEST_ID,
  );
  const text = actionText(resource, name);
  const hasNote = Object.hasOwn(input, NOTE);
  const Preview = ACTION_PREVIEWS[`${resource.shape.name}.${name}`];
  const { values, setValues, reason, setReason, submission, submit, next, kept } =
    useActionForm(props);
  return (
    <ModalDialog
      title={target.on === 'many' ? `${text}: ${target.ids.length}` : text}
      size="md"
      onClose={onClose}
    >
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter confirms from every field of the form */}
      <form
        className={parts['fields']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void submit(next);
        }}
      >
        <ActionSubject resource={resource} action={declared} target={target} />
        <LeftDraft draft={kept.draft} base={0} onRestore={kept.restore} />
        <p className={parts['hint']}>{declared.summary}</p>
        {submission.failure !== undefined && <Notice tone="down">{submission.failure}</Notice>}
        {Preview !== undefined && (
          <Suspense>
            <Preview values={values} />
          </Suspense>
        )}
        {asked.map(([field, schema], at) => {
          const Formatted = FORMATTED_INPUTS[`${resource.shape.name}.${field}`];
          if (Formatted !== undefined) {
            return (
              <Suspense key={field}>
                <Formatted
                  label={labelOf(field)}
                  value={String(values[field] ?? '')}
                  error={submission.errors[field]}
                  onChange={(value) => setValues((before) => ({ ...before, [field]: value }))}
                />
              </Suspense>
            );
          }
          return (
            <ActionInput
              key={field}
              name={field}
              schema={schema}
              value={values[field] ?? ''}
              error={submission.errors[field]}
              hint={CATALOGUE.hints[`${resource.shape.name}.${field}`]}
              hasFocus={at === 0}
              onChange={(value) => setValues((before) => ({ ...before, [field]: value }))}
            />
          );
        })}
        <TextInput
          label={TEXTS.reason}
          hint={hasNote ? TEXTS.noteReasonHint : TEXTS.reasonHint}
          value={reason}
          error={submission.errors['reason']}
          isRequired={!hasNote}
          hasFocus={asked.length === 0}
          onChange={setReason}
        />
        <div className={parts['actions']}>
          {next !== undefined && (
            <small className={classes['keys']}>
              {`${TEXTS.ctrl} ${TEXTS.enter} ${TEXTS.confirmNextHint}`}
            </small>
          )}
          <Button variant="default" onClick={onClose}>
            {TEXTS.cancel}
          </Button>
          <Button
            type="submit"
            className={isDangerous(name) ? (parts['dangerous'] ?? '') : ''}
            disabled={submission.isSending}
          >
            {text}
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}

/** The values of the form, and the function that sends them. */
function useActionForm(props: ActionFormProps) {
  const { resource, name, target, startReason = '', onReply, onClose } = props;
  const { shape } = resource;
  const declared = assertPresent(shape.actions[name], `${name} is declared`);
  const routes = target.on === 'many' ? resource.many : resource.actions;
  const route = assertPresent(routes[name], `${name} has a route`);
  const { input } = declared;
  const [values, setValues] = useState<FormValues>(() => ({
    ...startValues(input, startRow(declared, target)),
    ...(Object.hasOwn(input, REQUEST_ID) ? { [REQUEST_ID]: createRequestId() } : {}),
  }));
  const [reason, setReason] = useState(startReason);
  const submission = useSubmission([...Object.keys(input), 'reason']);
  const kept = useFormDraft({ resource, name, values, setValues });
  const client = useQueryClient();
  const announce = useDoneToast();
  const navigate = useNavigate();
  const next = nextWorkPath(useLocation().pathname);
  /** `then`: the page to open after the action, unless its reply must be read. */
  const submit = async (then?: string): Promise<void> => {
    const read = toBody(input, values);
    if (read.kind === 'not-json') {
      submission.fail({ [read.field]: TEXTS.jsonWrong });
      return;
    }
    const body = { ...read.body, reason: reason.trim() === '' ? noteOf(values) : reason };
    const parsed = parseInput(z.object({ ...input, reason: Reason }), body);
    if (!parsed.ok) {
      submission.fail(toFields(parsed.errors));
      return;
    }
    rememberOwnActions(shape.name, idsOf(target));
    const answer = await submission.send(callDeclared(route, toCall(target, body)));
    if (answer === undefined) return;
    kept.draft.forget();
    // Leaves the page of the removed record, before the page reloads and reports that the record
    // doesn't exist.
    if (declared.removes === true) await navigate(then ?? lastListPath(shape.name));
    void client.invalidateQueries();
    const given = Reply.parse(answer);
    if (hasNews(resource, name, given) || target.on === 'many') {
      onReply(given);
      return;
    }
    const done = `${actionText(resource, name)}: ${resultText(given)}`;
    if (declared.removes === true) showToast(`${shape.one} ${TEXTS.deleted}`);
    else if (target.on !== 'one') showToast(done);
    else {
      const { id, row: before } = target;
      announce({ resource, name, id, before, reason: body.reason, reply: given }, done);
    }
    onClose();
    if (then !== undefined) await navigate(then);
  };
  return { values, setValues, reason, setReason, submission, submit, next, kept };
}

/** The fields of the record that the form begins with. */
function startRow({ startsFrom = '' }: ActionPresentation, target: ActionTarget): Facts {
  if (target.on !== 'one') return NOTHING;
  return { ...(target.row[startsFrom] as Facts | undefined), ...target.row };
}

function noteOf({ [NOTE]: note }: FormValues): string {
  return typeof note === 'string' ? note : '';
}

function resultText(reply: Facts): string {
  if (reply['waiting'] === true) return TEXTS.waitsForSecond;
  return reply['changed'] === false ? TEXTS.unchanged : TEXTS.done;
}

/**
 * Returns whether the reply contains something that the page doesn't show and the caller must read.
 */
function hasNews({ shape }: Resource, name: string, reply: Facts): boolean {
  const shown = { ...shape.row, ...shape.detail };
  return Object.entries(shape.actions[name]?.reply ?? {}).some(
    ([field, schema]) =>
      !Object.hasOwn(shown, field) && reply[field] !== null && isWorthReading(field, schema),
  );
}

function idsOf(target: ActionTarget) {
  if (target.on === 'all') return [];
  return target.on === 'one' ? [target.id] : target.ids;
}

function toCall(target: ActionTarget, body: Facts) {
  if (target.on === 'all') return { body };
  if (target.on === 'one') return { params: { id: target.id }, body };
  return { body: { ...body, ids: target.ids.map(String) } };
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
