// Trading hours of each market, in its own time zone. An interval whose close is not after its open
// ends on the next day. These are the usual hours of brokers' contracts, not of the exchanges.
import type { HolidayRule } from './holiday.ts';

export type TradingInterval = {
  /** The weekdays on which the interval opens; 0 is Sunday. */
  readonly days: readonly number[];
  /** The opening time as 'HH:MM' in the schedule's time zone. */
  readonly open: string;
  readonly close: string;
};

export type Schedule = {
  readonly id: string;
  /** The IANA name of the market's time zone. */
  readonly zone: string;
  readonly intervals: readonly TradingInterval[] | 'always';
  /**
   * Whether the opening or the closing day of an interval over midnight decides which holiday
   * applies.
   */
  readonly tradingDay: 'open' | 'close';
  readonly holidays: readonly HolidayRule[];
};

const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5];
const SUNDAY_TO_WEDNESDAY = [0, 1, 2, 3];
const SUNDAY_TO_THURSDAY = [0, 1, 2, 3, 4];
const THURSDAY = [4];
const NEW_YORK = 'America/New_York';

const at = (hour: number, minute = 0) => ({ closeMinute: hour * 60 + minute });
const fixed = (
  month: number,
  date: number,
  observance: 'as-is' | 'nearest' | 'sunday-to-monday' | 'next-monday' | 'two-days-later' = 'as-is',
) => ({ kind: 'fixed', month, date, observance }) as const;
const nth = (month: number, weekday: number, count: number) =>
  ({ kind: 'weekday', month, weekday, nth: count }) as const;
const easter = (daysAfter: number) => ({ kind: 'easter', daysAfter }) as const;

const CHRISTMAS_AND_NEW_YEAR: readonly HolidayRule[] = [fixed(12, 25), fixed(1, 1)];

const GOOD_FRIDAY = easter(-2);
const EASTER_MONDAY = easter(1);

const US_FULL_HOLIDAYS = [
  nth(1, 1, 3),
  nth(2, 1, 3),
  nth(5, 1, -1),
  fixed(6, 19, 'nearest'),
  fixed(7, 4, 'nearest'),
  nth(9, 1, 1),
  nth(11, 4, 4),
];
const DAY_AFTER_THANKSGIVING = { ...nth(11, 4, 4), daysAfter: 1 };
const US_HALF_DAYS = [fixed(7, 3), DAY_AFTER_THANKSGIVING, fixed(12, 24)];

const US_STOCK_HOLIDAYS: readonly HolidayRule[] = [
  fixed(1, 1, 'sunday-to-monday'),
  fixed(12, 25, 'nearest'),
  GOOD_FRIDAY,
  ...US_FULL_HOLIDAYS,
  ...US_HALF_DAYS.map((rule) => ({ ...rule, ...at(13) })),
];

const US_INDEX_HOLIDAYS: readonly HolidayRule[] = [
  ...CHRISTMAS_AND_NEW_YEAR,
  GOOD_FRIDAY,
  ...US_FULL_HOLIDAYS.map((rule) => ({ ...rule, ...at(13) })),
  ...US_HALF_DAYS.map((rule) => ({ ...rule, ...at(13, 15) })),
];

const US_COMMODITY_HOLIDAYS: readonly HolidayRule[] = [...CHRISTMAS_AND_NEW_YEAR, GOOD_FRIDAY];

const US_CROP_HOLIDAYS: readonly HolidayRule[] = [
  ...CHRISTMAS_AND_NEW_YEAR,
  GOOD_FRIDAY,
  ...US_FULL_HOLIDAYS,
];

const EURO_HOLIDAYS: readonly HolidayRule[] = [
  ...CHRISTMAS_AND_NEW_YEAR,
  GOOD_FRIDAY,
  EASTER_MONDAY,
  fixed(5, 1),
  fixed(12, 26),
  { ...fixed(12, 24), ...at(14) },
  { ...fixed(12, 31), ...at(14) },
];

const LONDON_HOLIDAYS: readonly HolidayRule[] = [
  fixed(1, 1, 'next-monday'),
  GOOD_FRIDAY,
  EASTER_MONDAY,
  nth(5, 1, 1),
  nth(5, 1, -1),
  nth(8, 1, -1),
  fixed(12, 25, 'two-days-later'),
  fixed(12, 26, 'two-days-later'),
  { ...fixed(12, 24), ...at(12, 30) },
  { ...fixed(12, 31), ...at(12, 30) },
];

const SYDNEY_HOLIDAYS: readonly HolidayRule[] = [
  fixed(1, 1, 'next-monday'),
  fixed(1, 26, 'next-monday'),
  GOOD_FRIDAY,
  EASTER_MONDAY,
  fixed(4, 25),
  nth(6, 1, 2),
  fixed(12, 25, 'two-days-later'),
  fixed(12, 26, 'two-days-later'),
  { ...fixed(12, 24), ...at(14, 10) },
  { ...fixed(12, 31), ...at(14, 10) },
];

