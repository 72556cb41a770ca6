import type { Page, Status } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { enqueueInsert } from '#platform/postgres/table'
import type { ClaimRules, OneLink } from './tables.ts'

/** A one-link of a suspended account reads as closed. */
const columns = `l.account_id, l.id, l.campaign_id, l.campaign_name, l.name, l.quantity, l.allowed_email_domains,
  l.require_confirmation, l.require_approval, l.has_waiting_list, l.refuse_disposable, l.max_claims_per_address,
  l.max_claims_per_network, l.max_claims_per_device, l.code_digest, l.code, l.expires_at,
  coalesce(l.closed_at, access.suspended_at(l.account_id)) as closed_at, l.created_at, l.updated_at`

/** Counts are computed per query. Two partial indexes contain only the counted placeholders. */
const selectWithCounts = `select ${columns},
    (select count(*) from gifting.gift_request g where g.account_id = l.account_id
        and g.one_link_id = l.id and g.contact_id is not null) as claimed,
    (select count(*) from gifting.gift_request g where g.account_id = l.account_id
        and g.one_link_id = l.id and g.state = 'unclaimed') as unclaimed,
    (select count(*) from gifting.one_link_claim c where c.account_id = l.account_id
        and c.one_link_id = l.id and c.has_place) as reserved
  from gifting.one_link l`

export const find = (
  ctx: TxContext,
  account_id: string,
  id: string,
): Promise<OneLink | undefined> =>
  ctx.queryFirst<OneLink>(`${selectWithCounts} where l.account_id = $1 and l.id = $2`, [
    account_id,
    id,
  ])

export const findByCode = (ctx: TxContext, digest: Buffer): Promise<OneLink | undefined> =>
  ctx.queryFirst<OneLink>(`${selectWithCounts} where l.code_digest = $1`, [digest])

/** Returns up to one row more than the page size, so that the caller can compute `has_more`. */
export const list = (
  ctx: TxContext,
  account_id: string,
  { limit, after, order }: Page,
): Promise<OneLink[]> =>
  ctx.query<OneLink>(
    `${selectWithCounts} where l.account_id = $1 ${after === undefined ? '' : `and l.id ${order === 'asc' ? '>' : '<'} $3`}
      order by l.id ${order} limit $2`,
    [account_id, limit + 1, ...(after === undefined ? [] : [after])],
  )

/** Returns the team of the gifts of a one-link. */
export const findTeam = async (ctx: TxContext, id: string): Promise<string | null> => {
  const gift = await ctx.queryFirst<{ team_id: string | null }>(
    'select team_id from gifting.gift_request where account_id = $1 and one_link_id = $2 limit 1',
    [ctx.account_id, id],
  )
  return gift?.team_id ?? null
}

/** A one-link without its counts, locked until the transaction ends. */
export type LockedOneLink = Omit<OneLink, 'claimed' | 'unclaimed' | 'reserved'>

const selectById = `select ${columns} from gifting.one_link l where l.account_id = $1 and l.id = $2`

/** Takes a shared lock: claims run concurrently, but not with the transaction that closes the one-link. */
export const lockShared = (ctx: TxContext, id: string): Promise<LockedOneLink | undefined> =>
  ctx.queryFirst<LockedOneLink>(`${selectById} for key share`, [ctx.account_id, id])

/** Takes an exclusive lock: no claim and no lapse until the transaction ends. */
export const lockExclusive = (ctx: TxContext, id: string): Promise<LockedOneLink | undefined> =>
  ctx.queryFirst<LockedOneLink>(`${selectById} for update`, [ctx.account_id, id])

export const close = (ctx: TxContext, id: string): void =>
  ctx.enqueue(
    `update gifting.one_link set closed_at = $3, updated_at = $3 where account_id = $1 and id = $2`,
    [ctx.account_id, id, ctx.now],
  )

export const insert = (
  ctx: TxContext,
  { claimed: _claimed, unclaimed: _unclaimed, reserved: _reserved, ...link }: OneLink,
): void => enqueueInsert(ctx, 'gifting.one_link', link)

