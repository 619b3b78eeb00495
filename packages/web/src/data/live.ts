// The live feed as the trading screen sees it: quotes, the customer's positions and figures, the
// state of the connection, and commands.
//
// Resync: after every (re)connection the server sends the whole book of prices, and positions and
// figures are asked for anew, so a gap needs no bookkeeping. A price feed that stays silent is torn
// down and opened again: a sleeping laptop leaves connections half open.
import {
  POSITIONS_NAMESPACE,
  POSITIONS_POLL_MS,
  type PositionsToClient,
  PRICES_NAMESPACE,
  type PricesToClient,
} from '@halyard/contract/live';
import type { BalanceFigures, PositionLists } from '@halyard/contract/trading';
import {
  type Command,
  type CommandAnswer,
  COMMAND_TIMEOUT_MS,
  sendCommand,
} from './live-commands.ts';
import { keepSocket, type KeptSocket } from './live-socket.ts';
import { createSubject, type Observable } from './observable.ts';
import { QuoteStore } from './quotes.ts';

export type { Command, CommandAnswer } from './live-commands.ts';

const ACTIVITY_INTERVAL_MS = 60_000;
const SILENT_AFTER_MS = 10_000;
const WATCH_INTERVAL_MS = 1000;
const INPUT_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

export type LiveState = 'connecting' | 'online' | 'offline';

/** Undefined until the server has said. */
export type AccountSnapshot = {
  readonly positions: PositionLists | undefined;
  readonly figures: BalanceFigures | undefined;
};

export type LiveOptions = { readonly token: string; onSessionEnded(): void };

export class Live {
  readonly quotes = new QuoteStore();
  readonly #account = createSubject<AccountSnapshot>({ positions: undefined, figures: undefined });
  readonly #state = createSubject<LiveState>('connecting');
  readonly #options: LiveOptions;
  readonly #prices: KeptSocket;
  readonly #positions: KeptSocket;
  readonly #stopWatch = new AbortController();
  readonly #timers: number[] = [];
  #pricedAtMs = performance.now();
  #activeAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#prices = keepSocket(PRICES_NAMESPACE, undefined, {
      onConnect: () => {
        this.#pricedAtMs = performance.now();
        this.#refreshState();
      },
      onDisconnect: () => this.#refreshState(),
      onSessionEnded: options.onSessionEnded,
    });
    this.#positions = keepSocket(POSITIONS_NAMESPACE, options.token, {
      onConnect: () => {
        this.#refreshState();
        this.resync();
      },
      onDisconnect: () => this.#refreshState(),
      onSessionEnded: options.onSessionEnded,
    });
    this.#listen();
    this.#watch();
  }

  get account(): Observable<AccountSnapshot> {
    return this.#account;
  }

  get state(): Observable<LiveState> {
    return this.#state;
  }

  /** When the feed last said anything, on the clock of `performance.now()`. */
  get pricedAtMs(): number {
    return this.#pricedAtMs;
  }

  async send(command: Command): Promise<CommandAnswer> {
    const { socket } = this.#positions;
    const answer = await sendCommand(
      {
        isConnected: () => socket.connected,
        // The time-out also takes the message out of the library's own queue.
        emit: (event, message, acknowledge) =>
          void socket.timeout(COMMAND_TIMEOUT_MS).emit(event, message, acknowledge),
      },
      command,
    );
    if (answer.kind === 'refused' && answer.refusal.code === 'session-ended') {
      this.#options.onSessionEnded();
    }
    if (answer.kind === 'unknown') this.resync();
    return answer;
  }

  /** Asks for the positions and the figures anew. */
  resync(): void {
    this.#ask('positions');
    this.#ask('balance');
  }

  close(): void {
    this.#stopWatch.abort();
    for (const timer of this.#timers) window.clearInterval(timer);
    this.#prices.close();
    this.#positions.close();
    this.quotes.close();
  }

  #listen(): void {
    const onPrice: PricesToClient['price'] = (book) => {
      this.#pricedAtMs = performance.now();
      this.quotes.accept(book);
    };
    const onPositions: PositionsToClient['positions'] = (positions) => {
      this.#account.set({ ...this.#account.current(), positions });
    };
    const onBalance: PositionsToClient['balance'] = (figures) => {
      this.#account.set({ ...this.#account.current(), figures });
    };
    this.#prices.socket.on('price', onPrice);
    this.#positions.socket.on('positions', onPositions);
    this.#positions.socket.on('balance', onBalance);
  }

  #watch(): void {
    const { signal } = this.#stopWatch;
    document.addEventListener('visibilitychange', () => this.#wake(), { signal });
    window.addEventListener('online', () => this.#wake(), { signal });
    for (const event of INPUT_EVENTS) {
      window.addEventListener(event, () => this.#noteActivity(), { signal, passive: true });
    }
    this.#timers.push(
      window.setInterval(() => {
        if (document.visibilityState === 'visible') this.#ask('positions');
      }, POSITIONS_POLL_MS),
      window.setInterval(() => this.#reviveSilentFeed(), WATCH_INTERVAL_MS),
    );
  }

  #wake(): void {
    if (document.visibilityState !== 'visible') return;
    for (const { socket } of [this.#prices, this.#positions]) socket.connect();
    this.#reviveSilentFeed();
    this.resync();
  }

  #reviveSilentFeed(): void {
    const isSilent = performance.now() - this.#pricedAtMs > SILENT_AFTER_MS;
    if (!isSilent || !this.#prices.socket.connected) return;
    this.#prices.socket.io.engine.close();
  }

  /** Tells the server, which counts neither polls nor prices, that somebody is there. */
  #noteActivity(): void {
    const nowMs = performance.now();
    if (nowMs - this.#activeAtMs < ACTIVITY_INTERVAL_MS) return;
    if (this.#ask('activity')) this.#activeAtMs = nowMs;
  }

  #ask(event: 'positions' | 'balance' | 'activity'): boolean {
    const { socket } = this.#positions;
    if (!socket.connected) return false;
    socket.emit(event);
    return true;
  }

  #refreshState(): void {
    const isOnline = this.#prices.socket.connected && this.#positions.socket.connected;
    if (isOnline) this.#state.set('online');
    else if (this.#state.current() === 'online') this.#state.set('offline');
  }
}
