// The HTTP edge alone, on a port of its own, with routes that a test declares.
import { createHttp, type FindCaller, type Http, type HttpOptions } from '#platform/http/http.ts';
import { createLog, type Log } from '#platform/log/log.ts';

export type TestHttp = {
  readonly http: Http;
  /** Empty before it listens. */
  readonly url: string;
  listen(): Promise<void>;
  /** Every line that was logged, at the most talkative level. */
  readonly logLines: readonly string[];
};

export function createTestLog(lines: string[]): Log {
  return createLog('debug', { write: (line) => void lines.push(line) });
}

/** Tokens `customer-N`, `staff-N`, … are sessions of that kind and subject. */
export const findTestCaller: FindCaller = async (token) => {
  const [, kind, subject] = /^(customer|affiliate|staff|content)-(\d+)$/.exec(token) ?? [];
  if (kind === undefined || subject === undefined) return undefined;
  const subjectId = Number(subject);
  return { kind: kind as 'customer', subjectId, sessionId: `session-of-${token}`, token };
};

export async function startTestHttp(
  options: Pick<HttpOptions, 'routes'> & Partial<HttpOptions>,
  { isListening = true } = {},
): Promise<TestHttp> {
  const logLines: string[] = [];
  const http = await createHttp({
    findCaller: findTestCaller,
    publicUrl: undefined,
    host: '127.0.0.1',
    trustProxy: [],
    rates: {
      ordinary: { perSecond: 1_000_000, burst: 1_000_000 },
      credential: { perSecond: 1_000_000, burst: 1_000_000 },
    },
    webRoot: undefined,
    clock: { nowMs: () => Date.now() },
    log: createTestLog(logLines),
    ...options,
  });
  let url = '';
  const listen = async (): Promise<void> => {
    url = await http.listen({ host: '127.0.0.1', port: 0 });
  };
  if (isListening) await listen();
  return {
    http,
    get url() {
      return url;
    },
    listen,
    logLines,
  };
}

/** A request byte for byte, for what fetch would not send. */
export async function sendRaw(url: string, text: string): Promise<string> {
  const { connect } = await import('node:net');
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(text.replaceAll('\n', '\r\n'));
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}
