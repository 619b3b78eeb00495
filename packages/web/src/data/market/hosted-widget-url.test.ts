import { expect, it } from 'vitest';
import { hostedWidgetUrl } from './hosted-widget-url.ts';

it('passes the settings in the address, and only host and path of the page', () => {
  const url = new URL(
    hostedWidgetUrl(
      { id: 'events', language: 'de', options: { importanceFilter: '-1,0,1' } },
      { host: 'trade.example', pathname: '/economic-calendar' },
    ),
  );
  expect(url.origin + url.pathname).toBe('https://www.tradingview-widget.com/embed-widget/events/');
  expect(url.searchParams.get('locale')).toBe('de_DE');
  expect(JSON.parse(decodeURIComponent(url.hash.slice(1)))).toEqual({
    importanceFilter: '-1,0,1',
    utm_source: 'trade.example',
    utm_medium: 'widget',
    utm_campaign: 'events',
    'page-uri': 'trade.example/economic-calendar',
  });
});
