// Declares a price vendor: its name, the settings of the broker's account with it, its codes of the
// symbols, and its adapter. The program derives everything else from the declaration.
import type { Adapter, AdapterOptions } from '../vendor-adapter.ts';

/** A setting of a vendor, which the program reads from the environment variable of its name. */
export type VendorSetting = {
  /** What the setting does, for the reference of the settings. */
  readonly text: string;
  readonly example?: string;
  /** Set if the program can't use the vendor without the setting. */
  readonly isRequired?: true;
} & (
  | { readonly kind: 'secret' }
  | { readonly kind: 'text'; readonly pattern: RegExp; readonly accepts: string }
  | { readonly kind: 'choice'; readonly values: readonly string[]; readonly default: string }
  | {
      readonly kind: 'integer';
      readonly minimum: number;
      readonly maximum: number;
      readonly default: number;
    }
  /** An address that replaces one of the vendor's: encrypted, or on this machine. */
  | { readonly kind: 'http-url' | 'web-socket-url' }
);

type VendorSettings = Readonly<Record<string, VendorSetting>>;

type ValueOf<Setting extends VendorSetting> = Setting extends { readonly kind: 'integer' }
  ? number
  : Setting extends { readonly kind: 'choice'; readonly values: readonly (infer Value)[] }
    ? Value
    : Setting extends { readonly isRequired: true }
      ? string
      : string | undefined;

type ValuesOf<Settings extends VendorSettings> = {
  readonly [Name in keyof Settings]: ValueOf<Settings[Name]>;
};

type Declaration<Name extends string> = {
  /** The name in the setting FEED, in the log, and in the metrics. */
  readonly name: Name;
  /** What the vendor quotes, for the reference of the settings. */
  readonly quotes: string;
  /** The vendor's code of each symbol that it quotes. */
  readonly codes: Readonly<Record<string, string>>;
};

export type Vendor<Name extends string = string> = Declaration<Name> & {
  readonly settings: VendorSettings;
  /** Creates the adapter. `values` must be accepted by `settings`, the required ones present. */
  readonly create: (values: Readonly<Record<string, unknown>>, options: AdapterOptions) => Adapter;
};

export function defineVendor<const Name extends string, const Settings extends VendorSettings>(
  declaration: Declaration<Name> & {
    readonly settings: Settings;
    readonly create: (values: ValuesOf<Settings>, options: AdapterOptions) => Adapter;
  },
): Vendor<Name> {
  return {
    ...declaration,
    // The cast is safe: the settings are validated by this declaration before a vendor is created.
    create: (values, options) => declaration.create(values as ValuesOf<Settings>, options),
  };
}
