// The inputs and results that all trading commands share.
import { randomUUID } from 'node:crypto';
import type { Rejection } from '@halyard/contract/rejections';
import type { EngineRules } from '@halyard/core/engine';
import { refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import type { EngineClient } from '#engine/engine.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Instruments } from './instruments.ts';

export type CommandDeps = {
  readonly engine: EngineClient;
  readonly clock: Clock;
  readonly instruments: Instruments;
  /** The rules with which the engine was created. */
  readonly rules: EngineRules;
};

export type Given<Message> = {
  readonly accountId: number;
  /** The engine's request id: a repeated one gets the same answer. */
  readonly requestId: string;
  readonly message: Message;
};

/**
 * Converts a message. Routes and events share the request ids, so what was sent through one is
 * answered by the other.
 */
export function toGiven<Message extends { readonly requestId?: string | undefined }>(
  caller: { readonly subjectId: number },
  message: Message,
): Given<Message> {
  const requestId = `client:${message.requestId ?? randomUUID()}`;
  return { accountId: caller.subjectId, requestId, message };
}

/** Rejects a field of the message. */
export function invalidField(field: string, text: string): Answer<never> {
  const rejection: Rejection = { code: 'invalid', errors: { [field]: text } };
  return refused(rejection);
}
