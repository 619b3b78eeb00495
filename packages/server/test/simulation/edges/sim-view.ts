// A page that shows an account: it reads the account again after each hint, as the live feed does.
import type { EngineClient } from '#engine/engine.ts';
import { Outage } from '#platform/outage/outage.ts';
import type { SimProcess } from '../sim-process.ts';
import { digestOfAccount } from './digest.ts';

const RETRY_MS = 500;

export type SimViewOptions = {
  readonly engine: Pick<EngineClient, 'account' | 'follow' | 'onResumed'>;
  readonly process: SimProcess;
  readonly accountId: number;
  /** A sabotaged page ignores hints. */
  readonly isDeaf: boolean;
  readonly onBug: (error: unknown) => void;
};

export class SimView {
  readonly accountId: number;
  /** A digest of what it shows. */
  state: string | undefined;
  readonly #options: SimViewOptions;
  #isReading = false;
  #isOld = false;

  constructor(options: SimViewOptions) {
    this.#options = options;
    this.accountId = options.accountId;
    const { engine, accountId, isDeaf } = options;
    const { begun } = engine.follow(accountId, () => {
      if (!isDeaf) this.#refresh();
    });
    engine.onResumed(() => {
      if (!isDeaf) this.#refresh();
    });
    begun.then(
      () => this.#refresh(),
      () => this.#refreshLater(),
    );
  }

  /** One read at a time; what is announced meanwhile is read afterwards. */
  #refresh(): void {
    this.#isOld = true;
    if (this.#isReading) return;
    this.#isReading = true;
    void this.#read().finally(() => {
      this.#isReading = false;
    });
  }

  async #read(): Promise<void> {
    const { engine, accountId, onBug } = this.#options;
    try {
      while (this.#isOld) {
        this.#isOld = false;
        this.state = digestOfAccount(await engine.account(accountId));
      }
    } catch (error) {
      if (error instanceof Outage) this.#refreshLater();
      else onBug(error);
    }
  }

  #refreshLater(): void {
    this.#options.process.after(RETRY_MS, () => this.#refresh());
  }
}
