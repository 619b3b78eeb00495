// All data stored about a customer, table by table. Each statement lists its columns and its owner,
// so that secrets, other people's data and internal notes on a suspicion, which must not be
// disclosed (Directive (EU) 2015/849, article 39), are never exported by accident.

import { CLOSED_BY_BROKER } from '#engine/engine.ts';

/**
 * A part of the export, read in pages: rows whose `key` is above $2, in order. The key itself is
 * not exported.
 */
export type Section = {
  /** The name of the section's files. */
  readonly name: string;
  readonly text: string;
};

const PAGE = 'fetch first 500 rows with ties';
/** The key of a section with few rows, which is read as one page. */
const WHOLE = '1 as key';
const AFTER = '1 > $2::int';

export const SECTIONS: readonly Section[] = [
  {
    name: 'profile',
    text: `select ${WHOLE}, c.id, c.email, c.first_name, c.last_name, c.phone, c.birth_date,
        country.name as country, c.state, c.city, c.street, c.zip_code, c.language, c.level, c.pin,
        c.uniqid as referral_code, c.auto_trading, c.created_at, c.email_confirmed_at,
        c.source_page, c.sign_up_info, a.status, a.is_verified, a.client_category,
        a.is_protected, a.shares_protection, a.cash_cents, a.credit_cents
      from customers c
      left join countries country on country.id = c.country_id
      left join trading_accounts a on a.id = c.id
      where c.id = $1 and ${AFTER}`,
  },
  {
    name: 'accepted-terms',
    text: `select * from (
        select ${WHOLE}, 'terms and conditions' as text, terms_version as version,
          terms_accepted_at as accepted_at
        from customers where id = $1
        union all
        select ${WHOLE}, 'automatic trading', version, accepted_at
        from auto_trading_consents where customer_id = $1
      ) accepted where ${AFTER} order by accepted_at`,
  },
  {
    // Views by staff are omitted, because their addresses are the staff's own data.
    name: 'sessions-and-devices',
    text: `select (extract(epoch from created_at) * 1000)::bigint as key, created_at, last_used_at,
        ended_at, end_reason, ip, user_agent, client_info
      from sessions
      where kind = 'customer' and subject_id = $1 and viewed_by is null
        and (extract(epoch from created_at) * 1000)::bigint > $2
      order by key ${PAGE}`,
  },
  {
    name: 'sign-in-methods',
    text: `select * from (
        select ${WHOLE}, 'passkey' as method, name, created_at, last_used_at
        from passkeys where customer_id = $1
        union all
        select ${WHOLE}, 'authenticator app', null, confirmed_at, null
        from second_factors where customer_id = $1 and confirmed_at is not null
      ) methods where ${AFTER} order by created_at`,
  },
  {
    name: 'api-keys',
    text: `select id as key, name, key_start, scopes, networks, created_at, expires_at,
        last_used_at, last_used_ip, last_refused_at, last_refused_network, requests, (
          select json_agg(json_build_object('ip', ip, 'requests', u.requests,
            'last_used_at', u.last_used_at) order by u.last_used_at desc)
          from api_key_uses u where u.key_id = api_keys.id
        ) as addresses
      from api_keys where customer_id = $1 and id > $2 order by id ${PAGE}`,
  },
  {
    name: 'webhooks',
    text: `select id as key, url, events, created_at
      from webhook_endpoints where customer_id = $1 and id > $2 order by id ${PAGE}`,
  },
  {
    name: 'webhook-deliveries',
    text: `select d.id as key, d.endpoint_id as webhook, d.event_id, d.type, d.body, d.created_at,
        d.attempts, d.delivered_at, d.dead_at, d.last_error
      from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where e.customer_id = $1 and d.id > $2 order by d.id ${PAGE}`,
  },
  {
    // The events about the customer that the broker's own systems received (GDPR, article 15). The
    // path and query of an address can contain a secret of the broker.
    name: 'events-sent-to-the-broker',
    text: `select d.id as key, d.event_id, d.type, d.created_at, d.delivered_at,
        substring(e.url from '^[a-z]+://([^/?#]+)') as receiver
      from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where d.customer_id = $1 and d.id > $2 order by d.id ${PAGE}`,
  },
  {
    name: 'push-devices',
    text: `select id as key, name, endpoint, created_at, kept_at, delivered_at
      from push_devices where customer_id = $1 and id > $2 order by id ${PAGE}`,
  },
  {
    name: 'push-topics-switched-off',
    text: `select ${WHOLE}, topic from push_topics_off
      where customer_id = $1 and ${AFTER} order by topic`,
  },
  {
    name: 'notices',
    text: `select id as key, kind, facts, created_at, read_at
      from notifications where customer_id = $1 and id > $2 order by id ${PAGE}`,
  },
  {
    name: 'mails-switched-off',
    text: `select ${WHOLE}, mail_group from mails_off
      where customer_id = $1 and ${AFTER} order by mail_group`,
  },
  {
    name: 'price-alerts',
    text: `select id as key, symbol, side, sense, points, splits_before, created_at, fired_at,
        fired_points
      from price_alerts where customer_id = $1 and id > $2 order by id ${PAGE}`,
  },
  {
    name: 'workspace',
    text: `select ${WHOLE}, environment, name, version, document, saved_at from workspace_documents
      where customer_id = $1 and ${AFTER} order by environment, name`,
  },
  {
    name: 'announcements-dismissed',
    text: `select d.popup_id as key, p.title, d.dismissed_at
      from popup_dismissals d join popups p on p.id = d.popup_id
      where d.customer_id = $1 and d.popup_id > $2 order by d.popup_id ${PAGE}`,
  },
  {
    name: 'positions',
    text: `select id as key, id, symbol, direction, amount_cents, leverage, is_protected,
        is_automatic, stop_points, trail_distance, trail_points, target_points, termination_points, open_points, filled_points, opened_at,
        close_points, closed_at, closing_reason, ${CLOSED_BY_BROKER} as closed_by_broker,
        profit_cents
      from positions where account_id = $1 and id > $2 order by id ${PAGE}`,
  },
  {
    name: 'entry-orders',
    text: `select id as key, id, symbol, direction, kind, amount_cents, leverage, points, stop_points,
        stop_distance, target_points, target_distance, trail_distance, expiry, expires_at, oco_id, placed_at,
        outcome, ended_at, reason, position_id
      from entry_orders where account_id = $1 and id > $2 order by id ${PAGE}`,
  },
  {
    name: 'orders',
    text: `select sequence as key, sequence, request_id, created_at, outcome
      from commands where account_id = $1 and sequence > $2 order by sequence ${PAGE}`,
  },
  {
    name: 'transactions',
    text: `select number as key, id, type_id, status, method_id, provider, provider_reference,
        amount_cents, requested_cents, currency, original_id, cause, comments, created_at,
        updated_at, settled_at
      from transactions
      where customer_id = $1 and status <> 'opening' and number > $2 order by number ${PAGE}`,
  },
  {
    name: 'transaction-stages',
    text: `select t.number as key, s.transaction_id, s.line, s.at, s.stage, s.status
      from transaction_stages s join transactions t on t.id = s.transaction_id
      where t.customer_id = $1 and t.number > $2 order by t.number, s.line ${PAGE}`,
  },
  {
    name: 'ledger-entries',
    text: `select e.posting_id as key, e.posting_id, p.posted_at, p.kind, p.reference, e.account,
        e.amount_cents
      from ledger_entries e join postings p on p.id = e.posting_id
      where e.customer_id = $1 and e.posting_id > $2 order by e.posting_id ${PAGE}`,
  },
  {
    // The other accounts that contribute are omitted.
    name: 'shortfalls',
    text: `select position_id as key, position_id, amount_cents, status, covered_cents, occurred_at,
        decided_at
      from shortfalls where customer_id = $1 and position_id > $2 order by position_id ${PAGE}`,
  },
  {
    // The traits compared with other accounts. All except networks are stored as hashes; the label
    // says of what.
    name: 'account-traits',
    text: `select (extract(epoch from seen_at) * 1000)::bigint as key, kind, label, seen_at
      from account_traits
      where customer_id = $1 and (extract(epoch from seen_at) * 1000)::bigint > $2
      order by key ${PAGE}`,
  },
  {
    // Only confirmed links, which affect balance protection. The other account and the evidence are
    // another person's data, and an unconfirmed link is a suspicion.
    name: 'linked-accounts',
    text: `select id as key, status, found_at, decided_at
      from account_links
      where (first_id = $1 or second_id = $1) and status = 'confirmed' and id > $2
      order by id ${PAGE}`,
  },
  {
    name: 'documents',
    text: `select id as key, id, kind, status, note, format, bytes, uploaded_at, judged_at,
        expires_on::text, replaced_at
      from documents where customer_id = $1 and id > $2 order by id ${PAGE}`,
  },
  {
    name: 'referrals',
    // Only the sign-ups: names are other people's data.
    text: `select id as key, created_at as joined_at
      from customers
      where referred_by = (select uniqid from customers where id = $1) and id > $2
      order by id ${PAGE}`,
  },
  {
    name: 'contact-messages',
    // Messages are matched only for a confirmed email, because anyone can send one with another
    // person's.
    text: `select m.id as key, m.first_name, m.last_name, m.email, m.phone, m.message, m.created_at
      from contact_messages m join customers c on c.email = lower(m.email)
      where c.id = $1 and c.email_confirmed_at is not null and m.id > $2 order by m.id ${PAGE}`,
  },
  {
    name: 'questionnaires',
    text: `select id as key, version, begun_at, answered_at, answers, score, has_passed,
        acknowledged_at
      from appropriateness_attempts where customer_id = $1 and id > $2 order by id ${PAGE}`,
  },
  {
    name: 'own-limits',
    text: `select ${WHOLE}, kind, period, amount_cents, next_amount_cents, next_at
      from own_limits where customer_id = $1 and ${AFTER} order by kind, period`,
  },
  {
    name: 'exclusions',
    text: `select ${WHOLE}, kind, begun_at, ends_at
      from exclusions where customer_id = $1 and ${AFTER}`,
  },
  {
    name: 'automatic-trading',
    text: `select (extract(epoch from candle_end) * 1000)::bigint as key, symbol, candle_end, action,
        reason, facts, outcome, decided_at
      from auto_trading_decisions
      where account_id = $1 and (extract(epoch from candle_end) * 1000)::bigint > $2
      order by key, symbol ${PAGE}`,
  },
  {
    // Decisions on unconfirmed suspicions and screenings are omitted.
    name: 'changes-of-the-account',
    text: `select id as key, at, action, case when actor = subject then 'you' else 'the house' end as by
      from audit_events
      where subject = 'customer:' || $1::text and id > $2
        and action not in ('customer.note', 'linked-accounts.review', 'linked-accounts.dismiss')
        and action not like 'screening.%'
      order by id ${PAGE}`,
  },
];
