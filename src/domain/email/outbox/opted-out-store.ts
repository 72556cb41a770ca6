import type { TxContext } from '#platform/postgres/database'
import type { TemplateName } from '../templates/template-data.ts'

/** Emails that recipients did not ask for. A recipient who has opted out gets none of them. */
export const campaignEmailKinds: readonly TemplateName[] = [
  'invitation',
  'announcement',
  'reminder',
  'expiring',
]

export interface OptOut {
  set_by: string
  created_at: Date
}

/** Saves an opt-out, and suppresses queued campaign emails to the address. Returns whether it is new. */
export async function insert(ctx: TxContext, digest: Buffer, set_by: string): Promise<boolean> {
  const inserted = await ctx.query(
    `insert into mail.opted_out_address (account_id, to_digest, set_by, created_at) values ($1, $2, $3, $4)
     on conflict do nothing returning true`,
    [ctx.account_id, digest, set_by, ctx.now],
  )
  ctx.enqueue(
    `update mail.message set state = 'suppressed', due_at = null, ended_at = now()
      where account_id = $1 and to_digest = $2 and state = 'queued' and kind = any ($3)`,
    [ctx.account_id, digest, campaignEmailKinds],
  )
  return inserted.length > 0
}

/** Deletes an opt-out. Returns whether there was one. */
export const remove = (ctx: TxContext, digest: Buffer): Promise<boolean> =>
  ctx.hasRows(
    'delete from mail.opted_out_address where account_id = $1 and to_digest = $2 returning true',
    [ctx.account_id, digest],
  )

export const findByDigests = (
  ctx: TxContext,
  digests: readonly Buffer[],
): Promise<(OptOut & { to_digest: Buffer })[]> =>
  ctx.query(
    `select to_digest, set_by, created_at from mail.opted_out_address
      where account_id = $1 and to_digest = any ($2)`,
    [ctx.account_id, digests],
  )
