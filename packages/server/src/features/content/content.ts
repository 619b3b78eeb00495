// The site's public content, announcements to customers, and messages from visitors.
import { getConfig as configRoute } from '@halyard/contract/config';
import type { PublicConfig } from '@halyard/contract/config';
import { sendContactMessage } from '@halyard/contract/contact';
import * as popupsContract from '@halyard/contract/popups';
import { bind, ok } from '#platform/http/http.ts';
import type { PageSource, RawBinding, RouteBinding } from '#platform/http/http.ts';
import type { WorkerPool } from '#platform/worker-pool/worker-pool.ts';
import { createCleanHtml } from './clean-html.ts';
import type { CleanHtml } from './clean-html.ts';
import { createCms } from './cms/cms.ts';
import type { Cms, CmsOptions } from './cms/cms.ts';
import { getConfig } from './get-config.ts';
import type { ConfigSettings } from './get-config.ts';
import { createImages } from './images/images.ts';
import { dismissPopup, listPopups } from './popups.ts';
import type { PopupDeps } from './popups.ts';
import { riskWarning } from './risk-warning.ts';
import { createSite } from './site/site.ts';
import { createContactDesk } from './take-contact-message.ts';
import type { ContactDeps } from './take-contact-message.ts';

export { listContactMessages } from './contact-store.ts';
export { finishMessage } from './finish-message.ts';
export type { Inbox } from './inbox-store.ts';
export { AUDIENCES, listStoredPopups } from './popup-store.ts';
export type { NewPopup, StoredPopup } from './popup-store.ts';
export { createPopup, removePopup } from './popups.ts';
export { riskWarning } from './risk-warning.ts';
export type { CleanHtml } from './clean-html.ts';

export type Content = {
  readonly routes: readonly RouteBinding[];
  /** The routes that implement the calls of Cockpit v1, and the pictures. */
  readonly rawRoutes: readonly RawBinding[];
  readonly cms: Cms;
  readonly cleanHtml: CleanHtml;
  /** The titles of the site's pages. */
  readonly pages: PageSource;
  start(): Promise<void>;
};

export type ContentOptions = Omit<PopupDeps, 'cleanHtml'> &
  ContactDeps &
  Omit<CmsOptions, 'facts' | 'hidesPages' | 'cockpit'> & {
    readonly workers: WorkerPool;
    readonly settings: ConfigSettings &
      Pick<CmsOptions['facts'], 'operatorName' | 'operatorAddress'> & {
        readonly cms: CmsOptions['cockpit'];
      };
    readonly paymentMethods: PublicConfig['payment_methods'];
  };

export async function createContent(options: ContentOptions): Promise<Content> {
  const { settings, paymentMethods } = options;
  const cms = await createCms({
    ...options,
    hidesPages: settings.platformOnly,
    cockpit: settings.cms,
    facts: {
      ...settings,
      riskWarnings: {
        en: riskWarning(settings.losingAccountsPercent, 'en'),
        de: riskWarning(settings.losingAccountsPercent, 'de'),
        it: riskWarning(settings.losingAccountsPercent, 'it'),
        es: riskWarning(settings.losingAccountsPercent, 'es'),
      },
    },
  });
  const { publicToken: contentToken } = cms;
  const cleanHtml = createCleanHtml(options.workers);
  const popupDeps = { ...options, cleanHtml };
  const images = createImages(options);
  const takeContactMessage = createContactDesk(options);
  return {
    rawRoutes: [...cms.rawRoutes, ...images.rawRoutes],
    cms,
    cleanHtml,
    pages: createSite({ settings, shown: cms.shown }),
    start: cms.start,
    routes: [
      ...images.routes,
      bind(configRoute, async () => ok(getConfig(settings, { paymentMethods, contentToken }))),
      bind(sendContactMessage, async ({ body, ip }) => await takeContactMessage(body, ip)),
      bind(popupsContract.listPopups, async ({ caller, body }) =>
        ok(await listPopups(popupDeps, { customerId: caller.subjectId, language: body.language })),
      ),
      bind(
        popupsContract.dismissPopup,
        async ({ caller, body }) =>
          await dismissPopup(popupDeps, { customerId: caller.subjectId, popupId: body.id }),
      ),
    ],
  };
}
