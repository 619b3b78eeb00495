import { parseRetryAfter } from '@halyard/contract/format/retry-after';
import { WebSocket } from 'ws';
import type { ClientOptions } from 'ws';
import type { Clock } from '#clock/clock.ts';
import { describeProblem } from './link.ts';
import type { LinkEvents, OpenLink } from './link.ts';

const MESSAGE_MAX_BYTES = 1_048_576;

// No compression: a few kilobytes per second don't justify the memory and attack surface.
const OPTIONS: ClientOptions = {
  maxPayload: MESSAGE_MAX_BYTES,
  perMessageDeflate: false,
  followRedirects: false,
};

/**
 * A link over WebSocket. Pings are answered automatically; the probe is our own ping, which RFC
 * 6455 requires the other side to answer.
 */
export function webSocketLink(url: string, clock: Clock): OpenLink {
  return (events) => {
    const socket = new WebSocket(url, OPTIONS);
    const end = closeOnce(events);
    socket.on('open', () => {
      events.opened();
    });
    socket.on('message', (data, isBinary) => {
      if (isBinary || !Buffer.isBuffer(data)) events.garbage('a binary message');
      else events.text(data.toString('utf8'));
    });
    socket.on('pong', () => {
      events.heard();
    });
    socket.on('unexpected-response', (request, response) => {
      request.destroy();
      const status = response.statusCode ?? 0;
      const retryAfterMs = parseRetryAfter(response.headers['retry-after'], clock.nowMs());
      end.with({
        reason: `refused with HTTP ${status}`,
        status,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      });
    });
    // Reports connection errors. Node emits 'close' after 'error', and an 'error' without a
    // listener would end the program.
    socket.on('error', (error) => {
      end.because(describeProblem(error));
    });
    socket.on('close', (code) => {
      end.with({ reason: `closed by the vendor (${code})` });
    });
    return {
      send(text) {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      probe() {
        if (socket.readyState === WebSocket.OPEN) socket.ping();
      },
      destroy() {
        end.silence();
        socket.terminate();
      },
    };
  };
}

/**
 * Reports the first reason for the end of a link and no later one; after `silence` it reports none.
 */
function closeOnce(events: LinkEvents) {
  let hasEnded = false;
  let because: string | undefined;
  return {
    because(reason: string): void {
      because ??= reason;
    },
    with(end: Parameters<LinkEvents['closed']>[0]): void {
      if (hasEnded) return;
      hasEnded = true;
      events.closed(because === undefined ? end : { ...end, reason: because });
    },
    silence(): void {
      hasEnded = true;
    },
  };
}
