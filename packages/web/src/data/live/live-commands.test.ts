import { expect, it } from 'vitest';
import { type CommandSocket, sendCommand } from './live-commands.ts';

type Answer = Parameters<CommandSocket['emit']>[2];

const command = {
  event: 'openPosition',
  message: { requestId: 'a1', symbol: 'BTCUSD' },
} as const;

function socketThat(answers: (answer: Answer) => void, isConnected = true) {
  const sent: unknown[] = [];
  const socket: CommandSocket = {
    isConnected: () => isConnected,
    emit(event, message, answer) {
      sent.push({ event, message });
      answers(answer);
    },
  };
  return { socket, sent };
}

const rejection = (code: string) =>
  ({ status: 'error', code, message: 'No', requestId: 'r', data: null }) as const;

it('sends the message and returns done', async () => {
  const { socket, sent } = socketThat((answer) => {
    answer(null, { status: 'success', data: { id: 1 } });
  });
  expect(await sendCommand(socket, command)).toEqual({ kind: 'done', data: { id: 1 } });
  expect(sent).toEqual([command]);
});

it('returns an error with its code', async () => {
  const { socket } = socketThat((answer) => {
    answer(null, rejection('price-moved'));
  });
  expect(await sendCommand(socket, command)).toEqual({
    kind: 'refused',
    rejection: rejection('price-moved'),
  });
});

it('reports an unknown outcome when no answer arrives in time', async () => {
  const { socket } = socketThat((answer) => {
    answer(new Error('operation has timed out'), undefined);
  });
  expect(await sendCommand(socket, command)).toEqual({ kind: 'unknown' });
});

it.each(['unavailable', 'internal'])('reports an unknown outcome after %s', async (code) => {
  const { socket } = socketThat((answer) => {
    answer(null, rejection(code));
  });
  expect(await sendCommand(socket, command)).toEqual({ kind: 'unknown' });
});

it('sends nothing while it is not connected', async () => {
  const { socket, sent } = socketThat(() => undefined, false);
  expect(await sendCommand(socket, command)).toEqual({ kind: 'unsent' });
  expect(sent).toEqual([]);
});
