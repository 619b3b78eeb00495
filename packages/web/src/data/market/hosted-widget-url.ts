// TradingView's hosted widgets: shown in a frame of theirs, so that no script of theirs runs here.
import { HOSTED_WIDGET_ORIGIN } from '@halyard/contract/config';

export type HostedWidget = {
  readonly id: 'forex-cross-rates' | 'events';
  readonly language: string;
  readonly options: Readonly<Record<string, unknown>>;
};

/** The widget's address. It is told the host and the path that it is shown at, and nothing else. */
export function hostedWidgetUrl(
  { id, language, options }: HostedWidget,
  { host, pathname }: { readonly host: string; readonly pathname: string },
): string {
  const settings = {
    ...options,
    utm_source: host,
    utm_medium: 'widget',
    utm_campaign: id,
    'page-uri': `${host}${pathname}`,
  };
  const query = new URLSearchParams({ locale: language === 'de' ? 'de_DE' : language });
  const hash = encodeURIComponent(JSON.stringify(settings));
  return `${HOSTED_WIDGET_ORIGIN}/embed-widget/${id}/?${query}#${hash}`;
}
