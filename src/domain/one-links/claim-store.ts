import type { Page } from '#contract'
import { enqueueLock } from '#platform/postgres/advisory-lock'
import type { TxContext } from '#platform/postgres/database'
import { createBindings } from '#platform/postgres/table'
import type { Claim, ClaimState } from './tables.ts'

const columns = `c.account_id, c.id, c.one_link_id, c.state, c.has_place, c.mailbox_digest, c.claimant, c.network_digest,
  c.gift_request_id, c.email_ids, c.queued_at, c.until, c.created_at`

/** Converts a time of the account's test clock, which can be advanced, to the time of the server. */
const realTimeSql = (param: string) =>
  `${param}::timestamptz - (select o.clock_offset from access.clock_offset_of($1) o)`

/**
 * Serializes all claims of a one-link until the transaction ends, so that the number of places and the
 * number of claims with a place cannot change meanwhile.
 */
export const lockClaims = (ctx: TxContext, one_link_id: string): void =>
  enqueueLock(ctx, `claims ${one_link_id}`)

export const find = (ctx: TxContext, one_link_id: string, id: string): Promise<Claim | undefined> =>
  ctx.queryFirst<Claim>(
    `select ${columns} from gifting.one_link_claim c
      where c.account_id = $1 and c.one_link_id = $2 and c.id = $3`,
    [ctx.account_id, one_link_id, id],
  )

export const findByMailbox = (
  ctx: TxContext,
  one_link_id: string,
  mailbox_digest: Buffer,
): Promise<Claim | undefined> =>
  ctx.queryFirst<Claim>(
    `select ${columns} from gifting.one_link_claim c
      where c.account_id = $1 and c.one_link_id = $2 and c.mailbox_digest = $3`,
    [ctx.account_id, one_link_id, mailbox_digest],
  )

export const listByState = (
  ctx: TxContext,
  one_link_id: string,
  states: readonly ClaimState[],
  limit: number,
): Promise<Claim[]> =>
  ctx.query<Claim>(
    `select ${columns} from gifting.one_link_claim c
      where c.account_id = $1 and c.one_link_id = $2 and c.state = any ($3)
      order by c.queued_at, c.id limit $4`,
    [ctx.account_id, one_link_id, states, limit],
  )

/** Returns one row more than the page size. */
export function findPage(
  ctx: TxContext,
  one_link_id: string,
  states: readonly ClaimState[],
  { limit, after, order }: Page,
): Promise<Claim[]> {
  const { bind, values } = createBindings(ctx.account_id, one_link_id, states, limit + 1)
  const cursor = after === undefined ? '' : `and c.id ${order === 'asc' ? '>' : '<'} ${bind(after)}`
  return ctx.query<Claim>(
    `select ${columns} from gifting.one_link_claim c
      where c.account_id = $1 and c.one_link_id = $2 and c.state = any ($3) ${cursor}
      order by c.id ${order} limit $4`,
    values,
  )
}

export const insert = (ctx: TxContext, claim: Claim): void =>
  ctx.enqueue(
    `insert into gifting.one_link_claim (account_id, id, one_link_id, state, has_place, mailbox_digest, claimant,
       network_digest, gift_request_id, email_ids, queued_at, until, due_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, ${realTimeSql('$12')}, $13)`,
    [
      claim.account_id,
      claim.id,
      claim.one_link_id,
      claim.state,
      claim.has_place,
      claim.mailbox_digest,
      claim.claimant,
      claim.network_digest,
      claim.gift_request_id,
      claim.email_ids,
      claim.queued_at,
      claim.until,
      claim.created_at,
    ],
  )

export const update = (ctx: TxContext, claim: Claim): void =>
  ctx.enqueue(
    `update gifting.one_link_claim
        set state = $3, has_place = $4, claimant = $5, network_digest = $6, gift_request_id = $7, email_ids = $8,
            queued_at = $9, until = $10, due_at = ${realTimeSql('$10')}
      where account_id = $1 and id = $2`,
    [
      claim.account_id,
      claim.id,
      claim.state,
      claim.has_place,
      claim.claimant,
      claim.network_digest,
      claim.gift_request_id,
      claim.email_ids,
      claim.queued_at,
      claim.until,
    ],
  )

