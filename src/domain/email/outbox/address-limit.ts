import { ApiError } from '#contract'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import type { TxContext } from '#platform/postgres/database'
import { hashEmail } from './payload-encryption.ts'

/** Emails of one account to one address in an hour, after which no operation sends another one. */
const maxPerHour = 10

const tooMany = () =>
  new ApiError('too_many_requests', {
    message: `This address got ${maxPerHour} emails of this account within an hour. Try again later.`,
    retryAfterSeconds: 600,
  })

/**
 * Throws `too_many_requests` if the account has sent the address ten emails within the last hour, whatever caused them.
 * Every operation that a person or a program can repeat calls this before it sends an email. A lock serializes the
 * operations on an address.
 */
export async function assertMayEmail(ctx: TxContext, email: string): Promise<void> {
  if (email === '') return
  const digest = hashEmail(email)
  await lockUntilEnd(ctx, `emails to ${digest.toString('base64')} of ${ctx.account_id}`)
  const [row] = await ctx.query<{ count: number }>(
    `select count(*) as count from (
       select from mail.message
        where account_id = $1 and to_digest = $2 and id >= platform.uuid_floor(now() - interval '1 hour')
        limit $3) m`,
    [ctx.account_id, digest, maxPerHour],
  )
  if ((row?.count ?? 0) >= maxPerHour) throw tooMany()
}
