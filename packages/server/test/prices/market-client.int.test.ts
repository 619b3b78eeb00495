// What every program sees of the market and does to it: in the program that runs it, in an edge, and
// in a program with an engine that gets every price in numbered frames.
import type { Quote, SymbolState } from '@halyard/core/instrument';
import { MINUTE_MS } from '@halyard/core/time';
import type { MarketGap, MarketView } from '@halyard/market';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AS_SHIPPED, createRemotePrices, RemoteMarket } from '#features/prices/prices.ts';
import type { MarketLeader, Prices } from '#features/prices/prices.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import type { Messages } from '#platform/messages/messages.ts';
import { Outage } from '#platform/outage/outage.ts';
import { HAS_NATS, openMessagePair } from '../support/messages/nats.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import {
  CANDLE,
  LOG,
  openFrames,
  openLeader,
  openSource,
  passOn,
  serve,
  shared,
  SPREAD_POINTS,
  SYMBOL,
} from './market-fixture.ts';
import type { Source } from './market-fixture.ts';

const POLL = { timeout: 10_000, interval: 5 };
const FRAME = 'ticks.frame';
const BEHIND_MS = 3_000;

describe.skipIf(!HAS_NATS)('with NATS', () => {
  describeOnDatabase('a market', (database) => {
    let db: Database;
    let source: Source;
    let leader: MarketLeader;
    let near: Messages;
    let far: Messages;
    let endServing: () => void;
    let framed: Awaited<ReturnType<typeof openFrames>>;
    let edge: { readonly view: RemoteMarket; readonly control: Prices };
    let sell = 4_000_000;
    /** Whether another engine serves than that of `framed`. */
    let isReplaced = false;

    beforeAll(async () => {
      db = await database.open();
      await migrate(db);
      [near, far] = openMessagePair();
      source = await openSource(db);
      leader = openLeader(db, source);
      await leader.whenReady();
      endServing = serve(near, source, leader);
      framed = await openFrames(db, far, { isReady: () => !isReplaced });
      const view = new RemoteMarket({ messages: far, clock: systemClock, log: LOG });
      const parts = { ...shared, db, messages: far, market: view };
      edge = { view, control: await createRemotePrices(parts) };
    });
    afterAll(async () => {
      endServing();
      await framed.close();
      edge.view.close();
      await edge.control.close();
      await leader.stop();
      await source.close();
      await Promise.all([near.close(), far.close()]);
      await db.close();
    });

    const next = (): Quote => source.tick((sell += 10));

    describe.each(['in its program', 'in an edge', 'in a program with an engine'])(
      '%s',
      (where) => {
        let view: MarketView;
        let control: Prices;
        /** The state here, and where the engine is: the same program, or one that it waits for. */
        const seen = () => [
          view.state(SYMBOL),
          (where === 'in its program' ? view : framed.view).state(SYMBOL),
        ];
        beforeEach(async () => {
          const { market, prices } = source;
          if (where === 'in its program') [view, control] = [market, prices];
          else ({ view, control } = where === 'in an edge' ? edge : framed);
          next();
          await expect.poll(() => view.state(SYMBOL), POLL).toBe('live');
        });

        it('shows the last quote, state and hours of a symbol, and nothing of an unknown one', async () => {
          const quote = next();
          await expect.poll(() => view.quote(SYMBOL), POLL).toEqual(quote);
          expect(view.session(SYMBOL)).toEqual(source.market.session(SYMBOL));
          expect(view.quote('NONE')).toBeUndefined();
          expect(view.state('NONE')).toBe('none');
          expect(control.isReal(SYMBOL)).toBe(false);
        });

        it('reports quotes in order, and ends with the last one', async () => {
          const heard: Quote[] = [];
          const end = view.onQuote((quote) => heard.push(quote));
          const sent = Array.from({ length: 50 }, next);
          await expect.poll(() => heard.at(-1), POLL).toEqual(sent.at(-1));
          const numbers = heard.map(({ sequence }) => sequence);
          expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
          end();
        });

        it('returns the candles of the source', async () => {
          const { startMs } = CANDLE;
          const range = { fromMs: startMs, toMs: startMs + MINUTE_MS, limit: 5 };
          expect(await view.candles({ symbol: SYMBOL, timeframe: '1m', ...range })).toEqual([
            CANDLE,
          ]);
        });

        it('is halted and resumed for every program when the call returns', async () => {
          const states: SymbolState[] = [];
          // A busy machine can delay quotes until they are stale, and live again.
          const end = view.onState(({ state }) => {
            if (state !== 'stale' && state !== states.at(-1)) states.push(state);
          });
          const halt = { symbol: SYMBOL, by: 'dealer', reason: 'news' };
          expect(await control.halt(halt)).toBe(true);
          expect(seen()).toEqual(['halted', 'halted']);
          expect(await control.halt(halt)).toBe(false);
          expect((await control.status()).halts).toMatchObject([{ symbol: SYMBOL, by: 'dealer' }]);
          expect(await control.resume({ symbol: SYMBOL, by: 'dealer' })).toBe('resumed');
          expect(seen()).toEqual(['live', 'live']);
          expect(states).toEqual(['halted', 'live']);
          expect(await control.resume({ symbol: SYMBOL, by: 'dealer' })).toBe('not-halted');
          end();
        });

        it('ignores the quotes of a frozen symbol, and freezes halted symbols only', async () => {
          const work = async () => {
            expect(seen()).toEqual(['halted', 'halted']);
            const shown = source.market.quote(SYMBOL);
            next();
            expect((await control.status()).halts).toMatchObject([{ isFrozen: true }]);
            expect(source.market.quote(SYMBOL)).toEqual(shown);
            return { rejection: 'none' };
          };
          expect(await control.whileFrozen(SYMBOL, work)).toBeUndefined();
          await control.halt({ symbol: SYMBOL, by: 'dealer', reason: 'a split' });
          expect(await control.whileFrozen(SYMBOL, work)).toEqual({ rejection: 'none' });
          await control.resume({ symbol: SYMBOL, by: 'dealer' });
          const quote = next();
          await expect.poll(() => view.quote(SYMBOL), POLL).toEqual(quote);
        });

        it('gets its terms from whoever sets them', async () => {
          const terms = { symbol: SYMBOL, by: 'dealer', reason: 'a test' };
          const own = { ...AS_SHIPPED, extraSpreadCentiBps: 10_000, amountMinCents: 12_300 };
          expect(await control.terms.set({ ...terms, own })).toEqual({
            kind: 'set',
            changed: true,
          });
          const wide = next();
          expect(wide.askPoints - wide.bidPoints).toBeGreaterThan(10 * SPREAD_POINTS);
          // The engine has the limits, too.
          const ofEngine = where === 'in its program' ? control : framed.control;
          expect(ofEngine.terms.listed.get(SYMBOL)?.amountMinCents).toBe(12_300);
          await control.terms.set({ ...terms, own: AS_SHIPPED });
          expect(next().askPoints - sell).toBe(SPREAD_POINTS);
        });
      },
    );

    describe('frames', () => {
      let lost: (frame: { number: number; changes: readonly unknown[] }) => boolean;
      let isDeaf: boolean;
      /** How long frames take. */
      let delayMs: number;
      let follower: Awaited<ReturnType<typeof openFrames>>;
      let heard: Quote[];
      let states: SymbolState[];
      let gaps: MarketGap[];
      beforeEach(async () => {
        lost = () => false;
        isDeaf = false;
        delayMs = 0;
        isReplaced = true;
        const messages: Messages = {
          ...passOn(far),
          subscribe: (subject, schema, listener) =>
            far.subscribe(subject, schema, (payload) => {
              if (subject !== FRAME) listener(payload);
              else if (lost(payload as Parameters<typeof lost>[0])) return;
              else if (delayMs === 0) listener(payload);
              else setTimeout(() => listener(payload), delayMs);
            }),
          request: async (subject, payload, how) => {
            if (isDeaf && subject === 'ticks.missing') throw new Outage('no-lease', 'lost');
            return await far.request(subject, payload, how);
          },
        };
        follower = await openFrames(db, messages, { isReady: () => isReplaced });
        [heard, states, gaps] = [[], [], []];
        next();
        await expect.poll(() => follower.view.state(SYMBOL), POLL).toBe('live');
        follower.view.onQuote((quote) => heard.push(quote));
        follower.view.onState(({ state }) => states.push(state));
        follower.view.onGap((gap) => gaps.push(gap));
      });
      afterEach(async () => {
        isReplaced = false;
        await follower.close();
      });

      /** Loses the next frame with changes; returns a function that tells whether it is lost. */
      const loseNext = (): (() => boolean) => {
        let isGone = false;
        lost = ({ changes }) => {
          const isThis = changes.length > 0 && !isGone;
          isGone ||= isThis;
          return isThis;
        };
        return () => isGone;
      };

      /** Loses the frame with the next quote, which this returns. */
      const loseOne = async (): Promise<Quote> => {
        const isGone = loseNext();
        const quote = next();
        await expect.poll(isGone, POLL).toBe(true);
        return quote;
      };

      it('are repaired when one is lost: nothing is live until each is there, in order', async () => {
        const missed = await loseOne();
        const sent = [missed, next(), next()];
        await expect.poll(() => heard, POLL).toEqual(sent);
        expect(states).toEqual(['stale', 'live']);
        expect(gaps).toEqual([]);
      });

      it('are given up after a second: the gap is reported, and the newest prices are live', async () => {
        isDeaf = true;
        const missed = await loseOne();
        await expect.poll(() => states, POLL).toEqual(['stale']);
        const newest = next();
        await expect.poll(() => gaps, POLL).toHaveLength(1);
        await expect.poll(() => follower.view.state(SYMBOL), POLL).toBe('live');
        expect(heard).not.toContainEqual(missed);
        expect(heard.at(-1)).toEqual(newest);
        expect(gaps).toMatchObject([{ reason: 'lost', from: { epoch: leader.epoch() } }]);
        const quote = next();
        await expect.poll(() => heard.at(-1), POLL).toEqual(quote);
      });

      it('make symbols stale when they stop, also when nobody says so', async () => {
        lost = () => true;
        await expect.poll(() => states, POLL).toEqual(['stale']);
        lost = () => false;
        await expect.poll(() => follower.view.state(SYMBOL), POLL).toBe('live');
        expect(gaps).toHaveLength(1);
      });

      it('that arrive later and later are not applied: the current prices replace them', async () => {
        // No two of them arrive a second apart.
        const slower = setInterval(() => (delayMs += 50), 50);
        await expect.poll(() => gaps, POLL).toHaveLength(1);
        clearInterval(slower);
        expect(delayMs).toBeGreaterThan(1_000);
        delayMs = 0;
        const newest = next();
        await expect.poll(() => heard.at(-1), POLL).toEqual(newest);
      });

      it('that contain a halt reach the engine before the halt is confirmed', async () => {
        isDeaf = true;
        const isGone = loseNext();
        await edge.control.halt({ symbol: SYMBOL, by: 'dealer', reason: 'news' });
        expect([isGone(), follower.view.state(SYMBOL)]).toEqual([true, 'halted']);
        await edge.control.resume({ symbol: SYMBOL, by: 'dealer' });
        expect(follower.view.state(SYMBOL)).toBe('live');
      });

      it('of a leader that has lost its lease confirm no halt', async () => {
        const before = leader.epoch();
        const taken = `epoch = epoch + 1, owner = 'other'`;
        await db.query(`update market_lease set ${taken}, expires_at = 'infinity'`, []);
        // It does not know of that yet.
        expect(leader.epoch()).toBe(before);
        const halted = edge.control
          .halt({ symbol: SYMBOL, by: 'dealer', reason: 'news' })
          .then(() => leader.epoch());
        await expect.poll(() => leader.isReady(), POLL).toBe(false);
        await db.query(`update market_lease set expires_at = '-infinity'`, []);
        expect(await halted).toBeGreaterThan(before + 1);
        expect(follower.view.state(SYMBOL)).toBe('halted');
        await edge.control.resume({ symbol: SYMBOL, by: 'dealer' });
      });

      it('of an earlier leader are ignored, and so are repeated ones', async () => {
        const quote = next();
        await expect.poll(() => heard, POLL).toEqual([quote]);
        const late = { ...quote, bidPoints: 1, sequence: quote.sequence + 1 };
        const changes = [{ kind: 'quote', quote: late }];
        const epoch = leader.epoch();
        near.publish(FRAME, { epoch: epoch - 1, number: 1_000_000, changes });
        near.publish(FRAME, { epoch, number: 1, changes });
        const newest = next();
        await expect.poll(() => heard, POLL).toEqual([quote, newest]);
        expect(gaps).toEqual([]);
      });

      it('come from the next leader when one loses its lease, which refuses to halt then', async () => {
        // The clock of its machine is wrong: its quotes are newer all the same.
        const other = await openSource(db, { nowMs: () => systemClock.nowMs() - BEHIND_MS });
        const before = leader.epoch();
        const last = next();
        const follows = openLeader(db, other);
        // As if the leader's session had ended: the next one need not wait. The leader can renew
        // its lease before the next one sees that.
        const end = `update market_lease set expires_at = '-infinity' where epoch = $1`;
        await expect
          .poll(async () => {
            await db.query(end, [before]);
            return follows.isReady();
          }, POLL)
          .toBe(true);
        await expect(leader.confirm()).rejects.toThrow(Outage);
        const endOther = serve(near, other, follows);
        await expect.poll(() => gaps, POLL).toMatchObject([{ reason: 'leader' }]);
        expect(gaps[0]?.from.epoch).toBe(before);
        expect(gaps[0]?.to.epoch).toBe(follows.epoch());
        const quote = other.tick((sell += 10));
        await expect.poll(() => heard.at(-1), POLL).toEqual(quote);
        expect(quote.sequence).toBeGreaterThan(last.sequence);
        expect(Math.abs(follower.frames.clockOffsetMs() - BEHIND_MS)).toBeLessThan(500);
        await expect.poll(() => edge.view.quote(SYMBOL), POLL).toEqual(quote);
        const halt = { symbol: SYMBOL, by: 'dealer', reason: 'x' };
        expect(await follower.control.halt(halt)).toBe(true);
        expect(follower.view.state(SYMBOL)).toBe('halted');
        endOther();
        await follows.stop();
        await other.close();
        // The first one leads again, and knows of the halt before it shows a price.
        await expect.poll(() => leader.isReady(), POLL).toBe(true);
        expect(source.market.state(SYMBOL)).toBe('halted');
        await expect.poll(() => gaps.at(-1)?.to.epoch, POLL).toBe(leader.epoch());
        await follower.control.resume({ symbol: SYMBOL, by: 'dealer' });
      });
    });
  });
});
