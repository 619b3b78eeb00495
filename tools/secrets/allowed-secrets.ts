/** Texts that look like secrets but are none, each with the reason. */
export const ALLOWED_SECRETS: readonly {
  readonly path: string;
  readonly rule: string;
  readonly reason: string;
}[] = [
  {
    path: 'packages/server/src/features/webhooks/sign.test.ts',
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
];
