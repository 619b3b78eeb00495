import { parseInput } from '@halyard/contract/parse-input';
import { assertPresent } from '@halyard/core/assertion';
import { clsx } from 'clsx';
import { useState, type ComponentType, type SyntheticEvent } from 'react';
import { callDeclared } from '#data/auth/staff.ts';
import { Button } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { startValues, toBody, type FormValues } from './action-form.ts';
import { ActionInput } from './action-inputs.tsx';
import { summaryOf } from '../declarations.ts';
import { kindOf } from '../lists/field-kind.ts';
import type { OverviewAction } from '../reports/overviews.ts';
import parts from '../parts/parts.module.css';
import { TEXTS } from '../texts.ts';
import { useSubmission } from './use-submission.ts';

type ReportActionFormProps = {
  readonly action: OverviewAction;
  /** The data that the overview shows. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly Reply: ComponentType<{ readonly data: unknown }> | undefined;
  readonly onDone: () => void;
};

/** The form of an overview's action, generated from its route, with the reply below. */
export function ReportActionForm({ action, data, Reply, onDone }: ReportActionFormProps) {
  const { route } = action;
  const title = action.title(data);
  const given = action.values?.(data) ?? {};
  const body = assertPresent(route.body, `${route.path} takes a body`);
  const kind = kindOf('', body);
  const shape = kind.kind === 'facts' ? kind.shape : {};
  const asked = Object.entries(shape).filter(([name]) => !Object.hasOwn(given, name));
  const [values, setValues] = useState<FormValues>(() => startValues(shape, {}));
  const [reply, setReply] = useState<unknown>();
  const sending = useSubmission(Object.keys(shape));
  const submit = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setReply(undefined);
    const read = toBody(shape, values);
    const parsed = parseInput(body, { ...(read.kind === 'body' ? read.body : {}), ...given });
    if (!parsed.ok) {
      sending.fail(parsed.errors);
      return;
    }
    const answer = await sending.send(callDeclared(route, { body: parsed.value }));
    if (answer === undefined) return;
    setReply(answer);
    onDone();
  };
  return (
    <Card title={title}>
      <form
        className={clsx(parts['fields'], parts['narrow'])}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <p className={parts['hint']}>{summaryOf(route)}</p>
        {sending.failure !== undefined && <Notice tone="down">{sending.failure}</Notice>}
        {asked.map(([name, schema]) => (
          <ActionInput
            key={name}
            name={name}
            schema={schema}
            value={values[name] ?? ''}
            error={sending.errors[name]}
            onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
          />
        ))}
        <Button type="submit" className={parts['start'] ?? ''} disabled={sending.isSending}>
          {title}
        </Button>
      </form>
      {reply !== undefined && (
        <div className={parts['reply']}>
          {Reply === undefined ? <Notice tone="up">{TEXTS.done}</Notice> : <Reply data={reply} />}
        </div>
      )}
    </Card>
  );
}
