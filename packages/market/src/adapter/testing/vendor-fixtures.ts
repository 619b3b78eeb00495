import type { VendorName } from '#adapter/adapter.ts';
import { startAlpacaFixture } from '#adapter/alpaca/testing/alpaca-fixture.ts';
import { startBinanceFixture } from '#adapter/binance/testing/binance-fixture.ts';
import { startOandaFixture } from '#adapter/oanda/testing/oanda-fixture.ts';
import type { VirtualTime } from '#testing/virtual-time.ts';
import type { VendorFixture } from './harness.ts';

type Fixture = {
  readonly start: (time: VirtualTime) => Promise<VendorFixture>;
  /** Whether the vendor's protocol includes the time of a quote. */
  readonly hasSourceTime: boolean;
};

/** The fixture of each vendor, for the tests that hold for all of them. */
export const VENDOR_FIXTURES: Readonly<Record<VendorName, Fixture>> = {
  alpaca: { start: startAlpacaFixture, hasSourceTime: true },
  binance: { start: startBinanceFixture, hasSourceTime: false },
  oanda: { start: startOandaFixture, hasSourceTime: true },
};
