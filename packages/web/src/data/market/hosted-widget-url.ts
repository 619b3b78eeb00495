// The URLs of TradingView's hosted widgets. They run in a frame of another origin, so that none of
// their scripts run here.
import { HOSTED_WIDGET_ORIGIN } from '@halyard/contract/config';

export type HostedWidget = {
  readonly id: 'forex-cross-rates' | 'events';
  readonly language: string;
  readonly options: Readonly<Record<string, unknown>>;
};

/**
 * Returns the widget's URL, which contains the host and path of the page and nothing else about the
 * visitor.
 */
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