export const remove = (ctx: TxContext, ids: readonly string[]): void =>
  ctx.enqueue('delete from gifting.one_link_claim where account_id = $1 and id = any ($2)', [
    ctx.account_id,
    ids,
  ])

/** Deletes lapsed claims and returns them. A lapsed claim counts as absent from its last millisecond on. */
export const removeLapsed = (ctx: TxContext, one_link_id: string): Promise<Claim[]> =>
  ctx.query<Claim>(
    `delete from gifting.one_link_claim c
      where c.account_id = $1 and c.one_link_id = $2 and c.until <= $3 returning ${columns}`,
    [ctx.account_id, one_link_id, ctx.now],
  )

/** Deletes all claims without a gift request and returns them. */
export const removeOpen = (ctx: TxContext, one_link_id: string): Promise<Claim[]> =>
  ctx.query<Claim>(
    `delete from gifting.one_link_claim c
      where c.account_id = $1 and c.one_link_id = $2 and c.state <> 'claimed' returning ${columns}`,
    [ctx.account_id, one_link_id],
  )

/** Deletes the waiting list of a one-link, with those who have not yet joined it, and returns it. */
export const removeWaitingList = (ctx: TxContext, one_link_id: string): Promise<Claim[]> =>
  ctx.query<Claim>(
    `delete from gifting.one_link_claim c
      where c.account_id = $1 and c.one_link_id = $2 and c.state in ('listing', 'listed') returning ${columns}`,
    [ctx.account_id, one_link_id],
  )

/** Wakes the loop for the waiting list of a one-link, whose place has become free. */
export const wakeWaitingList = (ctx: TxContext, one_link_id: string): void =>
  ctx.enqueue(
    `update gifting.one_link_claim set due_at = $3
      where account_id = $1 and id = (
        select id from gifting.one_link_claim where account_id = $1 and one_link_id = $2 and state = 'listed'
         order by queued_at, id limit 1)`,
    [ctx.account_id, one_link_id, ctx.real_now],
  )

/** Wakes the loop for the waiting lists of a campaign, whose pause or end has changed. */
export const wakeWaitingLists = (ctx: TxContext, campaign_id: string): void =>
  ctx.enqueue(
    `update gifting.one_link_claim set due_at = $3
      where account_id = $1 and id in (
        select distinct on (c.one_link_id) c.id from gifting.one_link l
          join gifting.one_link_claim c on c.account_id = l.account_id and c.one_link_id = l.id
         where l.account_id = $1 and l.campaign_id = $2 and c.state = 'listed'
         order by c.one_link_id, c.queued_at, c.id)`,
    [ctx.account_id, campaign_id, ctx.real_now],
  )

/** Sets the timers of the waiting list after it was processed: it is due when the campaign ends, if that is earlier. */
export const resetWaitingList = (
  ctx: TxContext,
  one_link_id: string,
  campaign_end: Date | null,
): void =>
  ctx.enqueue(
    `update gifting.one_link_claim set due_at = ${realTimeSql('least(until, $3)')}
      where account_id = $1 and one_link_id = $2 and state = 'listed'
        and due_at is distinct from ${realTimeSql('least(until, $3)')}`,
    [ctx.account_id, one_link_id, campaign_end],
  )

/**
 * Changes when the claims of a one-link end: entries of the waiting list with the one-link, others no later than it. The
 * loop stays awake for a waiting list that is due.
 */
export const moveExpiry = (ctx: TxContext, one_link_id: string, expires_at: Date): void =>
  ctx.enqueue(
    `with moved as (
       select id, case when state in ('listed', 'rejected') then $3::timestamptz else least(until, $3) end as until
         from gifting.one_link_claim
        where account_id = $1 and one_link_id = $2 and until is not null)
     update gifting.one_link_claim c
        set until = m.until, due_at = case when c.due_at <= $4 then c.due_at else ${realTimeSql('m.until')} end
       from moved m where c.account_id = $1 and c.id = m.id`,
    [ctx.account_id, one_link_id, expires_at, ctx.real_now],
  )

