import { useEffect, useEffectEvent, useRef } from 'react';
import { showNewsToast } from '#ui/feedback/toast.ts';
import { eurosText } from '../lists/figure-texts.ts';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';
import { isOf, useAssignments } from './assignments.ts';
import { hasActedOn } from './own-actions.ts';
import { useWork, type ReadQueue } from './use-work.ts';
import { setWaitingText } from './waiting-count.ts';
import type { WorkItem } from './work-items.ts';
import { findNews, type QueueKeys } from './work-news.ts';
import { useWorkSound } from './work-sound.ts';

/**
 * Reads the work list on every page: counts what waits for the member, and reports what is new by a
 * message and a sound. A colleague's records and what the member caused are neither.
 */
export function WorkAlerts() {
  const { id: me } = useStaff();
  const { queues, items } = useWork(true);
  const { assigneeOf } = useAssignments();
  const playSound = useWorkSound(me);
  const known = useRef<readonly QueueKeys[]>(undefined);
  const forMe = items?.filter((item) => {
    const assignee = assigneeOf(item);
    return isOf('mine', assignee, me) || isOf('free', assignee, me);
  });
  const read = items === undefined ? undefined : queues.map(toKeys);
  const isCut = read?.some((queue) => queue.isCut) === true;
  const count = forMe?.length ?? 0;
  const report = useEffectEvent(() => {
    if (read === undefined) return;
    const news = findNews(known.current, read);
    known.current = read;
    const isOwn = ({ key, causedBy }: WorkItem): boolean =>
      hasActedOn(key) || causedBy.includes(`staff:${me}`);
    const reported = (forMe ?? []).filter((item) => news.has(item.key) && !isOwn(item));
    if (reported.length === 0) return;
    showNewsToast(newsText(reported));
    playSound();
  });
  const state = JSON.stringify(read);
  useEffect(() => report(), [state]);
  useEffect(() => setWaitingText(count === 0 ? '' : `${count}${isCut ? '+' : ''}`), [count, isCut]);
  useEffect(() => () => setWaitingText(''), []);
  return null;
}

function toKeys({ queue: { name, resource }, page }: ReadQueue): QueueKeys {
  const keys = (page?.rows ?? []).map(({ id }) => `${resource.shape.name}/${id}`);
  return { name, keys, isCut: page !== undefined && page.next !== null };
}

function newsText(news: readonly WorkItem[]): string {
  const [first] = news;
  if (first === undefined || news.length > 1) return `${TEXTS.newRecords} ${news.length}`;
  const { queue, amount, customer } = first;
  const facts = [queue, amount === undefined ? '' : eurosText(Math.abs(amount)), customer].filter(
    (fact) => fact !== '',
  );
  return `${TEXTS.newWork}: ${facts.join(' · ')}`;
}
