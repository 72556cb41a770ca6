import type { TxContext } from '#platform/postgres/database'
import { deleteSome, enqueueInsert } from '#platform/postgres/table'

export interface PreviewLink {
  account_id: string
  code_digest: Buffer
  campaign_id: string
  /** The member who made the link, in whose name the pages are. */
  user_id: string
  created_at: Date
  expires_at: Date
}

/** Inserts a link. The statement is not awaited. */
export const insert = (ctx: TxContext, link: PreviewLink): void =>
  enqueueInsert(ctx, 'gifting.preview_link', link)

/** Ends the oldest links of a user beyond a number. The statement is not awaited. */
export const endOldest = (ctx: TxContext, user_id: string, remaining: number): void =>
  ctx.enqueue(
    `delete from gifting.preview_link l
      where l.account_id = $1 and l.code_digest in (
        select code_digest from gifting.preview_link
         where account_id = $1 and user_id = $2
         order by created_at desc, code_digest
        offset $3)`,
    [ctx.account_id, user_id, remaining],
  )

/** Finds a link that has not ended, with the clock of its account. Requires ALL_ACCOUNTS. */
export const find = (
  ctx: TxContext,
  code_digest: Buffer,
  now: Date,
): Promise<(PreviewLink & { clock_offset_ms: number }) | undefined> =>
  ctx.queryFirst(
    `select l.*, (extract(epoch from c.clock_offset) * 1000)::float8 as clock_offset_ms
       from gifting.preview_link l cross join lateral access.clock_offset_of(l.account_id) c
      where l.code_digest = $1 and l.expires_at > $2`,
    [code_digest, now],
  )

/** Deletes a batch of ended links of any account. Returns how many. */
export const deleteEnded = (ctx: TxContext, now: Date): Promise<number> =>
  deleteSome(ctx, 'gifting.preview_link', 1000, 'expires_at <= $1', [now])
