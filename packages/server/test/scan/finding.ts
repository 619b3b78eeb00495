// What a scanner found, and why some of it is no defect.

export const TOOLS = ['sqlmap', 'wapiti', 'testssl', 'secrets', 'advisories'] as const;
export type Tool = (typeof TOOLS)[number];

export type Finding = {
  readonly tool: Tool;
  /** The scanner's name for this kind of finding. */
  readonly kind: string;
  /** The address, file or proxy that it is about. */
  readonly where: string;
  readonly text: string;
};

export type Scan =
  | { readonly kind: 'ran'; readonly findings: readonly Finding[]; readonly checked: string }
  | { readonly kind: 'not-run'; readonly reason: string };

export type Explanation = {
  readonly tool: Tool;
  readonly kind: RegExp;
  readonly where?: RegExp;
  readonly reason: string;
};

/** Returns the reason why a finding is no defect, if there is one. */
export function explain(
  finding: Finding,
  explanations: readonly Explanation[],
): string | undefined {
  const found = explanations.find(
    ({ tool, kind, where }) =>
      tool === finding.tool && kind.test(finding.kind) && (where?.test(finding.where) ?? true),
  );
  return found?.reason;
}
