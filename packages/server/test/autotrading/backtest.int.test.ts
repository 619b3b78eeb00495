import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { stageWaves } from '../support/waving-prices.ts';

describeOnDatabase('the back-test of automatic trading', (database) => {
  let folder: string;
  let server: TestServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-backtest-'));
    stageWaves(folder, 0);
    server = await startServer({ database, environment: { FEED: 'simulator' } });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('backtests a price file and prints trades, return and drawdown', async () => {
    const file = join(folder, 'BTCUSD.json');
    const { code, printed } = await server.operator('backtest', 'btcusd', file, '--risk=0.5');
    expect(code, printed.join('\n')).toBe(0);
    expect(printed[0]).toContain('BTCUSD, 430 candles of 15m, from 2024-01-01T00:00Z');
    const text = printed.join('\n');
    expect(text).toContain('40186.21 → 40316.30  strategy     €     -5.33');
    expect(text).toContain('Trades: 3; won 0, lost 3, still open 0.');
    expect(text).toContain('Return: -0.16 % (€ -15.99), of which financing € 0.00.');
    expect(text).toMatch(/Worst drawdown: \d\.\d\d %/);
  });

  it('backtests stored candles and changes nothing', async () => {
    const before = await server.operator('audit');
    const { code, printed } = await server.operator('backtest', 'EURUSD', '--timeframe=1h');
    expect(code, printed.join('\n')).toBe(0);
    expect(printed[0]).toMatch(/^EURUSD, [\d,]+ candles of 1h/);
    expect((await server.operator('audit')).printed).toEqual(before.printed);
  });

  it.each([
    [['backtest']],
    [['backtest', 'BTCUSD', 'a.csv', 'b.csv']],
    [['backtest', 'BTCUSD', '--risk=1.01']],
    [['backtest', 'BTCUSD', '--risk=0']],
    [['backtest', 'BTCUSD', '--timeframe=7m']],
    [['backtest', 'BTCUSD', '--from=yesterday']],
    [['backtest', 'BTCUSD', '--from=2024-02-30']],
    [['backtest', 'BTCUSD', '--from=2024-02-02', '--until=2024-02-01']],
    [['backtest', 'BTCUSD', '--from=2024-02-02', '--from=2024-02-01']],
    [['backtest', 'BTCUSD', '--speed=3']],
  ])('rejects the arguments %j', async (words) => {
    const { code, printed } = await server.operator(...words);
    expect(code).toBe(2);
    expect(printed.join('\n')).toContain('backtest SYMBOL [FILE]');
  });

  it.each([
    [['backtest', 'NOTHING'], 'There is no symbol NOTHING.'],
    [['backtest', 'BTCUSD', 'nowhere.csv'], 'there is no such file.'],
    [['backtest', 'BTCUSD', '--until=1990-01-01'], 'There are no candles of that time.'],
  ] as const)('says why it cannot backtest %j', async (words, text) => {
    const { code, printed } = await server.operator(...words);
    expect(code).toBe(1);
    expect(printed.join('\n')).toContain(text);
  });
});
