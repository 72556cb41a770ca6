import type { CardDesign } from '#contract'
import type { TxContext } from '#platform/postgres/database'

export interface GreetingInput {
  card: CardDesign | null
  media_id: string | null
}

export interface GreetingRow extends GreetingInput {
  id: string
}

export interface GiftRef {
  account_id: string
  id: string
  campaign_id: string | null
}

/**
 * Finds the greetings of gift requests, which can belong to several accounts. A gift request without a
 * greeting has the greeting of its campaign.
 */
export const findByGifts = (ctx: TxContext, gifts: readonly GiftRef[]): Promise<GreetingRow[]> =>
  ctx.query<GreetingRow>(
    `select w.id,
            case when g.account_id is null then c.card else g.card end as card,
            case when g.account_id is null then c.media_id else g.media_id end as media_id
       from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as w (account_id, id, campaign_id)
       left join greetings.gift_greeting g on g.account_id = w.account_id and g.gift_request_id = w.id
       left join greetings.campaign_greeting c on c.account_id = w.account_id and c.campaign_id = w.campaign_id
      where g.account_id is not null or c.account_id is not null`,
    [
      gifts.map(({ account_id }) => account_id),
      gifts.map(({ id }) => id),
      gifts.map(({ campaign_id }) => campaign_id),
    ],
  )

export const findByCampaign = (
  ctx: TxContext,
  campaign_id: string,
): Promise<GreetingInput | undefined> =>
  ctx.queryFirst<GreetingInput>(
    'select card, media_id from greetings.campaign_greeting where account_id = $1 and campaign_id = $2',
    [ctx.account_id, campaign_id],
  )

export const findOwn = (
  ctx: TxContext,
  gift_request_id: string,
): Promise<GreetingInput | undefined> =>
  ctx.queryFirst<GreetingInput>(
    'select card, media_id from greetings.gift_greeting where account_id = $1 and gift_request_id = $2',
    [ctx.account_id, gift_request_id],
  )

/** Saves the greeting of a campaign. The function does not wait for the statement. */
export const upsertForCampaign = (
  ctx: TxContext,
  campaign_id: string,
  { card, media_id }: GreetingInput,
): void =>
  ctx.enqueue(
    `insert into greetings.campaign_greeting (account_id, campaign_id, card, media_id) values ($1, $2, $3, $4)
     on conflict (account_id, campaign_id) do update set card = excluded.card, media_id = excluded.media_id`,
    [ctx.account_id, campaign_id, card, media_id],
  )

/** Saves the same greeting for several gift requests. The function does not wait for the statement. */
export const upsertForGifts = (
  ctx: TxContext,
  ids: readonly string[],
  { card, media_id }: GreetingInput,
): void =>
  ctx.enqueue(
    `insert into greetings.gift_greeting (account_id, gift_request_id, card, media_id)
     select $1, id, $3, $4 from unnest($2::uuid[]) as id
     on conflict (account_id, gift_request_id) do update set card = excluded.card, media_id = excluded.media_id`,
    [ctx.account_id, ids, card, media_id],
  )

/** The ids of a gift request with a greeting, and of the gift request that gets the same greeting. */
export interface GreetingCopy {
  from: string
  to: string
}

/**
 * Copies the greetings of gift requests to other gift requests. The function does not wait for the statement.
 */
export const copyForGifts = (ctx: TxContext, copies: readonly GreetingCopy[]): void =>
  ctx.enqueue(
    `insert into greetings.gift_greeting (account_id, gift_request_id, card, media_id)
     select g.account_id, c.to_id, g.card, g.media_id
       from unnest($2::uuid[], $3::uuid[]) as c (from_id, to_id)
       join greetings.gift_greeting g on g.account_id = $1 and g.gift_request_id = c.from_id
     on conflict (account_id, gift_request_id) do update set card = excluded.card, media_id = excluded.media_id`,
    [ctx.account_id, copies.map(({ from }) => from), copies.map(({ to }) => to)],
  )

/**
 * Deletes the greetings of gift requests. Also deletes their photos and videos that no other greeting uses.
 * The function does not wait for the statements.
 */
export function removeByGifts(ctx: TxContext, ids: readonly string[]): void {
  ctx.enqueue(
    `with removed as (
       delete from greetings.gift_greeting where account_id = $1 and gift_request_id = any ($2) returning media_id
     )
     delete from greetings.media m
      where m.account_id = $1 and m.id in (select media_id from removed)
        and not exists (select from greetings.campaign_greeting c where c.account_id = $1 and c.media_id = m.id)
        and not exists (
          select from greetings.gift_greeting g
           where g.account_id = $1 and g.media_id = m.id and not (g.gift_request_id = any ($2)))`,
    [ctx.account_id, ids],
  )
}
