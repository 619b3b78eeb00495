// The requests and responses of a sandbox, which either listens on its own port or is part of
// another server.

export type SandboxRequest = {
  readonly method: string;
  /** The request's path below the sandbox's base address, beginning with a slash. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
};

export type SandboxAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export function json(status: number, body: unknown): SandboxAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

export function page(html: string, status = 200): SandboxAnswer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html };
}

export function redirect(url: string): SandboxAnswer {
  return { status: 303, headers: { location: url }, body: '' };
}

export function formOf(request: SandboxRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(request.body.toString()));
}

export function jsonOf(request: SandboxRequest): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(request.body.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Returns a text field of a request; empty if it is missing or not text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
