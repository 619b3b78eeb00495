// A simulated edge: the product's client of a remote engine, and pages that show accounts. It can die,
// stand still, or lose its connection.
import type { AccountCommand } from '@halyard/core/engine';
import type { Outcome } from '#engine/engine.ts';
import { createRemoteEngine } from '#engine/remote/remote-engine.ts';
import type { RemoteEngine } from '#engine/remote/remote-engine.ts';
import type { PortLife } from './port.ts';
import { SimProcess } from '../sim-process.ts';
import type { VirtualTime } from '../virtual-time.ts';
import { SimMessages } from './sim-messages.ts';
import type { SimNetwork } from './sim-network.ts';
import { SimView } from './sim-view.ts';

const RESTART_MS = 700;

function ignore(): void {}
const SILENT = { info: ignore, warn: ignore, error: ignore };

export type SimEdgeOptions = {
  readonly name: string;
  readonly time: VirtualTime;
  readonly network: SimNetwork;
  readonly bytesMax: number;
  readonly isDeaf: boolean;
  /** The accounts that it shows. */
  readonly shown: readonly number[];
  readonly onBug: (error: unknown) => void;
};

export class SimEdge {
  readonly name: string;
  readonly #options: SimEdgeOptions;
  #life: EdgeLife;

  constructor(options: SimEdgeOptions) {
    this.name = options.name;
    this.#options = options;
    this.#life = new EdgeLife(options);
  }

  /** Undefined while it is dead. */
  get life(): EdgeLife | undefined {
    return this.#life.process.isAlive ? this.#life : undefined;
  }

  kill(): void {
    if (!this.#life.process.isAlive) return;
    this.#life.process.kill();
    this.#options.time.after(RESTART_MS, () => {
      this.#life = new EdgeLife(this.#options);
    });
  }

  pause(durationMs: number): void {
    const { process } = this.#life;
    if (process.isPaused || !process.isAlive) return;
    process.pause();
    this.#options.time.after(durationMs, () => process.resume());
  }

  cut(durationMs: number): void {
    this.#life.messages.cut(durationMs);
  }
}

export class EdgeLife implements PortLife {
  readonly process: SimProcess;
  readonly messages: SimMessages;
  readonly engine: RemoteEngine;
  readonly views: readonly SimView[];

  constructor({ name, time, network, bytesMax, isDeaf, shown, onBug }: SimEdgeOptions) {
    this.process = new SimProcess(name, time);
    const { process } = this;
    this.messages = new SimMessages({ network, process, bytesMax, onBug });
    this.engine = createRemoteEngine({
      messages: this.messages,
      name: 'live',
      market: () => ({ state: 'none', quote: undefined, closesAtMs: null }),
      log: SILENT,
      time: process.time,
    });
    this.views = shown.map(
      (accountId) => new SimView({ engine: this.engine, process, accountId, isDeaf, onBug }),
    );
  }

  async submit(requestId: string, content: AccountCommand): Promise<Outcome> {
    return await this.engine.submit(requestId, content);
  }
}
