// Commands over the live feed. Each carries a request id that the customer's account remembers:
// sending the same id and content again can never trade twice, it only repeats the answer.
//
// 1. Not connected: nothing is sent, so that no order goes out long after it was given.
// 2. Sent and answered: done, or refused with a code.
// 3. Sent, no answer within COMMAND_TIMEOUT_MS: unknown. The caller keeps the message and may send
//    it again as it is; the lists are asked for anew, which often settles the matter.
import type { Acknowledge } from '@halyard/contract/live';
import type { ErrorEnvelope } from '@halyard/contract/wire';

export const COMMAND_TIMEOUT_MS = 5000;

export type CommandEvent = 'openPosition' | 'closePosition' | 'updatePosition' | 'closeAll';

export type Command = {
  readonly event: CommandEvent;
  readonly message: Readonly<Record<string, unknown>> & { readonly requestId: string };
};

export type CommandAnswer =
  | { readonly kind: 'done'; readonly data: unknown }
  | { readonly kind: 'refused'; readonly refusal: ErrorEnvelope }
  | { readonly kind: 'unsent' }
  | { readonly kind: 'unknown' };

/** What a command needs of the socket. */
export type CommandSocket = {
  isConnected(): boolean;
  /** Calls back with an error when no answer came in time. */
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
      // Whether it was carried out is not known either.
      else if (envelope.code === 'unavailable' || envelope.code === 'internal')
        resolve({ kind: 'unknown' });
      else resolve({ kind: 'refused', refusal: envelope });
    });
  });
}
