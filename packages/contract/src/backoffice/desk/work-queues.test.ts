import { expect, it } from 'vitest';
import { RESOURCES } from '../resources.ts';
import { ROLES } from '../roles.ts';
import { WORK_QUEUE_NAMES } from './work-queue-names.ts';
import { maySeeQueue, mayWorkOnQueue, workQueuesOf } from './work-queues.ts';

const QUEUES = workQueuesOf(RESOURCES);

it('names every declared queue', () => {
  const declared = RESOURCES.flatMap(({ shape }) =>
    (shape.queues ?? []).map(({ name }) => `${shape.name}/${name}`),
  );
  expect([...WORK_QUEUE_NAMES].toSorted()).toEqual(declared.toSorted());
});

it('lets only roles that decide about a record work on its queue', () => {
  const queue = QUEUES.find(({ name }) => name === 'withdrawals/to-approve');
  if (queue === undefined) throw new Error('no such queue');
  // Support sees withdrawals, and decides about none.
  expect(maySeeQueue(queue, ['support'])).toBe(true);
  expect(mayWorkOnQueue(queue, ['support'])).toBe(false);
  expect(ROLES.filter((role) => mayWorkOnQueue(queue, [role]))).toEqual(['finance', 'admin']);
  expect(QUEUES.some((one) => mayWorkOnQueue(one, []))).toBe(false);
});