/** Renames a one-link. Returns the previous name; undefined if the account has no such one-link. */
export const rename = (
  ctx: TxContext,
  id: string,
  name: string | null,
): Promise<{ before: string | null } | undefined> =>
  ctx.queryFirst<{ before: string | null }>(
    `update gifting.one_link l set name = $3 from gifting.one_link old
      where l.account_id = $1 and l.id = $2 and old.account_id = l.account_id and old.id = l.id
      returning old.name as before`,
    [ctx.account_id, id, name],
  )

/** Saves the rules for claims of a locked one-link. */
export const updateRules = (ctx: TxContext, id: string, rules: ClaimRules): void =>
  ctx.enqueue(
    `update gifting.one_link
        set require_confirmation = $3, require_approval = $4, has_waiting_list = $5, refuse_disposable = $6,
            max_claims_per_address = $7, max_claims_per_network = $8, max_claims_per_device = $9, updated_at = $10
      where account_id = $1 and id = $2`,
    [
      ctx.account_id,
      id,
      rules.require_confirmation,
      rules.require_approval,
      rules.has_waiting_list,
      rules.refuse_disposable,
      rules.max_claims_per_address,
      rules.max_claims_per_network,
      rules.max_claims_per_device,
      ctx.now,
    ],
  )

/** Saves the expiry and the allowed domains of a locked one-link. */
export const updateSettings = (
  ctx: TxContext,
  { id, allowed_email_domains, expires_at }: LockedOneLink,
): void =>
  ctx.enqueue(
    `update gifting.one_link set allowed_email_domains = $3, expires_at = $4, updated_at = $5
      where account_id = $1 and id = $2`,
    [ctx.account_id, id, allowed_email_domains, expires_at, ctx.now],
  )

/**
 * Changes the expiry of the gifts of a locked one-link: of the unclaimed ones, and of those whose claim can lapse, because
 * they are unclaimed afterwards. A claim keeps its time. A gift whose expiry a sender has changed keeps it.
 */
export const moveGiftExpiry = (ctx: TxContext, id: string, from: Date, to: Date): void =>
  ctx.enqueue(
    `with moved as (
       select g.id, greatest($4::timestamptz, least(g.claimed_until, g.expires_at)) as claimed_expiry
         from gifting.gift_request g
        where g.account_id = $1 and g.one_link_id = $2 and g.state = 'awaiting_recipient'
          and g.claimed_until is not null and g.expires_at = $3
       union all
       select g.id, $4::timestamptz from gifting.gift_request g
        where g.account_id = $1 and g.one_link_id = $2 and g.state = 'unclaimed')
     update gifting.gift_request g
        set expires_at = m.claimed_expiry, updated_at = greatest(g.updated_at, $5),
            due_at = least(m.claimed_expiry, case when g.state = 'awaiting_recipient' then g.claimed_until end) - c.clock_offset
       from moved m cross join access.clock_offset_of($1) c
      where g.account_id = $1 and g.id = m.id`,
    [ctx.account_id, id, from, to, ctx.now],
  )

/**
 * Inserts placeholders, which differ only in id and reference, each with its first two transitions. Awaited, to
 * limit the number of placeholders in memory.
 */
export async function insertPlaceholders(
  ctx: TxContext,
  template: gifting.Gift,
  placeholders: readonly Pick<gifting.Gift, 'id' | 'reference'>[],
  cause: string,
): Promise<void> {
  await ctx.query(
    `with each as (select * from unnest($2::uuid[], $3::text[]) as e (id, reference)), gift as (
       insert into gifting.gift_request (account_id, id, reference, state, status, version, is_direct,
         campaign_id, campaign_name, sender_id, sender_name, sender_email, email_key, first_name, last_name,
         email, offering, email_message, metadata, expires_at, due_at, one_link_id, created_at, updated_at, max_choices,
         cost_centre, has_budget, purchase_order_number, team_id)
       select $1, e.id, e.reference, $4, $5, $6, false, $7, $8, $9, $10, $11, '', '', '', '', $12, $13, $14, $15,
              $16::timestamptz - c.clock_offset, $17, $18, $18, $20, $21, $22, $23, $24
         from each e cross join access.clock_offset_of($1) c)
     insert into gifting.state_transition (account_id, gift_request_id, number, created_at, from_state, to_state, cause, events)
     select $1, e.id, m.number, $18, m.from_state, m.to_state, $19, m.events
       from each e cross join (values
         (1, null, 'created', array['gift_request_created']), (2, 'created', 'unclaimed', array[]::text[])
       ) as m (number, from_state, to_state, events)`,
    [
      ctx.account_id,
      placeholders.map(({ id }) => id),
      placeholders.map(({ reference }) => reference),
      template.state,
      template.status,
      template.version,
      template.campaign_id,
      template.campaign_name,
      template.sender_id,
      template.sender_name,
      template.sender_email,
      template.offering,
      template.email_message,
      template.metadata,
      template.expires_at,
      gifting.dueAt(template),
      template.one_link_id,
      template.created_at,
      cause,
      template.max_choices,
      template.cost_centre,
      template.has_budget,
      template.purchase_order_number,
      template.team_id,
    ],
  )
}