const HONG_KONG_LUNAR_HOLIDAYS = [
  '2025-01-29',
  '2025-01-30',
  '2025-01-31',
  '2025-04-04',
  '2025-05-05',
  '2025-10-07',
  '2025-10-29',
  '2026-02-17',
  '2026-02-18',
  '2026-02-19',
  '2026-04-07',
  '2026-05-25',
  '2026-06-19',
  '2026-10-19',
  '2027-02-08',
  '2027-02-09',
  '2027-04-05',
  '2027-05-13',
  '2027-06-09',
  '2027-09-16',
  '2027-10-08',
];

const HONG_KONG_HOLIDAYS: readonly HolidayRule[] = [
  ...CHRISTMAS_AND_NEW_YEAR,
  GOOD_FRIDAY,
  EASTER_MONDAY,
  fixed(5, 1),
  fixed(7, 1),
  fixed(10, 1),
  fixed(12, 26),
  { kind: 'listed', dates: HONG_KONG_LUNAR_HOLIDAYS },
];

/** A market with a daily break in the evening that closes on Friday at 16:55, New York time. */
function newYorkNights(open: string, rest: string): readonly TradingInterval[] {
  return [
    { days: SUNDAY_TO_WEDNESDAY, open, close: rest },
    { days: THURSDAY, open, close: '16:55' },
  ];
}

export const SCHEDULES: readonly Schedule[] = [
  { id: 'crypto', zone: 'UTC', intervals: 'always', tradingDay: 'open', holidays: [] },
  {
    id: 'fx',
    zone: NEW_YORK,
    intervals: newYorkNights('17:05', '16:59'),
    tradingDay: 'close',
    holidays: CHRISTMAS_AND_NEW_YEAR,
  },
  {
    id: 'metals',
    zone: NEW_YORK,
    intervals: newYorkNights('18:00', '17:00'),
    tradingDay: 'close',
    holidays: US_COMMODITY_HOLIDAYS,
  },
  {
    id: 'oil',
    zone: NEW_YORK,
    intervals: newYorkNights('18:00', '17:00'),
    tradingDay: 'close',
    holidays: US_COMMODITY_HOLIDAYS,
  },
  {
    id: 'brent',
    zone: NEW_YORK,
    intervals: newYorkNights('20:00', '17:00'),
    tradingDay: 'close',
    holidays: US_COMMODITY_HOLIDAYS,
  },
  {
    id: 'us-index',
    zone: NEW_YORK,
    intervals: newYorkNights('18:00', '17:00'),
    tradingDay: 'close',
    holidays: US_INDEX_HOLIDAYS,
  },
  {
    id: 'us-stock',
    zone: NEW_YORK,
    intervals: [{ days: MONDAY_TO_FRIDAY, open: '09:30', close: '16:00' }],
    tradingDay: 'open',
    holidays: US_STOCK_HOLIDAYS,
  },
  {
    id: 'de-index',
    zone: 'Europe/Berlin',
    intervals: [{ days: MONDAY_TO_FRIDAY, open: '08:00', close: '22:00' }],
    tradingDay: 'open',
    holidays: EURO_HOLIDAYS,
  },
  {
    id: 'uk-index',
    zone: 'Europe/London',
    intervals: [{ days: MONDAY_TO_FRIDAY, open: '08:00', close: '21:00' }],
    tradingDay: 'open',
    holidays: LONDON_HOLIDAYS,
  },
  {
    id: 'au-index',
    zone: 'Australia/Sydney',
    intervals: [
      { days: MONDAY_TO_FRIDAY, open: '09:50', close: '16:30' },
      { days: MONDAY_TO_FRIDAY, open: '17:10', close: '07:00' },
    ],
    tradingDay: 'open',
    holidays: SYDNEY_HOLIDAYS,
  },
  {
    id: 'hk-index',
    zone: 'Asia/Hong_Kong',
    intervals: [
      { days: MONDAY_TO_FRIDAY, open: '09:15', close: '12:00' },
      { days: MONDAY_TO_FRIDAY, open: '13:00', close: '16:30' },
      { days: MONDAY_TO_FRIDAY, open: '17:15', close: '03:00' },
    ],
    tradingDay: 'open',
    holidays: HONG_KONG_HOLIDAYS,
  },
  {
    id: 'grains',
    zone: 'America/Chicago',
    intervals: [
      { days: SUNDAY_TO_THURSDAY, open: '19:00', close: '07:45' },
      { days: MONDAY_TO_FRIDAY, open: '08:30', close: '13:20' },
    ],
    tradingDay: 'close',
    holidays: US_CROP_HOLIDAYS,
  },
  {
    id: 'sugar',
    zone: NEW_YORK,
    intervals: [{ days: MONDAY_TO_FRIDAY, open: '03:30', close: '13:00' }],
    tradingDay: 'open',
    holidays: US_CROP_HOLIDAYS,
  },
];
