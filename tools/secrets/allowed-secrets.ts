/** Texts that look like secrets but are none, each with the reason. */
export const ALLOWED_SECRETS: readonly {
  readonly path: string;
  readonly rule: string;
  readonly reason: string;
}[] = [
  {
    path: 'packages/server/src/platform/outbound/sign.test.ts',
    rule: 'random text in an assignment',
    reason: 'the published test vector of Standard Webhooks',
  },
  {
    path: 'packages/server/src/platform/log/cut-secrets.test.ts',
    rule: 'random text in an assignment',
    reason: 'made up, to show that the log leaves out tokens',
  },
  {
    path: 'packages/server/src/platform/file-store/sign-request.test.ts',
    rule: 'random text in an assignment',
    reason: 'the published examples of AWS',
  },
  {
    path: 'packages/testkit/src/screening/screening.ts',
    rule: 'random text in an assignment',
    reason: 'the published test vector of Standard Webhooks, as the secret of the stand-in',
  },
];
