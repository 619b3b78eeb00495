// The streams of the public API: who may connect, what each connection follows, and when it ends.
//
//   1  the network connects too often, or has too many connections → too-many
//   2  the key is unknown, expired, revoked, of another network or of a blocked customer
//   3  the key lacks the scope `read` → scope-missing; has too many connections → too-many
//
// The key of every connection is checked again each second, so a revoked key streams at most two
// seconds longer.
import type { Server } from 'node:http';
import type { AccountKind } from '@halyard/contract/practice/practice';
import { toAccountId } from '@halyard/contract/v1/atoms';
import {
  CLOSE_CODES,
  HEARTBEAT_MS,
  STREAM_CONNECTIONS_MAX,
  STREAM_MESSAGE_BYTES_MAX,
  STREAM_PATH,
} from '@halyard/contract/v1/stream';
import type { Rejection } from '@halyard/contract/rejections';
import { SECOND_MS } from '@halyard/core/time';
import type { ApiKeys, KeyHolder } from '#features/api-keys/api-keys.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { createRateLimiter, networkOf, refused } from '#platform/http/http.ts';
import type { Answer, FindIp, Rate, RateLimiter } from '#platform/http/http.ts';
import type { Log } from '#platform/log/log.ts';
import { attachWebSocket } from '#platform/web-socket/web-socket.ts';
import type { Admission, UpgradeCall, WebSocket } from '#platform/web-socket/web-socket.ts';
import type { AccountsTrading } from '../accounts-trading.ts';
import { readKey } from '../read-key.ts';
import { toProblemAnswer } from '../problem-answer.ts';
import type { KeyAccount } from '../to-v1.ts';
import { AccountChannels } from './account-channels.ts';
import { collectFrames } from './collect-frames.ts';
import { Connection } from './connection.ts';
import type { FoundChannel } from './connection.ts';
import { MarketChannels } from './market-channels.ts';
import type { MarketChannelsOptions } from './market-channels.ts';
import type { Since } from './subscriber.ts';

export type { Since } from './subscriber.ts';

const KEYS_CHECKED_EVERY_MS = SECOND_MS;
/** The rate of requests for missed frames per account: a reply can contain all stored frames. */
const FRAME_READS = { perSecond: 2, burst: 50 };
const FLUSHED_EVERY_MS = 250;
const PINGED_EVERY_MS = 10 * SECOND_MS;
/** The close code of RFC 6455 for a restart of the service. */
const CLOSED_FOR_RESTART = 1012;

export type StreamsOptions = MarketChannelsOptions & {
  readonly tradingOf: AccountsTrading<'desk' | 'accountFeed'>;
  readonly apiKeys: Pick<ApiKeys, 'authenticate' | 'listEnded'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly findIp: FindIp;
  /** How often a network may connect. */
  readonly rate: Rate;
};

export type Streams = {
  attach(server: Server): void;
  /** Returns the frames of a channel after a position, as an account may follow it. */
  readFrames(
    account: KeyAccount,
    channel: string,
    since: Since,
  ): Promise<Answer<readonly string[]>>;
  close(): void;
};

type Holder = { readonly key: KeyHolder; readonly requestId: string };

export function createStreams(options: StreamsOptions): Streams {
  const desk = new StreamDesk(options);
  let detach: (() => void) | undefined;
  return {
    attach: (server) => {
      detach = attachWebSocket<Holder>(server, {
        path: STREAM_PATH,
        messageBytesMax: STREAM_MESSAGE_BYTES_MAX,
        findIp: options.findIp,
        log: options.log,
        admit: async (call) => await desk.admit(call),
        onOpen: (socket, holder) => desk.open(socket, holder),
      });
    },
    readFrames: async (...request) => await desk.readFrames(...request),
    close: () => {
      detach?.();
      desk.close();
    },
  };
}

class StreamDesk {
  readonly #options: StreamsOptions;
  readonly #accounts: Readonly<Record<AccountKind, AccountChannels>>;
  readonly #markets: MarketChannels;
  readonly #connections = new Set<Connection>();
  readonly #networks: RateLimiter;
  readonly #frameReads: RateLimiter;
  readonly #timers: readonly NodeJS.Timeout[];
  #isChecking = false;
  #isClosed = false;

