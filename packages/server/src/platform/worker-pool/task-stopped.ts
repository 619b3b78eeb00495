/** Thrown when the pool ended a task because its input takes more time or memory than permitted. */
export class TaskStopped extends Error {
  override readonly name = 'TaskStopped';
  readonly reason: 'time' | 'memory';

  constructor(reason: 'time' | 'memory', options?: ErrorOptions) {
    super(`A computation was stopped: it exceeded its ${reason} limit.`, options);
    this.reason = reason;
  }
}
