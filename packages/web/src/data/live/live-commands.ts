// Commands over the live feed. Each carries a request id: sending the same id and content again
// never trades twice and only repeats the answer.
//
// 1. Not connected: nothing is sent, so that no order is sent long after it was placed.
//
// 2. Sent and answered: executed, or rejected with a code.
//
// 3. Sent, without an answer within COMMAND_TIMEOUT_MS: unknown. The caller keeps the message and
// can send it again unchanged; the lists are reloaded, which often resolves the outcome.
import type { Acknowledge } from '@halyard/contract/live';
import type { ErrorEnvelope } from '@halyard/contract/wire';

export const COMMAND_TIMEOUT_MS = 5000;

export type CommandEvent =
  | 'openPosition'
  | 'closePosition'
  | 'updatePosition'
  | 'closeAll'
  | 'placeOrder'
  | 'amendOrder'
  | 'cancelOrder';

export type Command = {
  readonly event: CommandEvent;
  readonly message: Readonly<Record<string, unknown>> & { readonly requestId: string };
};

export type CommandAnswer =
  | { readonly kind: 'done'; readonly data: unknown }
  | { readonly kind: 'refused'; readonly rejection: ErrorEnvelope }
  | { readonly kind: 'unsent' }
  | { readonly kind: 'unknown' };

/** The parts of the socket that a command uses. */
export type CommandSocket = {
  isConnected(): boolean;
  /** Sends an event. Calls back with an error if no answer arrives in time. */
  emit(event: CommandEvent, message: unknown, answer: TimedAcknowledge): void;
};

type TimedAcknowledge = (
  error: Error | null,
  envelope: Parameters<Acknowledge>[0] | undefined,
) => void;

export function sendCommand(socket: CommandSocket, command: Command): Promise<CommandAnswer> {
  if (!socket.isConnected()) return Promise.resolve({ kind: 'unsent' });
  return new Promise((resolve) => {
    socket.emit(command.event, command.message, (error, envelope) => {
      if (error !== null || envelope === undefined) resolve({ kind: 'unknown' });
      else if (envelope.status === 'success') resolve({ kind: 'done', data: envelope.data });
      // After these errors it is unknown whether the command was executed.
      else if (envelope.code === 'unavailable' || envelope.code === 'internal')
        resolve({ kind: 'unknown' });
      else resolve({ kind: 'refused', rejection: envelope });
    });
  });
}
