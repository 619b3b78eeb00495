// The live feed of the trading screen: quotes, the customer's positions and figures, the connection
// state, and commands.
//
// After every (re)connection the server sends all prices, and the page requests positions and
// figures again, so that gaps need no bookkeeping. Then the page watches the symbols that it shows;
// of the others it receives only changes of state. It reopens a silent price feed, because a
// sleeping laptop leaves connections half open.
import {
  type NotificationPush,
  POSITIONS_NAMESPACE,
  POSITIONS_POLL_MS,
  type PositionsToClient,
  PRICES_NAMESPACE,
  type PricesToClient,
  fromQuoteBatch,
} from '@halyard/contract/live';
import type { Order } from '@halyard/contract/orders';
import { PRACTICE_POSITIONS_NAMESPACE } from '@halyard/contract/practice/practice-paths';
import type { BalanceFigures, PositionLists } from '@halyard/contract/trading';
import { MINUTE_MS } from '@halyard/core/time';
import {
  type Command,
  type CommandAnswer,
  COMMAND_TIMEOUT_MS,
  sendCommand,
} from './live-commands.ts';
import { keepSocket, type KeptSocket } from './live-socket.ts';
import { WatchedSymbols } from './watched-symbols.ts';
import { IS_PRACTICE } from '../auth/account-kind.ts';
import { createSubject, type Observable } from '../http/observable.ts';
import { QuoteStore } from '../market/quotes.ts';

export type { Command, CommandAnswer } from './live-commands.ts';

const ACTIVITY_INTERVAL_MS = MINUTE_MS;
const SILENT_AFTER_MS = 10_000;
/** The time after which a first connection that has not succeeded is shown as offline. */
const CONNECT_WITHIN_MS = 10_000;
const WATCH_INTERVAL_MS = 1000;
const INPUT_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

export type LiveState = 'connecting' | 'online' | 'offline';

/** What the server sends about an account; undefined until it has arrived. */
export type AccountSnapshot = {
  readonly positions: PositionLists | undefined;
  readonly figures: BalanceFigures | undefined;
  /** The pending orders, newest first. */
  readonly orders: readonly Order[] | undefined;
};

const NOTHING_KNOWN: AccountSnapshot = {
  positions: undefined,
  figures: undefined,
  orders: undefined,
};

type Sockets = { readonly prices: KeptSocket; readonly positions: KeptSocket };

export type LiveOptions = {
  readonly token: string;
  onSessionEnded(): void;
  /**
   * Called when there is a new notification, and after a reconnection, which may have missed one.
   */
  onNotification(push?: NotificationPush): void;
};

