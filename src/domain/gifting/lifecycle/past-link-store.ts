import {
  ALL_ACCOUNTS,
  type Database,
  readWithoutTransaction,
  type TxContext,
} from '#platform/postgres/database'

/** Keeps the digest of each link with the month, so that its page can say what became of the gift. Does not wait. */
export const savePastLinks = (ctx: TxContext, ids: readonly string[]): void =>
  ctx.enqueue(
    `insert into gifting.past_link (account_id, link_digest, status, ended_on)
     select account_id, link_digest, status, date_trunc('month', updated_at at time zone 'UTC')::date
       from gifting.gift_request
      where account_id = $1 and id = any ($2) and link_digest is not null
     on conflict do nothing`,
    [ctx.account_id, ids],
  )

/** Deletes those of gifts that ended before then. Does not wait. */
export const deletePastLinks = (ctx: TxContext, before: Date): void =>
  ctx.enqueue('delete from gifting.past_link where account_id = $1 and ended_on < $2', [
    ctx.account_id,
    before,
  ])

/** A link of a gift whose details were deleted: how the gift ended, and in which month. */
export interface PastLink {
  status: 'delivered' | 'cancelled'
  ended_on: Date
}

export async function findPastLink(db: Database, digest: Buffer): Promise<PastLink | undefined> {
  const [link] = await readWithoutTransaction<PastLink>(
    db,
    ALL_ACCOUNTS,
    `select p.status, p.ended_on::timestamp at time zone 'UTC' as ended_on from gifting.past_link p
      where p.link_digest = $2 and opened.account_id = '*'`,
    [digest],
  )
  return link
}
