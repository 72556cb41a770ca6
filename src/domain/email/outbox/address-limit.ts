import { ApiError } from '#contract'
import { getTimestampOfId } from '#platform/lib/ids'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import type { TxContext } from '#platform/postgres/database'
import { hashEmail } from './payload-encryption.ts'

/** Emails of one account to one address in an hour, after which no operation sends another one. */
const maxPerHour = 10

const hourMs = 60 * 60 * 1000

function tooMany(oldest: Date): ApiError {
  const possibleAt = new Date(oldest.getTime() + hourMs)
  const time = possibleAt.toISOString().replace(/\.\d+Z$/, 'Z')
  return new ApiError('too_many_requests', {
    message: `This address got ${maxPerHour} emails of this account within an hour. Another one is possible at ${time}.`,
    retryAfterSeconds: Math.max(1, Math.ceil((possibleAt.getTime() - Date.now()) / 1000)),
  })
}

/**
 * Throws `too_many_requests` if the account has sent the address ten emails within the last hour, whatever caused them.
 * Every operation that a person or a program can repeat calls this before it sends an email; new gifts have their own
 * limit. A lock serializes the operations on an address.
 */
export async function assertMayEmail(ctx: TxContext, email: string): Promise<void> {
  if (email === '') return
  const digest = hashEmail(email)
  await lockUntilEnd(ctx, `emails to ${digest.toString('base64')} of ${ctx.account_id}`)
  const [limiting] = await ctx.query<{ id: string }>(
    `select id from mail.message
      where account_id = $1 and to_digest = $2 and id >= platform.uuid_floor(now() - interval '1 hour')
      order by id desc offset ${maxPerHour - 1} limit 1`,
    [ctx.account_id, digest],
  )
  if (limiting !== undefined) throw tooMany(getTimestampOfId(limiting.id))
}
