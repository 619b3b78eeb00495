import type { AutoTradingState, setAutoTrading } from '@halyard/contract/auto-trading';
import type { BodyOf } from '@halyard/contract/route';
import { recordAudit } from '#platform/audit/audit.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { CONSENT } from './consent-text.ts';
import { beginEnrolment, insertConsent } from './enrolment-store.ts';
import { viewState } from './view-state.ts';
import type { StateDeps } from './view-state.ts';

/**
 * Sets the customer's switch and stores the accompanying consent. A consent to a text that is not
 * in force is rejected and changes nothing.
 */
export async function switchAutoTrading(
  deps: StateDeps,
  request: { readonly customerId: number; readonly body: BodyOf<typeof setAutoTrading> },
): Promise<Answer<AutoTradingState>> {
  const { customerId, body } = request;
  const isOn = Number(body.auto_trading) === 1;
  const version = body.consent_version;
  if (version !== undefined && version !== CONSENT.version) {
    return refused({ code: 'consent-outdated', facts: { version: CONSENT.version } });
  }
  const atMs = deps.clock.nowMs();
  await deps.db.kysely.transaction().execute(async (tx) => {
    const wasChanged = await deps.customers.setAutoTrading(tx, { customerId, isOn });
    if (wasChanged && isOn) await beginEnrolment(tx, customerId, atMs);
    const isNewConsent =
      version !== undefined &&
      (await insertConsent(tx, customerId, { version, acceptedAtMs: atMs }));
    if (!wasChanged && !isNewConsent) return;
    await recordAudit(tx, atMs, {
      actor: `customer:${customerId}`,
      action: 'auto-trading.switch',
      subject: `customer:${customerId}`,
      after: { isOn, ...(isNewConsent ? { consentVersion: version } : {}) },
    });
  });
  return ok(await viewState(deps, customerId));
}
