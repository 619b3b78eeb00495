import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CalendarEvent } from '@halyard/contract/calendar';
import { DAY_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const FILE = `time,currency,importance,title,actual,forecast,previous
2030-01-07T13:30Z,USD,1,"Prices, year on year",,2.4 %,2.3 %
2030-01-07T09:00Z,EUR,0,Sentiment,,,12.4
2030-01-08T00:30Z,AUD,-1,Building permits,,,
`;

describeOnDatabase('the economic calendar', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  afterAll(() => server.stop());

  const at = (day: string): number => Date.parse(`${day}T00:00Z`);

  async function find(query: object): Promise<CalendarEvent[]> {
    const search = new URLSearchParams(
      Object.entries({ from: at('2030-01-01'), to: at('2030-02-01'), ...query }).map(
        ([name, value]): [string, string] => [name, String(value)],
      ),
    ).toString();
    return dataOf((await server.get<CalendarEvent[]>(`/api/calendar?${search}`)).envelope);
  }

  async function importText(text: string) {
    await writeFile(join(server.dataDir, 'events.csv'), text);
    return await server.operator('calendar', 'import', 'events.csv');
  }

  const titles = async (query: object): Promise<string[]> =>
    (await find(query)).map(({ title }) => title);

  it('shows everyone what staff import, by time, currency and importance', async () => {
    expect(await importText(FILE)).toEqual({ code: 0, printed: ['Saved 3 events.'] });
    expect(await find({})).toEqual([
      {
        id: expect.any(Number) as number,
        at: '2030-01-07T09:00:00.000Z',
        currency: 'EUR',
        importance: 0,
        title: 'Sentiment',
        actual: null,
        forecast: null,
        previous: '12.4',
      },
      expect.objectContaining({ title: 'Prices, year on year', forecast: '2.4 %' }),
      expect.objectContaining({ title: 'Building permits', importance: -1 }),
    ]);
    expect(await titles({ to: at('2030-01-08') })).toEqual(['Sentiment', 'Prices, year on year']);
    expect(await titles({ currencies: 'EUR,AUD' })).toEqual(['Sentiment', 'Building permits']);
    expect(await titles({ importance: '1' })).toEqual(['Prices, year on year']);
    expect(await titles({ importance: '-1,0', currencies: 'EUR' })).toEqual(['Sentiment']);
  });

  it('adds the figures of an event when they are published, and removes the event', async () => {
    const line = '2030-01-07T09:00Z,EUR,0,Sentiment,13.1,,12.4\n';
    await importText(`time,currency,importance,title,actual,forecast,previous\n${line}`);
    const [event] = await find({ currencies: 'EUR' });
    expect(event).toMatchObject({ actual: '13.1' });
    const id = String(event?.id);
    expect((await server.operator('calendar', 'remove', id)).code).toBe(0);
    expect((await server.operator('calendar', 'remove', id)).code).toBe(1);
    expect(await find({ currencies: 'EUR' })).toEqual([]);
  });

  it('accepts a file again with fewer events, and rejects a file with events of another source', async () => {
    await importText(FILE);
    await server.query(
      `insert into calendar_events (at, currency, importance, title)
       select timestamptz '2031-01-01 00:00Z' + n * interval '1 minute', 'USD', 0, 'Filler ' || n
       from generate_series(1, 20000 - (select count(*)::int from calendar_events)) n`,
    );
    expect(await importText(FILE.replace('12.4', '12.5'))).toMatchObject({ code: 0 });
    expect((await find({ currencies: 'EUR' }))[0]).toMatchObject({ previous: '12.5' });
    const { code, printed } = await importText(FILE.replace('Sentiment', 'Another'));
    expect([code, printed[0]]).toEqual([1, expect.stringContaining('20000 are there')]);
    await server.query(`delete from calendar_events where title like 'Filler %'`);
    await importText(FILE);
  });

  it('imports all of a file or nothing, and names the invalid line', async () => {
    const before = await find({});
    const { code, printed } = await importText(
      `${FILE}2030-01-09T10:00Z,EUR,0,Good,,,\n2030-01-09T10:00,EUR,5,Bad,,,\n`,
    );
    expect(code).toBe(1);
    expect(printed).toEqual([
      'Line 6: time must be in UTC, such as 2026-12-31T13:30Z; importance must be -1, 0 or 1',
      'Nothing was changed.',
    ]);
    expect(await find({})).toEqual(before);
    for (const words of [['nowhere.csv'], ['.']]) {
      expect((await server.operator('calendar', 'import', ...words)).code).toBe(1);
    }
    const old = `time,currency,importance,title\n2020-01-01T00:00Z,EUR,0,Long ago\n`;
    expect((await importText(old)).printed).toContain('Events older than 400 days are not kept.');
  });

  it('adds one event from arguments, and lists upcoming events', async () => {
    const event = ['2030-03-01T08:00Z', 'GBP', '0', 'Retail sales', 'previous=0.3 %'];
    expect((await server.operator('calendar', 'add', ...event)).printed).toEqual([
      'Saved 1 event.',
    ]);
    const { printed } = await server.operator('calendar', 'list');
    expect(printed.join('\n')).toContain('2030-03-01T08:00Z  GBP  0  Retail sales  previous 0.3 %');
    for (const words of [
      ['add', '2030-03-01T08:00Z', 'GBP', '0'],
      ['add', ...event, 'colour=red'],
      ['add', ...event, 'previous=1'],
      ['import'],
      ['remove', 'x'],
      ['list', 'all'],
    ]) {
      expect((await server.operator('calendar', ...words)).code, words.join(' ')).toBe(2);
    }
    const wrong = await server.operator('calendar', 'add', 'tomorrow', ...event.slice(1));
    expect(wrong.printed).toEqual([
      'time must be in UTC, such as 2026-12-31T13:30Z',
      'Nothing was changed.',
    ]);
  });

  it.each([
    { from: 'yesterday' },
    { from: at('2030-02-01') },
    { to: at('2030-01-01') + 63 * DAY_MS },
    { currencies: 'eur' },
    { currencies: Array<string>(31).fill('EUR').join(',') },
    { importance: '2' },
    { colour: 'red' },
  ])('rejects the query %j', async (query) => {
    await expect(find(query)).rejects.toThrow('invalid');
  });
});

describeOnDatabase('a calendar that is switched off', (database) => {
  it('is not there', async () => {
    const server = await startServer({ database, environment: { ECONOMICS: 'off' } });
    expect(await server.get('/api/calendar?from=0&to=1')).toMatchObject({ status: 404 });
    await server.stop();
  });
});
