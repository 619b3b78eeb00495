// Where the program listens, and the addresses that browsers open.
import * as z from 'zod/mini';
import { type Problem, matching, readOrigin, setting } from '#setting-kinds.ts';

const HOST_PATTERN = /^[\w.:-]{1,253}$/;

export const AddressVariables = z.object({
  HOST: z._default(
    setting(matching(HOST_PATTERN), 'must be an address to listen on, such as 127.0.0.1'),
    '127.0.0.1',
  ),
  PUBLIC_URL: z.optional(
    setting(
      readOrigin,
      'must be what browsers open, such as https://trade.example.com, without a path',
    ),
  ),
  BACKOFFICE_URL: z.optional(
    setting(readOrigin, 'must be an address such as https://office.example.com, without a path'),
  ),
});
type AddressVariables = z.infer<typeof AddressVariables>;

export type AddressSettings = {
  readonly host: string;
  /** The public origin, without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** The only address that serves the back office; if undefined, every host serves it. */
  readonly backofficeUrl: string | undefined;
};

export function toAddressSettings(variables: AddressVariables): AddressSettings {
  return {
    host: variables.HOST,
    publicUrl: variables.PUBLIC_URL,
    backofficeUrl: variables.BACKOFFICE_URL,
  };
}

/**
 * Returns the problems of the back office's address, also in comparison with the customers'
 * address.
 */
export function addressProblems({
  BACKOFFICE_URL,
  PUBLIC_URL,
}: Partial<AddressVariables>): readonly Problem[] {
  if (BACKOFFICE_URL === undefined) return [];
  const office = new URL(BACKOFFICE_URL);
  const site = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL);
  if (site?.protocol === office.protocol && site.host !== office.host) return [];
  const text = 'must be another host than PUBLIC_URL, with the same scheme (http or https)';
  return [{ name: 'BACKOFFICE_URL', text }];
}
