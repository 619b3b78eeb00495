// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';
import type { Json } from '../json.ts';

export type MessagesTables = {
  notifications: {
    id: Generated<number>;
    customer_id: number;
    kind: string;
    key: string;
    facts: Json;
    created_at: Date;
    read_at: Date | null;
  };
  told_notices: {
    id: Generated<number>;
    sequence: number;
  };
  mails_off: {
    customer_id: number;
    mail_group: string;
  };
  popups: {
    id: Generated<number>;
    title: string;
    content: string;
    language: string | null;
    audience: string;
    purpose: Generated<string>;
    from_at: Date;
    until_at: Date | null;
    created_at: Date;
    created_by: string;
    removed_at: Date | null;
  };
  popup_dismissals: {
    customer_id: number;
    popup_id: number;
    dismissed_at: Date;
  };
  contact_messages: {
    id: Generated<number>;
    first_name: string;
    last_name: string;
    email: string;
    phone: string;
    message: string;
    created_at: Date;
    done_at: Date | null;
    done_by: string | null;
  };
};
