import type { NotificationPush } from '@halyard/contract/live';
import type { NotificationPage } from '@halyard/contract/notifications';
import { afterAll, beforeAll, expect, it } from 'vitest';

import {
  dataOf,
  nextMessage,
  signUp,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

describeOnDatabase('a notification', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  afterAll(() => server.stop());

  it('is pushed only to the open browsers of its customer', async () => {
    const ada = await signUp(server, 'ada@example.com');
    const ben = await signUp(server, 'ben@example.com');
    const heard: NotificationPush[] = [];
    const socket = await server.connect('/positions', ada.access_token);
    await server.connect('/positions', ben.access_token, (early) => {
      early.on('notification', (push: NotificationPush) => heard.push(push));
    });
    const coming = nextMessage<NotificationPush>(
      socket,
      'notification',
      ({ kind }) => kind === 'reset-link',
    );
    await server.post('/api/get/forgotPassword', { email: 'ada@example.com' });
    const push = await coming;
    const { envelope } = await server.post<NotificationPage>(
      '/api/accounts/notifications',
      {},
      { token: ada.access_token },
    );
    const { notifications, unread } = dataOf(envelope);
    expect(push).toEqual({
      id: notifications[0]?.id,
      kind: 'reset-link',
      group: 'security',
      unread,
    });
    expect(heard.map(({ kind }) => kind)).not.toContain('reset-link');
  });
});
