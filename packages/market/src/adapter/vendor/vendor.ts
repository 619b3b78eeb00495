// Assembles an adapter from the vendor's symbol codes, protocol and history.
import { assert } from '@halyard/core/assertion';
import type { Instrument } from '@halyard/core/instrument';
import type { Adapter, AdapterOptions } from '../vendor-adapter.ts';
import { Connection } from '#adapter/connection/connection.ts';
import type { ConnectionOptions } from '#adapter/connection/connection.ts';
import { createHistory } from '#adapter/history/history.ts';
import type { HistoryOptions, HttpGate } from '#adapter/history/history.ts';
import type { AdapterSink, Intake } from '#adapter/intake/intake.ts';

export { defineVendor } from './define-vendor.ts';
export type { Vendor, VendorSetting } from './define-vendor.ts';

type AdapterParts = AdapterOptions & {
  readonly name: string;
  readonly instrumentsByCode: ReadonlyMap<string, Instrument>;
  readonly intake: Intake;
  /** Whether the vendor's protocol includes the time of a quote. */
  readonly hasSourceTime: boolean;
  readonly connection: Pick<
    ConnectionOptions,
    'openLink' | 'startSession' | 'patience' | 'backoff'
  >;
  readonly gate: HttpGate;
  readonly history: Pick<HistoryOptions, 'pageMax' | 'sourceOf' | 'fetchPage'>;
};

/** Returns the instruments that a vendor has a code for, by code. */
export function mapCodes(
  instruments: readonly Instrument[],
  codes: Readonly<Record<string, string>>,
): ReadonlyMap<string, Instrument> {
  return new Map(
    instruments.flatMap((instrument): [string, Instrument][] => {
      const code = codes[instrument.symbol];
      return code === undefined ? [] : [[code, instrument]];
    }),
  );
}

/** Returns the code of each instrument. */
export function codeOf(
  instrumentsByCode: ReadonlyMap<string, Instrument>,
  { symbol }: Instrument,
): string {
  const found = [...instrumentsByCode].find(([, one]) => one.symbol === symbol);
  assert(found !== undefined, `a code for ${symbol}`);
  return found[0];
}

/** Assembles the adapter; it does nothing before `start`. */
export function assembleAdapter(parts: AdapterParts): Adapter {
  const { name, instrumentsByCode, intake, gate } = parts;
  const instruments = new Map([...instrumentsByCode.values()].map((one) => [one.symbol, one]));
  const history = createHistory({ ...parts.history, instruments, clock: parts.clock });
  let sink: AdapterSink | undefined;
  const connection = new Connection({
    ...parts.connection,
    clock: parts.clock,
    scheduler: parts.scheduler,
    chance: parts.chance,
    onChange: (change) => {
      sink?.connection(change);
    },
  });
  return {
    name,
    symbols: new Set(instruments.keys()),
    isReal: true,
    keepsSessions: true,
    hasSourceTime: parts.hasSourceTime,
    rejections: intake.counts,
    get connection() {
      return connection.change;
    },
    start(target) {
      assert(sink === undefined, `${name} is started once`);
      sink = target;
      intake.open(target);
      if (instruments.size > 0) connection.open();
      return Promise.resolve();
    },
    stop() {
      connection.close();
      gate.close();
      return Promise.resolve();
    },
    leave: () => connection.leave(),
    comeBack: () => connection.comeBack(),
    candles: (request) => history.candles(request),
    history: (request) => history.pages(request),
  };
}
