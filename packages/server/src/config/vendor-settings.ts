// The settings that the price vendors declare: their schemas, texts and values.
import { VENDORS, type Vendor, type VendorName, type VendorSetting } from '@halyard/market';
import * as z from 'zod/mini';

import { choice, integer, matching, secureUrlOf, setting, type Problem } from '#setting-kinds.ts';
import type { SettingText } from '#settings-reference/settings-section.ts';

type Values = Readonly<Record<string, unknown>>;

/** Characters that an HTTP header value can contain. */
const SECRET_PATTERN = /^[\x21-\x7e]{1,200}$/;

const DECLARED: readonly (readonly [string, VendorSetting])[] = VENDORS.flatMap((vendor: Vendor) =>
  Object.entries(vendor.settings),
);

/** The schema of each vendor's settings, by the name of the setting. */
export const VENDOR_SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = Object.fromEntries(
  DECLARED.map(([name, declared]) => [name, schemaOf(declared)]),
);

/** The description of each vendor's settings, by the name of the setting. */
export const VENDOR_TEXTS: Readonly<Record<string, SettingText>> = Object.fromEntries(
  DECLARED.map(([name, declared]) => [name, describe(declared)]),
);

/** Returns what is missing in the settings of the vendors that are used. */
export function vendorProblems(names: ReadonlySet<string>, values: Values): readonly Problem[] {
  return usedVendors(names).flatMap((vendor) =>
    Object.entries(vendor.settings)
      .filter(([name, { isRequired }]) => isRequired === true && values[name] === undefined)
      .map(([name]) => ({ name, text: `is required with FEED=${vendor.name}` })),
  );
}

/** Returns the settings of each vendor that is used, by the name of the vendor. */
export function toVendorSettings(
  names: ReadonlySet<string>,
  values: Values,
): ReadonlyMap<VendorName, Values> {
  return new Map(
    usedVendors(names).map((vendor) => {
      const own = Object.keys(vendor.settings).map((name) => [name, values[name]] as const);
      return [vendor.name, Object.fromEntries(own)];
    }),
  );
}

function usedVendors(names: ReadonlySet<string>): readonly Vendor<VendorName>[] {
  return VENDORS.filter(({ name }) => names.has(name));
}

function schemaOf(declared: VendorSetting): z.ZodMiniType {
  switch (declared.kind) {
    case 'secret':
      return z.optional(setting(matching(SECRET_PATTERN), 'must be one word of ASCII'));
    case 'text':
      return z.optional(setting(matching(declared.pattern), `must be ${declared.accepts}`));
    case 'choice':
      return z._default(choice(declared.values), declared.default);
    case 'integer':
      return z._default(integer(declared.minimum, declared.maximum), declared.default);
    case 'web-socket-url':
      return urlSetting('wss:', 'ws:');
    case 'http-url':
      return urlSetting('https:', 'http:');
  }
}

function urlSetting(secure: string, plain: string): z.ZodMiniType {
  const text = `must be ${secure}//host, or ${plain}// on this machine`;
  return z.optional(setting(secureUrlOf(secure, plain), text));
}

function describe(declared: VendorSetting): SettingText {
  const { kind, text, example } = declared;
  return {
    ...('default' in declared ? { default: String(declared.default) } : {}),
    ...(example === undefined ? {} : { example }),
    ...(kind === 'secret' ? { isSecret: true } : {}),
    text,
  };
}