  constructor(options: StreamsOptions) {
    this.#options = options;
    const open = (environment: AccountKind): AccountChannels => {
      const { accountFeed } = options.tradingOf[environment];
      return new AccountChannels({ ...options, environment, accountFeed });
    };
    this.#accounts = { live: open('live'), practice: open('practice') };
    this.#markets = new MarketChannels(options);
    this.#networks = createRateLimiter(options.rate, options.clock);
    this.#frameReads = createRateLimiter(FRAME_READS, options.clock);
    const each = (run: (connection: Connection) => void) => () => {
      for (const connection of this.#connections) run(connection);
    };
    this.#timers = [
      setInterval(() => void this.#checkKeys(), KEYS_CHECKED_EVERY_MS),
      setInterval(
        each((one) => one.beat()),
        HEARTBEAT_MS,
      ),
      setInterval(
        each((one) => one.flush()),
        FLUSHED_EVERY_MS,
      ),
      setInterval(
        each((one) => one.ping()),
        PINGED_EVERY_MS,
      ),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  async admit({ ip, requestId, authorization }: UpgradeCall): Promise<Admission<Holder>> {
    const refuse = (rejection: Rejection): Admission<Holder> => ({
      kind: 'refused',
      answer: toProblemAnswer(rejection, requestId),
    });
    if (this.#isClosed) return refuse({ code: 'unavailable' });
    const waitMs = this.#networks.take(networkOf(ip));
    if (waitMs > 0) {
      const retryAfterSeconds = Math.ceil(waitMs / SECOND_MS);
      return refuse({ code: 'too-many', facts: { retryAfterSeconds } });
    }
    const found = await this.#options.apiKeys.authenticate({ key: readKey(authorization), ip });
    if (found.kind === 'refused') return refuse(found.rejection);
    const { holder } = found;
    if (!holder.scopes.includes('read')) {
      return refuse({ code: 'scope-missing', facts: { scope: 'read' } });
    }
    return { kind: 'admitted', holder: { key: holder, requestId } };
  }

  open(socket: WebSocket, { key: holder, requestId }: Holder): void {
    const connection = new Connection({
      socket,
      holder,
      requestId,
      clock: this.#options.clock,
      findChannel: (one, name) => this.#findChannel(one, name),
    });
    const { keyId } = holder;
    const count = [...this.#connections].filter((one) => one.holder.keyId === keyId).length;
    if (count >= STREAM_CONNECTIONS_MAX || this.#isClosed) {
      const code = this.#isClosed ? 'unavailable' : 'too-many';
      connection.refuse({ code }, this.#isClosed ? CLOSED_FOR_RESTART : CLOSE_CODES.tooMany);
      return;
    }
    this.#connections.add(connection);
    socket.once('close', () => this.#connections.delete(connection));
  }

  async readFrames(
    account: KeyAccount,
    name: string,
    since: Since,
  ): Promise<Answer<readonly string[]>> {
    const waitMs = this.#frameReads.take(toAccountId(account.environment, account.customerId));
    if (waitMs > 0) {
      const retryAfterSeconds = Math.ceil(waitMs / SECOND_MS);
      return refused({ code: 'too-many', facts: { retryAfterSeconds } });
    }
    const found = this.#findChannel(account, name);
    if (found.kind === 'refused') return refused(found.rejection);
    // A quotes channel has its first frame at once, unless the symbol has no quote.
    if (name.startsWith('quotes:') && found.channel.position() === undefined) {
      return refused({ code: 'price-unavailable' });
    }
    return await collectFrames(found.channel, since);
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const connection of this.#connections) {
      connection.end(CLOSED_FOR_RESTART, 'the service restarts');
    }
    for (const accounts of Object.values(this.#accounts)) accounts.close();
    this.#markets.close();
  }

  #findChannel({ customerId, environment }: KeyAccount, name: string): FoundChannel {
    const [kind, first = '', timeframe = ''] = name.split(':');
    if (kind === 'account') {
      if (first !== toAccountId(environment, customerId))
        return { kind: 'refused', rejection: { code: 'not-found' } };
      return { kind: 'channel', channel: this.#accounts[environment].open(customerId) };
    }
    const channel =
      kind === 'quotes'
        ? this.#markets.openQuotes(first)
        : this.#markets.openCandles(first, timeframe);
    if (channel === undefined) return { kind: 'refused', rejection: { code: 'not-found' } };
    if (channel === 'too-many') return { kind: 'refused', rejection: { code: 'too-many' } };
    return { kind: 'channel', channel };
  }

  async #checkKeys(): Promise<void> {
    for (const accounts of Object.values(this.#accounts)) accounts.cleanup();
    this.#markets.cleanup();
    if (this.#isChecking || this.#connections.size === 0) return;
    this.#isChecking = true;
    try {
      const keyIds = [...new Set([...this.#connections].map(({ holder }) => holder.keyId))];
      const ended = new Set(await this.#options.apiKeys.listEnded(keyIds));
      for (const connection of this.#connections) {
        if (!ended.has(connection.holder.keyId)) continue;
        connection.refuse({ code: 'api-key-invalid' }, CLOSE_CODES.keyEnded);
      }
    } catch (error) {
      // The connections stay open: while the database is unavailable no key can be revoked.
      this.#options.log.warn({ err: error }, 'the keys of open streams could not be checked');
    }
    this.#isChecking = false;
  }
}
