import {
  ALL_ACCOUNTS,
  type Database,
  readWithoutTransaction,
  type TxContext,
} from '#platform/postgres/database'

/**
 * Stores the digest, final status and month of each link, so that its page can still show what happened to the
 * gift. The statement is not awaited.
 */
export const savePastLinks = (ctx: TxContext, ids: readonly string[]): void =>
  ctx.enqueue(
    `insert into gifting.past_link (account_id, link_digest, status, ended_on)
     select account_id, link_digest, status, date_trunc('month', updated_at at time zone 'UTC')::date
       from gifting.gift_request
      where account_id = $1 and id = any ($2) and link_digest is not null
     on conflict do nothing`,
    [ctx.account_id, ids],
  )

/** Deletes past links of gifts that ended before a date. The statement is not awaited. */
export const deletePastLinks = (ctx: TxContext, before: Date): void =>
  ctx.enqueue('delete from gifting.past_link where account_id = $1 and ended_on < $2', [
    ctx.account_id,
    before,
  ])

/**
 * The link of a gift whose details were deleted: the final status of the gift, and the month in which it ended.
 */
export interface PastLink {
  account_id: string
  status: 'delivered' | 'cancelled'
  ended_on: Date
}

export async function findPastLink(db: Database, digest: Buffer): Promise<PastLink | undefined> {
  const [link] = await readWithoutTransaction<PastLink>(
    db,
    ALL_ACCOUNTS,
    `select p.account_id, p.status, p.ended_on::timestamp at time zone 'UTC' as ended_on from gifting.past_link p
      where p.link_digest = $2 and opened.account_id = '*'`,
    [digest],
  )
  return link
}
