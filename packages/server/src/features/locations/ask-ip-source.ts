// Queries the operator's IP information service (IP_INFO_URL) for an address's location. It
// receives only a public address, at the configured URL; redirects are not followed, and the reply
// is limited in time and size.
import * as z from 'zod/mini';
import { readReply } from '#platform/reply/reply.ts';

export type SourcePlace = { readonly alpha2: string; readonly city: string };

const TIMEOUT_MS = 3000;
const ANSWER_BYTES_MAX = 65_536;
const CITY_LENGTH_MAX = 100;

const ALPHA2_PATTERN = /^[A-Z]{2}$/i;
/** The names of the country code, which differ between services; the first valid one counts. */
const COUNTRY_NAMES = ['country_short', 'country_code', 'countryCode', 'country'];

const SourceAnswer = z.record(z.string(), z.unknown());

/** Queries the service. Throws if the reply is invalid. */
export async function askIpSource(urlTemplate: string, ip: string): Promise<SourcePlace> {
  const response = await fetch(urlTemplate.replaceAll('{ip}', encodeURIComponent(ip)), {
    headers: { accept: 'application/json' },
    redirect: 'error',
    credentials: 'omit',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`The IP information service answers ${response.status}`);
  }
  const answer = SourceAnswer.parse(
    parseAnswer((await readReply(response, ANSWER_BYTES_MAX)).toString('utf8')),
  );
  const alpha2 = COUNTRY_NAMES.map((name) => toText(answer[name])).find((text) =>
    ALPHA2_PATTERN.test(text),
  );
  const city = toText(answer['city']).replaceAll(/\p{C}/gu, '').trim();
  return {
    alpha2: alpha2?.toUpperCase() ?? '',
    city: city.slice(0, CITY_LENGTH_MAX).toWellFormed(),
  };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Parses the reply without the parser's own error, which would quote the reply and so the address.
 */
function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The IP information service answers no JSON');
  }
}
