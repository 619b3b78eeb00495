// Client data sent at sign-in and sign-up: estimated location and first page. Sent as JSON text;
// without a location only the known parts are sent.
import { getIpInfo, IpInfo } from '@halyard/contract/config';
import { DAY_MS } from '@halyard/core/time';
import { readAttribution } from '../storage/attribution.ts';
import type { Call } from './call.ts';
import { parseJson } from './parse-json.ts';
import { KEYS, type TextStore } from '../storage/text-store.ts';

/** How long a looked-up location is used, because an IP address often changes within a day. */
const IP_INFO_FRESH_FOR_MS = DAY_MS;
const LOOKUP_TIMEOUT_MS = 3_000;

export type Client = {
  readonly call: Call;
  readonly store: TextStore;
  readonly now: () => number;
};

/** The client's estimated location, queried once a day; undefined without a timely reply. */
export async function lookUpIpInfo(client: Client): Promise<IpInfo | undefined> {
  const kept = readKept(client);
  if (kept !== undefined) return kept;
  const result = await client.call(getIpInfo, {}, { timeoutMs: LOOKUP_TIMEOUT_MS });
  if (result.kind !== 'data') return undefined;
  const entry = { atMs: client.now(), info: result.data };
  client.store.write(KEYS.clientInfo, JSON.stringify(entry));
  return result.data;
}

/** The text of the field `info`. */
export async function collectClientInfo(client: Client): Promise<string> {
  const { sourcePage } = readAttribution(client.store);
  return JSON.stringify({
    ...(await lookUpIpInfo(client)),
    ...(sourcePage === undefined ? {} : { source_page: sourcePage }),
  });
}

function readKept({ store, now }: Client): IpInfo | undefined {
  const entry = parseJson(store.read(KEYS.clientInfo));
  if (typeof entry !== 'object' || entry === null || !('atMs' in entry) || !('info' in entry)) {
    return undefined;
  }
  const ageMs = now() - Number(entry.atMs);
  if (!(ageMs >= 0 && ageMs <= IP_INFO_FRESH_FOR_MS)) return undefined;
  const parsed = IpInfo.safeParse(entry.info);
  return parsed.success ? parsed.data : undefined;
}
