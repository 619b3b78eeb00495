// One command at a time from a component: its stage for display, and a retry with the same request
// id, which can never execute twice.
import type { ErrorEnvelope } from '@halyard/contract/wire';
import { useCallback, useRef, useState } from 'react';
import type { Command } from './live-commands.ts';
import { createRequestId } from '../http/request-id.ts';
import { useLive } from '../market/trading.tsx';

export type CommandStage =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'refused'; readonly rejection: ErrorEnvelope }
  /** There was no connection; nothing was sent. */
  | { readonly kind: 'unsent' }
  /** No answer arrived; it may have been executed. */
  | { readonly kind: 'unknown' };

/** Why a command failed. */
export type CommandFailure = Extract<CommandStage, { kind: 'refused' | 'unsent' | 'unknown' }>;

export type CommandEnds = {
  onDone(data: unknown): void;
  /** Called with the failure, for callers that don't show the stage themselves. */
  onFailed?(failure: CommandFailure): void;
};

export type CommandControl = {
  readonly stage: CommandStage;
  /** Sends a new command; no effect while one is pending. */
  send(event: Command['event'], message: Readonly<Record<string, unknown>>): void;
  /** Sends the last command again unchanged. */
  retry(): void;
  /** Clears the last result. */
  reset(): void;
};

const IDLE: CommandStage = { kind: 'idle' };

export function useCommand({ onDone, onFailed }: CommandEnds): CommandControl {
  const live = useLive();
  const [stage, setStage] = useState<CommandStage>(IDLE);
  const last = useRef<Command>(undefined);
  const isSending = useRef(false);

  async function run(command: Command): Promise<void> {
    // A second click can arrive before the button is rendered as disabled.
    if (isSending.current) return;
    isSending.current = true;
    last.current = command;
    setStage({ kind: 'sending' });
    const answer = await live.send(command);
    isSending.current = false;
    if (answer.kind === 'done') {
      setStage(IDLE);
      onDone(answer.data);
    } else {
      setStage(answer);
      onFailed?.(answer);
    }
  }

  return {
    stage,
    send(event, message) {
      void run({ event, message: { ...message, requestId: createRequestId() } });
    },
    retry() {
      if (last.current !== undefined) void run(last.current);
    },
    reset: useCallback(() => setStage(IDLE), []),
  };
}
