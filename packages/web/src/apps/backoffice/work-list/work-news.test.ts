import { expect, it } from 'vitest';
import { findNews, type QueueKeys } from './work-news.ts';

const TO_APPROVE = 'withdrawals/to-approve';

function queue(name: string, keys: readonly string[], isCut = false): QueueKeys {
  return { name, keys, isCut };
}

it.each<[string, readonly QueueKeys[] | undefined, readonly QueueKeys[], readonly string[]]>([
  ['nothing at the first reading', undefined, [queue(TO_APPROVE, ['w/1'])], []],
  [
    'a record that has entered a queue',
    [queue(TO_APPROVE, ['w/1'])],
    [queue(TO_APPROVE, ['w/1', 'w/2'])],
    ['w/2'],
  ],
  ['nothing when a record leaves', [queue(TO_APPROVE, ['w/1'])], [queue(TO_APPROVE, [])], []],
  [
    'a record that has moved to another queue',
    [queue(TO_APPROVE, ['w/1']), queue('withdrawals/to-pay', [])],
    [queue(TO_APPROVE, []), queue('withdrawals/to-pay', ['w/1'])],
    ['w/1'],
  ],
  [
    'nothing of a queue that more records waited in than were read',
    [queue(TO_APPROVE, ['w/1'], true)],
    [queue(TO_APPROVE, ['w/2'])],
    [],
  ],
  [
    'nothing of a queue that more records wait in than are read',
    [queue(TO_APPROVE, ['w/1'])],
    [queue(TO_APPROVE, ['w/1', 'w/2'], true)],
    [],
  ],
])('reports %s', (_what, before, now, news) => {
  expect([...findNews(before, now)]).toEqual(news);
});