export interface PlaceCounts {
  /** Placeholders without a gift request's recipient, including those that claims hold. */
  unclaimed: number
  places: number
  unconfirmed: number
  listing: number
  listed: number
}

export async function countPlaces(ctx: TxContext, one_link_id: string): Promise<PlaceCounts> {
  const [counts] = await ctx.query<PlaceCounts>(
    `select (select count(*)::int from gifting.gift_request g
              where g.account_id = $1 and g.one_link_id = $2 and g.state = 'unclaimed') as unclaimed,
            (count(*) filter (where c.has_place))::int as places,
            (count(*) filter (where c.state = 'unconfirmed'))::int as unconfirmed,
            (count(*) filter (where c.state = 'listing'))::int as listing,
            (count(*) filter (where c.state = 'listed'))::int as listed
       from gifting.one_link_claim c
      where c.account_id = $1 and c.one_link_id = $2 and c.state <> 'claimed'`,
    [ctx.account_id, one_link_id],
  )
  if (counts === undefined) throw new Error('a count returned no row')
  return counts
}

/**
 * Takes the newest unconfirmed place of the network that has the most, if it has at least two more than
 * the given network. Returns whether it did.
 */
export const displace = (
  ctx: TxContext,
  one_link_id: string,
  network_digest: Buffer | null,
): Promise<boolean> =>
  ctx.hasRows(
    `with unconfirmed as (
       select c.id, c.network_digest, c.created_at, count(*) over (partition by c.network_digest) as of_network,
              count(*) filter (where c.network_digest = $3) over () as of_own
         from gifting.one_link_claim c
        where c.account_id = $1 and c.one_link_id = $2 and c.state = 'unconfirmed' and c.has_place
     )
     update gifting.one_link_claim set has_place = false
      where account_id = $1 and id = (
        select id from unconfirmed where network_digest is not null and of_network >= of_own + 2
         order by of_network desc, created_at desc, id desc limit 1)
     returning id`,
    [ctx.account_id, one_link_id, network_digest],
  )

export const countByState = (
  ctx: TxContext,
  one_link_id: string,
): Promise<{ state: ClaimState; count: number }[]> =>
  ctx.query(
    `select state, count(*)::int as count from gifting.one_link_claim
      where account_id = $1 and one_link_id = $2 group by state`,
    [ctx.account_id, one_link_id],
  )

/** Deletes the claims of these gift requests. */
export const removeByGifts = (ctx: TxContext, gift_request_ids: readonly string[]): void =>
  ctx.enqueue(
    'delete from gifting.one_link_claim where account_id = $1 and gift_request_id = any ($2)',
    [ctx.account_id, gift_request_ids],
  )

/** Returns the ids of one-links of the account that have claims. */
export const oneLinksWithClaims = (ctx: TxContext): Promise<string[]> =>
  ctx.queryValues<string>(
    `select l.id from gifting.one_link l where l.account_id = $1 and exists (
       select from gifting.one_link_claim c where c.account_id = l.account_id and c.one_link_id = l.id)`,
    [ctx.account_id],
  )

export const findByKeys = (
  ctx: TxContext,
  keys: readonly Pick<Claim, 'one_link_id' | 'mailbox_digest'>[],
): Promise<Claim[]> =>
  ctx.query<Claim>(
    `select ${columns} from unnest($2::uuid[], $3::bytea[]) as k (one_link_id, mailbox_digest)
       join gifting.one_link_claim c on c.account_id = $1 and c.one_link_id = k.one_link_id
        and c.mailbox_digest = k.mailbox_digest order by c.id`,
    [
      ctx.account_id,
      keys.map(({ one_link_id }) => one_link_id),
      keys.map(({ mailbox_digest }) => mailbox_digest),
    ],
  )
