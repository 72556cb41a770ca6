import type { EventType } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { dueAt } from './due-at.ts'
import { foldAccents, nameKeyExpressions } from './name-search.ts'
import type { State } from './state-machine.ts'
import type { Gift, Transition } from './tables.ts'
import type { TransitionDetails } from './transition-emails.ts'

/** A move as it was made: where from, what it made of the gift request, why, and what it told. */
export interface AppliedTransition {
  from: State
  gift: Gift
  cause: string
  events: readonly EventType[]
  /** For the letter about it. */
  details: TransitionDetails | undefined
}

/**
 * How far the gift request has come with this move. A claim that lapses takes everything back: the next
 * recipient begins anew.
 */
const progressSql = ({ to, at, isRedeemed }: { to: string; at: string; isRedeemed: string }) => `
  sent_at = case when ${to} = 'unclaimed' then null
                 when ${to} in ('created', 'scheduled', 'cancelled', 'expired') then sent_at
                 else coalesce(sent_at, ${at}) end,
  opened_at = case when ${to} = 'unclaimed' then null else opened_at end,
  redeemed_at = case when ${isRedeemed} then coalesce(redeemed_at, ${at}) else redeemed_at end`

/** Writes what a move changed and the move itself. Does not wait: a failure ends the transaction. */
export function insert(ctx: TxContext, { from, gift, cause, events }: AppliedTransition): void {
  ctx.enqueue(
    `with gift as (
       update gifting.gift_request
          set state = $3, status = $4, version = $5, line_items = $6, address = $7, link_digest = $8,
              link_code = $9, due_at = $10::timestamptz - (select c.ahead from access.clock_offset_of($1) c),
              delivered_emitted = $11, updated_at = $12, remind_at = $16, country = $17, due_failures = 0,
              ${progressSql({ to: '$3::text', at: '$12::timestamptz', isRedeemed: "'gift_request_redeemed' = any($15::text[])" })}
        where account_id = $1 and id = $2)
     insert into gifting.state_transition (account_id, gift_request_id, number, created_at, from_state, to_state, cause, events)
     values ($1, $2, $5, $12, $13, $3, $14, $15)`,
    [
      gift.account_id,
      gift.id,
      gift.state,
      gift.status,
      gift.version,
      gift.line_items,
      gift.address,
      gift.link_digest,
      gift.link_code,
      dueAt(gift),
      gift.delivered_emitted,
      gift.updated_at,
      from,
      cause,
      events,
      gift.remind_at,
      gift.country,
    ],
  )
}

/**
 * The same for any number of gift requests, each once, in one statement. It may change who their
 * recipients are.
 */
