import { ApiError, throwIfAny } from '#contract'
import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import { invalidStateError, lockGift } from '../lifecycle/lock-gift.ts'
import type { Gift } from '../lifecycle/tables.ts'

/** Lists the latest messages about a gift request to its recipient and to its sender, newest first. */
const listMessages = async (
  ctx: TxContext,
  gift_request_id: string,
  channel: mail.Message['channel'],
): Promise<mail.Message[]> =>
  (await mail.list(ctx, { gift_request_id, limit: 200 })).filter((each) => each.channel === channel)

/** Lists the latest 100 emails to the recipient of a gift request, newest first. */
export const listRecipientEmails = async (
  ctx: TxContext,
  gift_request_id: string,
): Promise<mail.Message[]> =>
  (await listMessages(ctx, gift_request_id, 'email'))
    .filter(({ kind }) => mail.isRecipientTemplate(kind))
    .slice(0, 100)

/** Lists the latest 100 text messages to the recipient of a gift request, newest first. */
export const listTextMessages = async (
  ctx: TxContext,
  gift_request_id: string,
): Promise<mail.Message[]> => (await listMessages(ctx, gift_request_id, 'sms')).slice(0, 100)

/**
 * Sends emails to the recipient again, and clears the bounces of their addresses. Without ids, sends the
 * latest email of each kind if it failed or bounced. With `includesSender`, also accepts the ids of emails to
 * the sender. Returns the new emails. Returns undefined if the account has no such gift request.
 */
export async function resendEmails(
  ctx: TxContext,
  id: string,
  email_ids: readonly string[] | undefined,
  { includesSender = false } = {},
): Promise<{ gift: Gift; emails: mail.Message[] } | undefined> {
  const gift = await lockGift(ctx, id)
  if (gift === undefined) return undefined
  const list = () =>
    includesSender ? listMessages(ctx, id, 'email') : listRecipientEmails(ctx, id)
  const selected =
    email_ids === undefined
      ? findFailed(await listRecipientEmails(ctx, id))
      : findById(await list(), email_ids)
  if (selected.length === 0)
    throw invalidStateError(gift, 'none of its emails failed. Name the emails to send again')
  const copyIds: string[] = []
  for (const message of selected) {
    const copyId = await mail.resend(ctx, message.id)
    if (copyId === undefined)
      throw new ApiError('invalid_transition', {
        message: `The content of the email ${message.id} was erased, so it cannot be sent again.`,
      })
    copyIds.push(copyId)
  }
  const byId = new Map((await list()).map((each) => [each.id, each]))
  return { gift, emails: copyIds.flatMap((copyId) => byId.get(copyId) ?? []) }
}

const failedStates: ReadonlySet<mail.MessageState> = new Set(['bounced', 'failed', 'suppressed'])

/**
 * Finds the failed emails to send again. Only the newest email of each kind decides, so that an email that
 * was already sent again is not sent a third time.
 */
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
