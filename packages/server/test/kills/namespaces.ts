// A network of machines, each a network namespace on one bridge. A machine that cannot send to another
// one has a blackhole route to it: its packets are lost without an answer, as in a partition.
import { execFileSync } from 'node:child_process';

const PREFIX = 'hk';
const SUBNET = '10.77.0';
const FIRST_HOST = 10;

export type Machine = {
  readonly name: string;
  readonly namespace: string;
  readonly address: string;
};

export class Network {
  readonly machines: ReadonlyMap<string, Machine>;
  readonly #hub: string;

  /** Describes the network of a process; `create` makes it. */
  constructor(owner: number, names: readonly string[]) {
    this.#hub = `${PREFIX}${owner}-hub`;
    this.machines = new Map(
      names.map((name, index) => [
        name,
        {
          name,
          namespace: `${PREFIX}${owner}-${name}`,
          address: `${SUBNET}.${FIRST_HOST + index}`,
        },
      ]),
    );
  }

  create(): void {
    ip('netns', 'add', this.#hub);
    ip('-n', this.#hub, 'link', 'add', 'br0', 'type', 'bridge');
    ip('-n', this.#hub, 'link', 'set', 'br0', 'up');
    for (const { namespace, address, name } of this.machines.values()) {
      ip('netns', 'add', namespace);
      const end = ['peer', 'name', 'eth0', 'netns', namespace];
      ip('-n', this.#hub, 'link', 'add', name, 'type', 'veth', ...end);
      ip('-n', this.#hub, 'link', 'set', name, 'master', 'br0', 'up');
      ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
      ip('-n', namespace, 'link', 'set', 'eth0', 'up');
      ip('-n', namespace, 'link', 'set', 'lo', 'up');
    }
  }

  find(name: string): Machine {
    const machine = this.machines.get(name);
    if (machine === undefined) throw new Error(`There is no machine ${name}.`);
    return machine;
  }

  /** From now on, nothing that one machine sends reaches the other. */
  cut(from: string, to: string): void {
    const route = ['route', 'add', 'blackhole', `${this.find(to).address}/32`];
    ip('-n', this.find(from).namespace, ...route);
  }

  mend(from: string, to: string): void {
    const route = ['route', 'del', 'blackhole', `${this.find(to).address}/32`];
    ip('-n', this.find(from).namespace, ...route);
  }

  /** Removes what is there of it. */
  remove(): void {
    const namespaces = [...this.machines.values()].map(({ namespace }) => namespace);
    for (const namespace of [...namespaces, this.#hub]) {
      try {
        ip('netns', 'del', namespace);
      } catch {
        // It was not made.
      }
    }
  }
}

function ip(...words: readonly string[]): void {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] });
}
