import { MantineProvider } from '@mantine/core';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import { Loaded, type Reading } from './loaded.tsx';

beforeAll(async () => {
  const shell = { loading: 'Loading', loadFailed: 'Could not be loaded', tryAgain: 'Try again' };
  const resources = { en: { shell } };
  await i18next.use(initReactI18next).init({ lng: 'en', defaultNS: 'shell', resources });
});

const show = (reading: Partial<Reading<string>>): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <Loaded
        query={{
          data: undefined,
          errorUpdateCount: 0,
          isFetching: true,
          refetch: () => undefined,
          ...reading,
        }}
      >
        {(text) => <p>{text}</p>}
      </Loaded>
    </MantineProvider>,
  );

it('waits, then shows what came', () => {
  expect(show({})).toContain('Loading');
  expect(show({ data: '' })).toContain('<p></p>');
});

it('shows what could not be loaded, also during a retry', () => {
  for (const isFetching of [false, true]) {
    const shown = show({ errorUpdateCount: 1, isFetching });
    expect(shown).toContain('Could not be loaded');
    expect(shown).toContain('Try again');
  }
});

it('keeps loaded data when a refresh fails', () => {
  expect(show({ data: 'here', errorUpdateCount: 3 })).toContain('<p>here</p>');
});
