// The queues of records that wait for staff, and who sees and works on them.
import type { Queue } from '../presentation.ts';
import { mayRead, type Resource, type ResourceShape } from '../resource.ts';
import { isAllowed, type Role } from '../roles.ts';
import { WORK_QUEUE_NAMES, type WorkQueueName } from './work-queue-names.ts';

export type WorkQueue = {
  /** The name among all queues, such as 'withdrawals/to-approve'. */
  readonly name: WorkQueueName;
  readonly resource: Resource;
  readonly queue: Queue;
};

/** Returns the queues in the order of their names. */
export function workQueuesOf(resources: readonly Resource[]): readonly WorkQueue[] {
  return WORK_QUEUE_NAMES.map((name) => {
    const [resourceName, queueName] = name.split('/');
    const resource = resources.find(({ shape }) => shape.name === resourceName);
    const queue = resource?.shape.queues?.find((one) => one.name === queueName);
    if (resource === undefined || queue === undefined) throw new Error(`no queue ${name}`);
    return { name, resource, queue };
  });
}

/** Returns whether these roles can list the records of the queue. */
export function maySeeQueue({ resource, queue }: WorkQueue, held: readonly Role[]): boolean {
  const { shape } = resource;
  const fields = Object.keys(queue.filter).flatMap((name) => shape.filters[name]?.fields ?? []);
  return isAllowed(held, shape.read) && fields.every((field) => mayRead(shape, field, held));
}

/** Returns whether these roles can decide about a record of the queue. */
export function mayWorkOnQueue(queue: WorkQueue, held: readonly Role[]): boolean {
  return maySeeQueue(queue, held) && hasDecision(queue.resource.shape, held);
}

function hasDecision({ actions }: ResourceShape, held: readonly Role[]): boolean {
  return Object.values(actions).some(({ on, roles }) => on === 'one' && isAllowed(held, roles));
}
