import 'i18next';
import type { affiliate } from './en/affiliate.ts';
import type { alerts } from './en/alerts.ts';
import type { autoTrading } from './en/auto-trading.ts';
import type { shell } from './en/shell.ts';
import type { forms } from './en/forms.ts';
import type { refusals } from './en/refusals.ts';
import type { emailConfirmation } from './en/email-confirmation.ts';
import type { passwordReset } from './en/password-reset.ts';
import type { practice } from './en/practice.ts';
import type { profile } from './en/profile.ts';
import type { calendar } from './en/calendar.ts';
import type { changePassword } from './en/change-password.ts';
import type { desk } from './en/desk.ts';
import type { documents } from './en/documents.ts';
import type { account } from './en/account.ts';
import type { deposit } from './en/deposit.ts';
import type { withdrawal } from './en/withdrawal.ts';
import type { transactions } from './en/transactions.ts';
import type { referrals } from './en/referrals.ts';
import type { statements } from './en/statements.ts';
import type { appropriateness } from './en/appropriateness.ts';
import type { contact } from './en/contact.ts';
import type { content } from './en/content.ts';
import type { notices } from './en/notices.ts';
import type { security } from './en/security.ts';
import type { apiKeys } from './en/api-keys.ts';
import type { ownData } from './en/own-data.ts';
import type { safeguards } from './en/safeguards.ts';
import type { signIn } from './en/sign-in.ts';
import type { signUp } from './en/sign-up.ts';
import type { stages } from './en/stages.ts';
import type { orders } from './en/orders.ts';
import type { trading } from './en/trading.ts';
import type { viewing } from './en/viewing.ts';
import type { webhooks } from './en/webhooks.ts';

// Makes a missing key, or a missing fact of a text, an error of the compiler.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    keySeparator: false;
    interpolationPrefix: '{';
    interpolationSuffix: '}';
  }
  interface ResourceNamespaceMap {
    affiliate: typeof affiliate;
    alerts: typeof alerts;
    'auto-trading': typeof autoTrading;
    shell: typeof shell;
    forms: typeof forms;
    refusals: typeof refusals;
    'sign-in': typeof signIn;
    'sign-up': typeof signUp;
    'email-confirmation': typeof emailConfirmation;
    'password-reset': typeof passwordReset;
    practice: typeof practice;
    profile: typeof profile;
    'change-password': typeof changePassword;
    desk: typeof desk;
    documents: typeof documents;
    account: typeof account;
    deposit: typeof deposit;
    withdrawal: typeof withdrawal;
    transactions: typeof transactions;
    referrals: typeof referrals;
    contact: typeof contact;
    statements: typeof statements;
    appropriateness: typeof appropriateness;
    calendar: typeof calendar;
    content: typeof content;
    notices: typeof notices;
    security: typeof security;
    'api-keys': typeof apiKeys;
    webhooks: typeof webhooks;
    'own-data': typeof ownData;
    safeguards: typeof safeguards;
    stages: typeof stages;
    orders: typeof orders;
    trading: typeof trading;
    viewing: typeof viewing;
  }
}
