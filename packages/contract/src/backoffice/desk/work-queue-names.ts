/** The names of all queues: of the resource, and of the queue among those of the resource. */
export const WORK_QUEUE_NAMES = [
  'withdrawals/to-approve',
  'withdrawals/to-pay',
  'deposits/to-review',
  'deposits/to-confirm',
  'approvals/waiting',
  'shortfalls/open',
  'documents/to-review',
  'documents/expiry',
  'linked-accounts/open',
  'contact-messages/open',
  'form-entries/open',
] as const;
export type WorkQueueName = (typeof WORK_QUEUE_NAMES)[number];
