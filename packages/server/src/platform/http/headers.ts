// The headers of every response: routes, files, the live feed's polling, and requests that the
// framework could not read.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createOfficeSite } from './office-site/office-site.ts';

const HSTS = 'max-age=31536000; includeSubDomains';
const HOST_PATTERN = /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i;

const FIXED = Object.entries({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy':
    'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
});

/** The headers that restrict what a page may do, so they have no meaning for other files. */
const OF_PAGES = [
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'x-frame-options',
  'content-security-policy',
] as const;
/**
 * Files that never act as a page. SVG is not included, because it can run scripts when opened by
 * itself, nor a worker's script, which takes its content security policy from its own response.
 */
const NEVER_A_PAGE =
  /[/\\]assets[/\\](?![^/\\]*\.worker-)[^/\\]+\.(?:js|css|woff2)(?:\.(?:br|gz))?$/;

/** Sets the headers before any other handler. */
export type SetHeaders = (request: IncomingMessage, response: ServerResponse) => void;

export function createSetHeaders(options: {
  readonly publicUrl: string | undefined;
  readonly backofficeUrl?: string | undefined;
  readonly formOrigins?: readonly string[];
  readonly pictureOrigins?: readonly string[];
  readonly frameOrigins?: readonly string[];
}): SetHeaders {
  const {
    publicUrl,
    backofficeUrl,
    formOrigins = [],
    pictureOrigins = [],
    frameOrigins = [],
  } = options;
  const isSecure = publicUrl?.startsWith('https:') === true;
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  const site = { isSecure, formOrigins, pictureOrigins, frameOrigins };
  const { isOffice } = createOfficeSite(backofficeUrl);
  // The back office loads nothing from third parties and opens no socket.
  const bare = { formOrigins: [], pictureOrigins: [], frameOrigins: [] };
  const officePolicy = contentSecurityPolicy({ ...bare, isSecure, host: undefined });
  // The last computed policy is cached, because nearly all requests are for the same host.
  let last = { host: publicHost, policy: contentSecurityPolicy({ ...site, host: publicHost }) };
  return (request, response) => {
    for (const [name, value] of FIXED) response.setHeader(name, value);
    if (isSecure) response.setHeader('strict-transport-security', HSTS);
    if (isOffice(request.headers.host)) {
      response.setHeader('content-security-policy', officePolicy);
      response.setHeader('cache-control', 'no-store');
      return;
    }
    const host = publicHost ?? request.headers.host;
    if (host !== last.host) last = { host, policy: contentSecurityPolicy({ ...site, host }) };
    response.setHeader('content-security-policy', last.policy);
    if (!isStorable(request.url ?? '')) response.setHeader('cache-control', 'no-store');
  };
}

/** Returns the headers of a reply to unreadable bytes, which is written without the framework. */
export function toRawHeaders(publicUrl: string | undefined): string {
  const isSecure = publicUrl?.startsWith('https:') === true;
  const headers = [
    ...FIXED,
    ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
    ['cache-control', 'no-store'],
    ...(isSecure ? [['strict-transport-security', HSTS]] : []),
  ];
  return headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
}

/** Removes the headers that the built file at `path` does not need. */
export function trimHeaders(response: ServerResponse, path: string): void {
  if (!NEVER_A_PAGE.test(path)) return;
  for (const name of OF_PAGES) response.removeHeader(name);
}

/**
 * Returns the content security policy: scripts, fonts and calls only from this origin and those in
 * the settings; inline styles, because the components set them.
 */
function contentSecurityPolicy(site: {
  readonly host: string | undefined;
  readonly isSecure: boolean;
  readonly formOrigins: readonly string[];
  readonly pictureOrigins: readonly string[];
  readonly frameOrigins: readonly string[];
}): string {
  const { host, isSecure, formOrigins, pictureOrigins, frameOrigins } = site;
  // The WebSocket address is listed explicitly, because older browsers don't count one of the same
  // host as 'self'.
  const socket =
    host !== undefined && HOST_PATTERN.test(host) ? ` ${isSecure ? 'wss' : 'ws'}://${host}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data:", ...pictureOrigins].join(' '),
    "font-src 'self'",
    `connect-src 'self'${socket}`,
    "manifest-src 'self'",
    ...(frameOrigins.length > 0 ? [`frame-src ${frameOrigins.join(' ')}`] : []),
    ["form-action 'self'", ...formOrigins].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** Returns whether a response can be cached; those of the API and the live feed never are. */
function isStorable(url: string): boolean {
  return !/^\/(api|health|socket\.io)([/?]|$)/.test(url);
}