const selectUnclaimed = `${gifting.selectGiftWithoutOffering} where g.account_id = $1 and g.one_link_id = $2 and g.state = 'unclaimed'
  order by g.id limit $3 for update of g`

/**
 * Locks an unclaimed placeholder. Skips placeholders that concurrent claims have locked; if there are no
 * others, waits for these claims, because one of them may fail. Returns undefined if all placeholders are
 * claimed.
 */
export async function lockUnclaimed(ctx: TxContext, id: string): Promise<gifting.Gift | undefined> {
  const values = [ctx.account_id, id, 1]
  const [placeholder] = await ctx.query<gifting.Gift>(`${selectUnclaimed} skip locked`, values)
  const [gift] =
    placeholder === undefined
      ? await ctx.query<gifting.Gift>(selectUnclaimed, values)
      : [placeholder]
  return gift && (await gifting.withOfferings(ctx, [gift]))[0]
}

export const lockAllUnclaimed = async (
  ctx: TxContext,
  id: string,
  limit: number,
): Promise<gifting.Gift[]> =>
  gifting.withOfferings(
    ctx,
    await ctx.query<gifting.Gift>(selectUnclaimed, [ctx.account_id, id, limit]),
  )

/** Returns the claimed gift with this email address. */
export const findClaim = (
  ctx: TxContext,
  id: string,
  email_key: string,
): Promise<gifting.Gift | undefined> =>
  ctx.queryFirst<gifting.Gift>(
    `${gifting.selectGift} where g.account_id = $1 and g.one_link_id = $2 and g.email_key = $3
        and g.contact_id is not null`,
    [ctx.account_id, id, email_key],
  )

export interface ClaimSummary {
  id: string
  reference: string
  first_name: string
  last_name: string
  email: string
  status: Status
  updated_at: Date
}

/** Returns the claimed gifts of a one-link, most recently updated first. */
export const latestClaims = (ctx: TxContext, id: string, limit: number): Promise<ClaimSummary[]> =>
  ctx.query<ClaimSummary>(
    `select g.id, g.reference, g.first_name, g.last_name, g.email, g.status, g.updated_at
       from gifting.gift_request g
      where g.account_id = $1 and g.one_link_id = $2 and g.contact_id is not null
      order by g.updated_at desc, g.id limit $3`,
    [ctx.account_id, id, limit],
  )

/** Returns a version number per one-link, which changes with a claim, a lapse, a decision and the closing. */
export const listVersions = (
  ctx: TxContext,
  ids: readonly string[],
): Promise<{ id: string; version: number }[]> =>
  ctx.query(
    `select l.id, 2 * (select count(*) from gifting.gift_request g where g.account_id = l.account_id
                and g.one_link_id = l.id and g.contact_id is not null) + (l.closed_at is not null)::int
            + coalesce((select sum(hashtext(c.state)::bigint + hashtext(c.id::text)) from gifting.one_link_claim c
                where c.account_id = l.account_id and c.one_link_id = l.id and c.state in ('unconfirmed', 'listed', 'offered', 'pending')), 0)::float8 as version
       from gifting.one_link l where l.account_id = $1 and l.id = any($2)`,
    [ctx.account_id, ids],
  )
