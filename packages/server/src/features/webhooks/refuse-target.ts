import type { Rejection } from '@halyard/contract/rejections';
import type { Outbound } from '#platform/outbound/outbound.ts';

/** Returns why events must not be sent to an address; undefined if they can be. */
export async function refuseTarget(
  outbound: Pick<Outbound, 'findRejection'>,
  url: string,
): Promise<Rejection | undefined> {
  const why = URL.canParse(url) ? await outbound.findRejection(url) : 'The address is not valid';
  return why === undefined ? undefined : { code: 'webhook-target-refused', errors: { url: why } };
}