export function insertAll(ctx: TxContext, applied: readonly AppliedTransition[]): void {
  const each = <T>(read: (gift: Gift) => T): T[] => applied.map(({ gift }) => read(gift))
  ctx.enqueue(
    `with made as (
       select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::int[], $6::text[], $7::bytea[],
         $8::bytea[], $9::bytea[], $10::timestamptz[], $11::timestamptz[], $12::boolean[], $13::timestamptz[],
         $14::uuid[], $15::text[], $16::text[], $17::text[], $18::text[], $19::text[], $20::text[], $21::text[],
         $22::timestamptz[], $23::text[], $24::text[], $25::text[])
         as m (account_id, id, state, status, version, line_items, address, link_digest, link_code, due_at,
           claimed_until, delivered_emitted, updated_at, contact_id, email_key, first_name, last_name, email,
           from_state, cause, events, remind_at, country, first_folded, last_folded)
     ), gift as (
       update gifting.gift_request g
          set state = m.state, status = m.status, version = m.version, line_items = m.line_items,
              address = m.address, link_digest = m.link_digest, link_code = m.link_code, country = m.country,
              due_at = m.due_at - c.ahead, due_failures = 0, remind_at = m.remind_at, claimed_until = m.claimed_until,
              delivered_emitted = m.delivered_emitted, updated_at = m.updated_at, contact_id = m.contact_id,
              email_key = m.email_key, first_name = m.first_name, last_name = m.last_name, email = m.email,
              ${Object.entries(nameKeyExpressions('m.first_folded', 'm.last_folded')).map(([key, value]) => `${key} = ${value}`)},
              ${progressSql({ to: 'm.state', at: 'm.updated_at', isRedeemed: "strpos(m.events, 'gift_request_redeemed') > 0" })}
         from made m cross join lateral access.clock_offset_of(m.account_id) c
        where g.account_id = m.account_id and g.id = m.id)
     insert into gifting.state_transition (account_id, gift_request_id, number, created_at, from_state, to_state, cause, events)
     select account_id, id, version, updated_at, from_state, state, cause, string_to_array(events, ',') from made`,
    [
      each(({ account_id }) => account_id),
      each(({ id }) => id),
      each(({ state }) => state),
      each(({ status }) => status),
      each(({ version }) => version),
      each(({ line_items }) => line_items),
      each(({ address }) => address),
      each(({ link_digest }) => link_digest),
      each(({ link_code }) => link_code),
      each(dueAt),
      each(({ claimed_until }) => claimed_until),
      each(({ delivered_emitted }) => delivered_emitted),
      each(({ updated_at }) => updated_at),
      each(({ contact_id }) => contact_id),
      each(({ email_key }) => email_key),
      each(({ first_name }) => first_name),
      each(({ last_name }) => last_name),
      each(({ email }) => email),
      applied.map(({ from }) => from),
      applied.map(({ cause }) => cause),
      applied.map(({ events }) => events.join(',')),
      each(({ remind_at }) => remind_at),
      each(({ country }) => country),
      each(({ first_name }) => foldAccents(first_name)),
      each(({ last_name }) => foldAccents(last_name)),
    ],
  )
}

/** Writes down which variants these gift requests are made of, now that it is settled. Does not wait. */
export function saveGivenVariants(ctx: TxContext, gifts: readonly Gift[]): void {
  const settled = gifts.filter(({ line_items }) => line_items !== null)
  if (settled.length === 0) return
  ctx.enqueue(
    `insert into gifting.gift_request_variant (account_id, variant_id, gift_request_id, name)
     select g.account_id, (e ->> 'variant_id')::uuid, g.id, max(e ->> 'name')
       from unnest($1::uuid[], $2::uuid[], $3::text[]) as g (account_id, id, line_items)
       cross join lateral json_array_elements(g.line_items::json) e
      where e ->> 'variant_id' is not null
      group by 1, 2, 3 on conflict do nothing`,
    [
      settled.map(({ account_id }) => account_id),
      settled.map(({ id }) => id),
      settled.map(({ line_items }) => line_items),
    ],
  )
}

/** Writes when their recipients are reminded next, and the timers that follow. Does not wait. */
export function rescheduleReminders(ctx: TxContext, gifts: readonly Gift[]): void {
  ctx.enqueue(
    `update gifting.gift_request g set remind_at = w.remind_at, due_at = w.due_at - c.ahead, due_failures = 0
       from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[])
         as w (account_id, id, remind_at, due_at) cross join lateral access.clock_offset_of(w.account_id) c
      where g.account_id = w.account_id and g.id = w.id`,
    [
      gifts.map(({ account_id }) => account_id),
      gifts.map(({ id }) => id),
      gifts.map(({ remind_at }) => remind_at),
      gifts.map(dueAt),
    ],
  )
}

/** The moves of one gift request, oldest first. */
export const listTransitions = (
  ctx: TxContext,
  account_id: string,
  id: string,
): Promise<Transition[]> =>
  ctx.query<Transition>(
    `select created_at, from_state, to_state, cause, events from gifting.state_transition
      where account_id = $1 and gift_request_id = $2 order by number`,
    [account_id, id],
  )
