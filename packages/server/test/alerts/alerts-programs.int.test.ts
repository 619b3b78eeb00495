// Price alerts where several programs watch, where one has lost the lease, and where none was told of a
// split: each alert is told once, and only at a rate of its own time.
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { createProgramsFixture, type ProgramsFixture } from './programs-fixture.ts';

const HALVED = { newUnits: 2, oldUnits: 1, atS: 100 };

describeOnDatabase('programs that watch price alerts', (database) => {
  let fixture: ProgramsFixture;
  const open = async (symbol: string): Promise<void> => {
    fixture = await createProgramsFixture(database, symbol);
  };
  afterEach(async () => {
    expect(fixture.logged).toEqual([]);
    await fixture.close();
  });
  it('notify each alert once, and none that was deleted', async () => {
    await open('BTCUSD');
    const prices = Array.from({ length: 25 }, (_, index) => 101 + index);
    await fixture.set('rises', ...prices);
    const programs = [await fixture.start(), await fixture.start()];
    await fixture.db.query('delete from price_alerts where points = 110', []);
    for (const program of programs) program.quote(120, 1);
    await eventually(async () => {
      const left = await fixture.db.query(
        'select points from price_alerts where fired_at is null',
        [],
      );
      expect(left.map((each) => each['points'])).toEqual([121, 122, 123, 124, 125]);
    });
    expect(await fixture.tolds()).toHaveLength(19);
    for (const program of programs) await program.stop();
  });

  it('use the adjusted rates as soon as their engine commits a split', async () => {
    await open('ETHUSD');
    await fixture.set('falls', 15_000);
    await fixture.set('rises', 22_000, 30_000);
    const program = await fixture.start();
    await fixture.commitSplit(HALVED);
    program.hearSplit(HALVED);
    // One of before, what the split leaves of it, and then those of after.
    program.quote(20_000, 99);
    program.quoteSplit(10_000, 99);
    program.quote(10_000, 101);
    program.quote(11_000, 102);
    await eventually(async () => expect(await fixture.tolds()).toEqual(['110.00']));
    program.quote(7_500, 103);
    await eventually(async () => expect(await fixture.tolds()).toEqual(['110.00', '75.00']));
    await program.stop();
  });

  it('report alerts reached before a split at the rate before it', async () => {
    await open('EURUSD');
    await fixture.set('falls', 15_000);
    const program = await fixture.start();
    program.setReady(false);
    program.quote(14_990, 99);
    await fixture.commitSplit(HALVED);
    program.setReady(true);
    program.quote(9_000, 101);
    await eventually(async () => expect(await fixture.tolds()).toEqual(['0.15000']));
    await program.stop();
  });

  it('ignore quotes after a split that they do not know yet', async () => {
    await open('GBPUSD');
    await fixture.set('falls', 15_000);
    const [leader, other] = [await fixture.start(), await fixture.start()];
    await fixture.commitSplit(HALVED);
    leader.hearSplit(HALVED);
    other.quoteSplit(10_000, 99);
    other.quote(10_000, 101);
    leader.quote(10_000, 101);
    // Told after whatever else was reached.
    await fixture.set('rises', 30_000);
    leader.setReady(true);
    other.setReady(true);
    other.quote(15_000, 102);
    await eventually(async () => expect(await fixture.tolds()).toEqual(['0.15000']));
    leader.quote(7_500, 103);
    other.quote(7_500, 103);
    await eventually(async () => expect(await fixture.tolds()).toEqual(['0.15000', '0.07500']));
    for (const program of [leader, other]) await program.stop();
  });

  it('hold quotes until they have read the splits again, and miss none', async () => {
    await open('USDJPY');
    await fixture.set('rises', 22_000);
    await fixture.set('falls', 15_000);
    const program = await fixture.start();
    program.setReady(false);
    await fixture.commitSplit(HALVED);
    program.setReady(true);
    for (const [index, price] of [10_000, 11_500, 10_500, 7_000, 10_000].entries()) {
      program.quote(price, 101 + index);
    }
    await eventually(async () => expect(await fixture.tolds()).toEqual(['11.000', '7.500']));
    await program.stop();
  });
});
