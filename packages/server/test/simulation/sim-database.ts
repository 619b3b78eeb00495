// The database as one process sees it: lanes, and statements that may get lost, come late, or
// meet the end of the process at any step.
import type { EngineDatabase } from '#engine/engine-database.ts';
import type { Lane } from '#platform/db/db.ts';
import { toDatabaseFailure } from '#platform/db/failure.ts';
import { Outage } from '#platform/outage/outage.ts';

import type { SqlRow } from './array-cells.ts';
import type { CommitRows } from './commit-rows.ts';
import { count } from './injected-failures.ts';
import type { CommitStep, Problems, Passage, Sabotage } from './injected-failures.ts';
import type { SimProcess } from './sim-process.ts';
import { FENCED } from './sim-tables.ts';
import { kindOf, WAIT_CANCELLED } from './sim-server.ts';
import type { SimServer, StatementKind } from './sim-server.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The client gives up this long after the server would have ended the statement. */
const ANSWER_GRACE_MS = 2_000;
const POOL_TIMEOUT_MS = 30_000;
/** A connection that is cut is noticed after so long. */
const CUT_MS = 5;

export type SimLink = {
  readonly isExclusive: boolean;
  readonly time: VirtualTime;
  readonly process: SimProcess;
  readonly server: SimServer;
  readonly problems: Problems;
  readonly sabotage?: Sabotage | undefined;
  /** The process dies, or is stopped for so long. */
  readonly interrupt: (pauseMs: number | null) => void;
  readonly onSent: () => void;
  readonly onCommitted: (rows: CommitRows, values: readonly unknown[]) => void;
};

export function openSimDatabase(link: SimLink): EngineDatabase {
  const openLane = (timeoutMs: number): Lane => {
    let last: Promise<unknown> = Promise.resolve();
    return {
      query: (text, values) => {
        const answer = last.then(() => send(link, { text, values, timeoutMs }));
        last = answer.catch(() => undefined);
        return answer;
      },
      run: () => Promise.reject(new Error('The engine runs no scripts.')),
      close: () => Promise.resolve(),
    };
  };
  return {
    isExclusive: link.isExclusive,
    query: (text, values) => send(link, { text, values, timeoutMs: POOL_TIMEOUT_MS }),
    openLane: ({ statementTimeoutMs = 0 }) => openLane(statementTimeoutMs),
  };
}

type SimRequest = {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly timeoutMs: number;
};

function send(link: SimLink, simRequest: SimRequest): Promise<readonly SqlRow[]> {
  const kind = kindOf(simRequest.text);
  const isCounted = kind === 'commit' || kind === 'read';
  if (isCounted) link.process.statements += 1;
  const { promise, resolve, reject } = Promise.withResolvers<readonly SqlRow[]>();
  let isSettled = false;
  const settle = (answer: readonly SqlRow[] | Error): void => {
    if (isSettled) return;
    isSettled = true;
    stopWaiting();
    if (isCounted) link.process.statements -= 1;
    if (!(answer instanceof Error)) resolve(answer);
    else reject(toDatabaseFailure(answer));
  };
  const stopWaiting = link.process.after(simRequest.timeoutMs + ANSWER_GRACE_MS, () => {
    settle(new Outage('database', 'Query read timeout.'));
  });
  travel(link, { ...simRequest, kind, settle });
  return promise;
}

type Travelling = SimRequest & {
  readonly kind: StatementKind;
  readonly settle: (answer: readonly SqlRow[] | Error) => void;
};

function travel(link: SimLink, statement: Travelling): void {
  const { time, process, problems, server } = link;
  const passage = problems.passage(statement.kind === 'commit');
  const { interruption } = passage;
  const meet = (step: CommitStep): void => {
    if (interruption?.step === step) link.interrupt(interruption.pauseMs);
  };
  const cut = (): void => {
    process.after(CUT_MS, () => statement.settle(new Outage('database', 'Connection reset.')));
  };
  const arrive = (): void => {
    if (passage.isRequestLost) {
      cut();
      return;
    }
    const { text, values } = statement;
    server.receive({
      text,
      values,
      process,
      holdMs: passage.holdMs,
      onCommitted: (rows) => {
        if (passage.isAnswerLost) count(problems.counts, 'an unknown commit that was done');
        link.onCommitted(rows, values);
      },
      done: (answer) => answerBack({ link, statement, passage, answer, cut, meet }),
    });
    if (passage.holdMs > 1) time.after(1, () => meet('being-written'));
  };
  meet('before-send');
  process.deliver(() => {
    if (statement.kind === 'commit') link.onSent();
    time.after(passage.requestMs, arrive);
    if (link.sabotage === 'answer-before-commit' && statement.kind === 'commit') {
      statement.settle([{}]);
    }
    meet('under-way');
  });
}

function answerBack(back: {
  readonly link: SimLink;
  readonly statement: Travelling;
  readonly passage: Passage;
  readonly answer: readonly SqlRow[] | Error;
  readonly cut: () => void;
  readonly meet: (step: CommitStep) => void;
}): void {
  const { link, statement, passage, answer, cut, meet } = back;
  if (statement.kind === 'commit' && answer instanceof Error) {
    count(link.problems.counts, `a commit refused or ended: ${codeOf(answer)}`);
    if (codeOf(answer) === FENCED && link.process.wasPaused) {
      count(link.problems.counts, 'a paused owner that came back and was refused');
    }
  }
  meet('after-commit');
  if (passage.isAnswerLost) {
    cut();
    return;
  }
  link.process.after(passage.answerMs, () => {
    statement.settle(isUnconfirmed(link, answer) ? UNCONFIRMED : answer);
    // What it does with the answer comes in this turn; then it is over.
    queueMicrotask(() => meet('after-answer'));
  });
}

const UNCONFIRMED = new Outage('database', 'Whether a commit survives a failover is unknown.');

/** As the product does: success with this warning is no success. */
function isUnconfirmed(
  { problems, sabotage }: SimLink,
  answer: readonly SqlRow[] | Error,
): boolean {
  if (answer instanceof Error || answer[0]?.[WAIT_CANCELLED] === undefined) return false;
  count(problems.counts, 'a commit with a warning');
  return sabotage !== 'swallowed-warning';
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.message;
}
