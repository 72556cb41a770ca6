import { ApiError, throwIfAny } from '#contract'
import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import { invalidStateError, lockGift } from '../lifecycle/lock-gift.ts'
import type { Gift } from '../lifecycle/tables.ts'

/** Returns the latest 100 emails to the recipient of a gift request, newest first. */
export const listRecipientEmails = async (
  ctx: TxContext,
  gift_request_id: string,
): Promise<mail.Message[]> =>
  (await mail.list(ctx, { gift_request_id, limit: 200 }))
    .filter(({ kind, channel }) => channel === 'email' && mail.isRecipientTemplate(kind))
    .slice(0, 100)

/** Returns the latest 100 text messages to the recipient of a gift request, newest first. */
export const listTextMessages = async (
  ctx: TxContext,
  gift_request_id: string,
): Promise<mail.Message[]> =>
  (await mail.list(ctx, { gift_request_id, limit: 200 }))
    .filter(({ channel }) => channel === 'sms')
    .slice(0, 100)

/**
 * Sends emails to the recipient again, and clears the bounce of their addresses. Without ids, sends the latest email of
 * each kind that failed or bounced. Returns the copies; undefined if the account has no such gift request.
 */
export async function resendEmails(
  ctx: TxContext,
  id: string,
  email_ids: readonly string[] | undefined,
): Promise<{ gift: Gift; emails: mail.Message[] } | undefined> {
  const gift = await lockGift(ctx, id)
  if (gift === undefined) return undefined
  const all = await listRecipientEmails(ctx, gift.id)
  const selected = email_ids === undefined ? findFailed(all) : findById(all, email_ids)
  if (selected.length === 0)
    throw invalidStateError(gift, 'none of its emails failed. Name the emails to send again')
  const copies: mail.Message[] = []
  for (const message of selected) {
    const copyId = await mail.resend(ctx, message.id)
    if (copyId === undefined)
      throw new ApiError('invalid_transition', {
        message: `The content of the email ${message.id} was erased, so it cannot be sent again.`,
      })
    copies.push(...(await listRecipientEmails(ctx, gift.id)).filter((each) => each.id === copyId))
  }
  return { gift, emails: copies }
}

const failedStates: ReadonlySet<mail.MessageState> = new Set(['bounced', 'failed', 'suppressed'])

/** The newest email of a kind decides, so that an email that was sent again is not sent a third time. */
function findFailed(newestFirst: readonly mail.Message[]): mail.Message[] {
  const latest = newestFirst.filter(
    ({ kind }, index) => newestFirst.findIndex((each) => each.kind === kind) === index,
  )
  return latest.filter(({ state, to }) => failedStates.has(state) && to !== undefined).reverse()
}

function findById(all: readonly mail.Message[], email_ids: readonly string[]): mail.Message[] {
  const byId = new Map(all.map((message) => [message.id, message]))
  throwIfAny(
    email_ids.flatMap((id, index) =>
      byId.has(id)
        ? []
        : [
            {
              code: 'invalid_reference' as const,
              param: `email_ids.${index}`,
              message: 'names no email to the recipient of this gift request',
            },
          ],
    ),
  )
  return [...new Set(email_ids)].flatMap((id) => byId.get(id) ?? [])
}