export class Live {
  readonly quotes = new QuoteStore();
  readonly #account = createSubject(NOTHING_KNOWN);
  readonly #state = createSubject<LiveState>('connecting');
  readonly #options: LiveOptions;
  readonly #watched = new WatchedSymbols({
    shown: () => this.quotes.shown(),
    send: (symbols) => this.#watch(symbols),
    after(delayMs, run) {
      const timer = window.setTimeout(run, delayMs);
      return () => window.clearTimeout(timer);
    },
  });
  #sockets: Sockets | undefined;
  #stopWatch: (() => void) | undefined;
  #pricedAtMs = performance.now();
  #openedAtMs = performance.now();
  /** Whether the next prices are the complete set, as the first ones after a connection are. */
  #isBookDue = true;
  #activeAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.quotes.onShown((symbol, isShown) => this.#watched.change(symbol, isShown));
  }

  get account(): Observable<AccountSnapshot> {
    return this.#account;
  }

  get state(): Observable<LiveState> {
    return this.#state;
  }

  /** Returns how long ago the feed last delivered anything. */
  silentForMs(): number {
    return performance.now() - this.#pricedAtMs;
  }

  /** Connects until `close`; can be opened again. */
  open(): void {
    const { token, onSessionEnded, onNotification } = this.#options;
    const onDisconnect = () => this.#refreshState();
    this.#pricedAtMs = performance.now();
    this.#openedAtMs = this.#pricedAtMs;
    const prices = keepSocket(PRICES_NAMESPACE, undefined, {
      onConnect: () => {
        this.#pricedAtMs = performance.now();
        this.#isBookDue = true;
        this.#watched.restart();
        this.#refreshState();
      },
      onDisconnect,
      onSessionEnded,
    });
    const namespace = IS_PRACTICE ? PRACTICE_POSITIONS_NAMESPACE : POSITIONS_NAMESPACE;
    const positions = keepSocket(namespace, token, {
      onConnect: () => {
        this.#refreshState();
        this.resync();
        onNotification();
      },
      onDisconnect,
      onSessionEnded,
    });
    this.#sockets = { prices, positions };
    this.#listen(this.#sockets);
    this.#stopWatch = this.#watchPage();
  }

  close(): void {
    this.#stopWatch?.();
    this.#watched.close();
    this.#sockets?.prices.close();
    this.#sockets?.positions.close();
    this.#sockets = undefined;
    this.quotes.close();
  }

  async send({ event: name, message: given }: Command): Promise<CommandAnswer> {
    // The command is bound to the session of this connection.
    const command = { event: name, message: { dataUser: this.#options.token, ...given } };
    const socket = this.#sockets?.positions.socket;
    const answer = await sendCommand(
      {
        isConnected: () => socket?.connected === true,
        // The timeout also removes the message from the library's queue.
        emit: (event, message, acknowledge) =>
          void socket?.timeout(COMMAND_TIMEOUT_MS).emit(event, message, acknowledge),
      },
      command,
    );
    if (answer.kind === 'refused' && answer.rejection.code === 'session-ended') {
      this.#options.onSessionEnded();
    }
    if (answer.kind === 'unknown') this.resync();
    return answer;
  }

  /** Requests positions, figures and pending orders again. */
  resync(): void {
    this.#ask('positions');
    this.#ask('balance');
    this.#ask('orders');
  }

  #listen({ prices, positions }: Sockets): void {
    const onPrice: PricesToClient['price'] = (book) => {
      this.#pricedAtMs = performance.now();
      if (this.#isBookDue) this.quotes.replace(book);
      else this.quotes.accept(book);
      this.#isBookDue = false;
    };
    const onQuotes: PricesToClient['quotes'] = (batch) => {
      this.#pricedAtMs = performance.now();
      this.quotes.accept(fromQuoteBatch(batch));
    };
    const onPositions: PositionsToClient['positions'] = (lists) => {
      this.#account.set({ ...this.#account.current(), positions: lists });
    };
    const onBalance: PositionsToClient['balance'] = (figures) => {
      this.#account.set({ ...this.#account.current(), figures });
    };
    const onOrders: PositionsToClient['orders'] = (orders) => {
      this.#account.set({ ...this.#account.current(), orders });
    };
    prices.socket.on('price', onPrice);
    prices.socket.on('quotes', onQuotes);
    positions.socket.on('positions', onPositions);
    positions.socket.on('balance', onBalance);
    positions.socket.on('orders', onOrders);
    positions.socket.on('notification', (push: NotificationPush) =>
      this.#options.onNotification(push),
    );
  }

  #watch(symbols: readonly string[]): boolean {
    const socket = this.#sockets?.prices.socket;
    if (socket?.connected !== true) return false;
    socket.emit('watch', { symbols });
    return true;
  }

  /** Listens to page events. Returns a function that stops this. */
  #watchPage(): () => void {
    const watch = new AbortController();
    const { signal } = watch;
    document.addEventListener('visibilitychange', () => this.#wake(), { signal });
    window.addEventListener('online', () => this.#wake(), { signal });
    for (const event of INPUT_EVENTS) {
      window.addEventListener(event, () => this.#noteActivity(), { signal, passive: true });
    }
    const poll = window.setInterval(() => {
      if (document.visibilityState === 'visible') this.#ask('positions');
    }, POSITIONS_POLL_MS);
    const silence = window.setInterval(() => {
      this.#reviveSilentFeed();
      this.#giveUpConnecting();
    }, WATCH_INTERVAL_MS);
    return () => {
      watch.abort();
      window.clearInterval(poll);
      window.clearInterval(silence);
    };
  }

  #wake(): void {
    if (document.visibilityState !== 'visible') return;
    this.#sockets?.prices.socket.connect();
    this.#sockets?.positions.socket.connect();
    this.#reviveSilentFeed();
    this.resync();
  }

  #reviveSilentFeed(): void {
    const isSilent = this.silentForMs() > SILENT_AFTER_MS;
    const socket = this.#sockets?.prices.socket;
    if (isSilent && socket?.connected === true) socket.io.engine.close();
  }

  /**
   * Reports the feed as offline if a first connection takes too long, so that the page does not
   * wait without a message.
   */
  #giveUpConnecting(): void {
    const isLate = performance.now() - this.#openedAtMs > CONNECT_WITHIN_MS;
    if (isLate && this.#state.current() === 'connecting') this.#state.set('offline');
  }

  /**
   * Reports activity to the server, which counts neither polling nor prices as use of the session.
   */
  #noteActivity(): void {
    const nowMs = performance.now();
    if (nowMs - this.#activeAtMs < ACTIVITY_INTERVAL_MS) return;
    if (this.#ask('activity')) this.#activeAtMs = nowMs;
  }

  #ask(event: 'positions' | 'balance' | 'orders' | 'activity'): boolean {
    const socket = this.#sockets?.positions.socket;
    if (socket?.connected !== true) return false;
    socket.emit(event);
    return true;
  }

  #refreshState(): void {
    const { prices, positions } = this.#sockets ?? {};
    const isOnline = prices?.socket.connected === true && positions?.socket.connected === true;
    if (isOnline) this.#state.set('online');
    else if (this.#state.current() === 'online') this.#state.set('offline');
  }
}
