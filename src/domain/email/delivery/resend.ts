import { ApiError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { findOptOut } from '../bounces/opt-outs.ts'
import { clearBounce } from '../bounces/record-bounce.ts'
import { assertMayEmail } from '../outbox/address-limit.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { campaignEmailKinds } from '../outbox/opted-out-store.ts'
import { decryptPayload } from '../outbox/payload-encryption.ts'
import * as store from '../outbox/store.ts'
import type { Email, TemplateName, TemplateWithData } from '../templates/template-data.ts'

/**
 * Sends an email again, and clears the bounce of its address. Throws `too_many_requests` if the address got many
 * emails within an hour. Returns the id of the copy; undefined when the account has no such email or its content was erased.
 */
export async function resend(ctx: TxContext, id: string): Promise<string | undefined> {
  const row = isId(id) ? await store.find(ctx, id) : undefined
  if (row === undefined || row.encrypted_payload === null || row.channel !== 'email')
    return undefined
  const { to, facts: data } = decryptPayload(ctx.deployment, row.id, row.encrypted_payload)
  await rejectOptedOut(ctx, row.kind, to.email)
  await assertMayEmail(ctx, to.email)
  clearBounce(ctx, to.email, row.account_id)
  const copy = {
    ...({ kind: row.kind, data } as TemplateWithData),
    account_id: row.account_id,
    to,
    locale: row.locale ?? undefined,
    campaign_id: row.campaign_id,
    isEmailOnly: true,
    ...(row.gift_request_id === null ? {} : { gift_request_id: row.gift_request_id }),
  } as Email
  return enqueue(ctx, copy)
}

async function rejectOptedOut(ctx: TxContext, kind: TemplateName, email: string): Promise<void> {
  if (!campaignEmailKinds.includes(kind) || !(await findOptOut(ctx, email))) return
  throw new ApiError('not_allowed', {
    message: 'The recipient has opted out of campaign emails. Share the link in another way.',
  })
}
