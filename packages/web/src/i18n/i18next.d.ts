import 'i18next';
import type { shell } from './en/shell.ts';
import type { forms } from './en/forms.ts';
import type { refusals } from './en/refusals.ts';
import type { signIn } from './en/sign-in.ts';
import type { signUp } from './en/sign-up.ts';
import type { trading } from './en/trading.ts';

// Makes a missing key, or a missing fact of a text, an error of the compiler.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    keySeparator: false;
    interpolationPrefix: '{';
    interpolationSuffix: '}';
  }
  interface ResourceNamespaceMap {
    shell: typeof shell;
    forms: typeof forms;
    refusals: typeof refusals;
    'sign-in': typeof signIn;
    'sign-up': typeof signUp;
    trading: typeof trading;
  }
}
