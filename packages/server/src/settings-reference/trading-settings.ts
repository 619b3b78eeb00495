import { VENDORS } from '@halyard/market';
import { VENDOR_TEXTS } from '#config/vendor-settings.ts';
import type { SettingsSection } from './settings-section.ts';

const VENDORS_LISTED = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format([
  'simulator',
  'replay',
  ...VENDORS.map(({ name, quotes }) => `${name} (${quotes})`),
]);

export const TRADING_SETTINGS: readonly SettingsSection[] = [
  {
    title: 'Trading rules',
    settings: {
      REGIME: {
        default: 'eu-retail',
        text: 'eu-retail applies the leverage limits and the protection of European retail customers; international applies neither. See docs/operate/trading-rules.md.',
      },
      MARGIN_CLOSE_OUT_PERCENT: {
        default: '50',
        text: 'Margin level in percent below which positions are closed. At least 50 in production with eu-retail.',
      },
      APPROPRIATENESS: {
        default: 'off',
        text: 'Whether customers answer questions about leveraged trading before their first position. European law requires it of brokers of retail customers: the start warns where it is off with eu-retail in production.',
      },
      WEBHOOK_PRIVATE_TARGETS: {
        default: 'off',
        text: 'Whether webhooks and push notifications of customers may be sent to private networks and by http. Only for tests and closed networks.',
      },
      MAX_OPEN_POSITIONS: {
        default: '200',
        text: 'Positions that a customer can have open at once.',
      },
      SPREADS: {
        example: 'EURUSD:0.005/0.01,BTCUSD:0.1',
        text: 'Mark-up on the spread of a symbol, as SYMBOL:extra or SYMBOL:extra/minimum in percent of the price, half on each side. Only for real prices.',
      },
      FINANCING: {
        example: 'forex:2.5/-1,crypto:12/12',
        text: 'Overnight financing, as category:long/short in percent a year of the notional, charged every calendar day at 17:00 in New York. A negative rate is paid to the customer. A category without a rate costs nothing.',
      },
      FINANCING_NIGHTS_MAX: {
        default: '31',
        text: 'Most nights that are charged at once, against a clock that leaps. Beyond it nothing is charged and OPERATOR_EMAIL is notified. Raise it if nothing ran for longer.',
      },
      GAP_PERCENTS: {
        default: 'forex:5,index:10,commodities:15,stocks:20,crypto:30',
        text: 'Largest plausible gap of a price while its market is closed, by category. What such a gap would cost the open positions cannot be withdrawn meanwhile. See docs/operate/money.md.',
      },
      PROTECTION_FEE_PERCENT: {
        default: '0',
        text: 'GSLO premium: what a position with a guaranteed stop costs at its opening, in percent of the notional.',
      },
      SHARED_PROTECTION: {
        default: 'off',
        text: 'Whether accounts that staff have linked share their negative balance protection. See docs/operate/linked-accounts.md.',
      },
      AUTO_TRADING: {
        default: 'EURUSD,XAUUSD,US500,BTCUSD',
        text: 'Symbols that automatic trading trades for customers who switched it on, or off. Read docs/operate/auto-trading.md first.',
      },
    },
  },
  {
    title: 'Prices',
    settings: {
      FEED: {
        default: 'simulator',
        example: 'crypto=binance|oanda,forex=oanda,stocks=simulator',
        text: `Source of prices: ${VENDORS_LISTED}; or a list by category, with | between real feeds that stand in for one another. A category that is not named is not traded. The free plans of the vendors do not allow showing their prices to others: docs/operate/feeds.md.`,
      },
      FEED_SWITCH: {
        text: 'The eight characters that a rejected start names: accepts that prices of symbols with open positions change between simulated and real.',
      },
      REPLAY_FILES: {
        example: 'BTCUSD=/data/btc.csv',
        text: 'Files of the replay, as SYMBOL=path separated by commas.',
      },
      REPLAY_SPEED: { default: '1', text: 'How many times as fast as the clock the files run.' },
      REPLAY_FROM: {
        example: '2025-10-20T00:00:00Z',
        text: "UTC time in the files to begin at. Without it: each file's beginning.",
      },
      ...VENDOR_TEXTS,
    },
  },
];
