// The tabs of a customer's page.
import type { Tab } from '../resource.ts';
import { allow } from '../roles.ts';

const READ = allow('support', 'compliance', 'finance', 'dealing');
const LINKS = allow('compliance', 'finance', 'dealing');

export const CUSTOMER_TABS = [
  { name: 'timeline', fields: [], part: { roles: READ } },
  {
    name: 'profile',
    fields: ['created_at', 'phone', 'country', 'level', 'pin', 'profile'],
    actions: ['edit-profile', 'set-level', 'set-pin'],
  },
  {
    name: 'verification',
    fields: ['screening_state', 'screening'],
    lists: ['documents'],
    listsWithActions: true,
    actions: ['verify', 'unverify', 'confirm-email', 'screen', 'decide-screening'],
  },
  {
    name: 'trading-terms',
    fields: ['restriction', 'protected', 'own_stop', 'permissions'],
    actions: ['block', 'close-only', 'unblock', 'categorise', 'permit', 'protect', 'unprotect'],
  },
  { name: 'positions', fields: ['figures', 'open_positions'], lists: ['positions', 'orders'] },
  {
    name: 'practice',
    fields: ['practice_figures', 'practice_positions'],
    actions: ['reset-practice'],
  },
  {
    name: 'money',
    fields: ['transactions', 'reversals'],
    lists: ['deposits', 'withdrawals', 'approvals'],
    actions: ['collect-debt'],
  },
  { name: 'ledger', fields: ['ledger'] },
  {
    name: 'access',
    fields: ['second_factor', 'sessions', 'devices'],
    lists: ['webhook-deliveries'],
    actions: ['auto-login', 'password-reset', 'end-sessions', 'second-factor-off'],
  },
  { name: 'notes', fields: ['notes'], actions: ['note'] },
  { name: 'referrals', fields: ['referrals'] },
  {
    name: 'related-accounts',
    fields: [],
    lists: ['linked-accounts', 'shortfalls'],
    part: { roles: LINKS, lists: ['linked-accounts'] },
  },
  { name: 'record', fields: [], lists: ['audit'] },
] as const satisfies readonly Tab[];
