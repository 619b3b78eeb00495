import type { Explanation } from './finding.ts';

/** What the scanners find and why it is no defect. A row that matches nothing is reported, too. */
export const EXPLANATIONS: readonly Explanation[] = [
  {
    tool: 'testssl',
    kind: /^engine_problem$/,
    reason: 'is about the OpenSSL of the machine that scans, not about the server',
  },
  {
    tool: 'testssl',
    kind: /^cert_(?:chain_of_trust|revocation)$/,
    reason: 'the scan makes its own certificate; an installation gets one from a public authority',
  },
  {
    tool: 'testssl',
    kind: /^cert_(?:expirationStatus|notAfter)$/,
    where: /^caddy$/,
    reason: 'Caddy’s own authority signs for 12 hours and renews by itself',
  },
  {
    tool: 'testssl',
    kind: /^TLS_session_ticket$/,
    where: /^caddy$/,
    reason: 'Caddy replaces the key of its tickets every 12 hours, whatever lifetime it announces',
  },
  {
    tool: 'testssl',
    kind: /^secure_renego$/,
    where: /^caddy$/,
    reason: 'Go’s TLS server has no renegotiation, so the handshake that tests it fails',
  },
  {
    tool: 'testssl',
    kind: /^BREACH$/,
    where: /^caddy$/,
    reason:
      'the attack needs a browser that sends credentials by itself; sessions travel in a header that only our own pages set, so a foreign page gets no answer that holds a secret',
  },
  {
    tool: 'wapiti',
    kind: /^HTTP Secure Headers$/,
    reason:
      'it misses X-XSS-Protection, which browsers no longer have; the content security policy permits no inline script',
  },
];
