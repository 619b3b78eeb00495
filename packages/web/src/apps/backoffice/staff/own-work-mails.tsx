import { getWorkMails, saveWorkMails } from '@halyard/contract/backoffice/desk/work-mails';
import type { WorkQueueName } from '@halyard/contract/backoffice/desk/work-queue-names';
import { workQueuesOf } from '@halyard/contract/backoffice/desk/work-queues';
import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { staffCall } from '#data/auth/staff.ts';
import { Button } from '#ui/controls.ts';
import { Checkbox } from '#ui/inputs/checkbox.ts';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { useSubmission } from '../actions/use-submission.ts';
import { RESOURCES } from '../declarations.ts';
import { orThrow } from '../lists/list-calls.ts';
import { Awaited } from '../parts/failure.tsx';
import parts from '../parts/parts.module.css';
import { TEXTS } from '../texts.ts';

const TITLES: ReadonlyMap<WorkQueueName, string> = new Map(
  workQueuesOf(RESOURCES).map(({ name, resource, queue }) => [
    name,
    `${resource.shape.title} ${queue.text}`,
  ]),
);

/** Which queues' new records are mailed to the member. */
export function OwnWorkMails() {
  const { data, error, refetch } = useQuery({
    queryKey: ['work-mails'],
    queryFn: async () => orThrow(await staffCall(getWorkMails, {})),
  });
  return (
    <Card title={TEXTS.workMails} className={parts['narrow'] ?? ''}>
      {data === undefined ? (
        <Awaited error={error} onRetry={() => void refetch()} />
      ) : (
        <WorkMailsForm {...data} onSaved={() => void refetch()} />
      )}
    </Card>
  );
}

type WorkMailsFormProps = {
  readonly offered: readonly WorkQueueName[];
  readonly chosen: readonly WorkQueueName[];
  readonly email: string;
  readonly onSaved: () => void;
};

function WorkMailsForm({ offered, chosen, email, onSaved }: WorkMailsFormProps) {
  const [queues, setQueues] = useState(chosen);
  const submission = useSubmission([]);
  const submit = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const answer = await submission.send(
      staffCall(saveWorkMails, { body: { queues: [...queues] } }),
    );
    if (answer === undefined) return;
    showToast(TEXTS.workMailsSaved);
    onSaved();
  };
  if (offered.length === 0) return <p className={parts['hint']}>{TEXTS.workMailsNone}</p>;
  return (
    <form className={parts['fields']} noValidate onSubmit={(event) => void submit(event)}>
      <p className={parts['hint']}>{`${TEXTS.workMailsHint} ${email}.`}</p>
      {submission.failure !== undefined && <Notice tone="down">{submission.failure}</Notice>}
      {offered.map((name) => (
        <Checkbox
          key={name}
          label={TITLES.get(name) ?? name}
          checked={queues.includes(name)}
          onChange={({ currentTarget: { checked } }) =>
            setQueues((before) =>
              checked ? [...before, name] : before.filter((other) => other !== name),
            )
          }
        />
      ))}
      <Button type="submit" className={parts['start'] ?? ''} disabled={submission.isSending}>
        {TEXTS.save}
      </Button>
    </form>
  );
}
