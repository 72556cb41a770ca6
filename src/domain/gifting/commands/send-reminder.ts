import * as campaigns from '#campaigns'
import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import { invalidStateError, lockGift } from '../lifecycle/lock-gift.ts'
import { enqueueManualReminder } from '../lifecycle/recipient-emails.ts'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { canSelect } from '../redemption/redeem.ts'

const minIntervalMs = 60 * 60 * 1000

/** Returns why the recipient cannot be reminded; undefined if a reminder is possible. */
export async function reminderBlocker(ctx: TxContext, gift: Gift): Promise<string | undefined> {
  if (!canSelect(ctx, gift)) return stateBlocker(gift)
  const hasPhone = (await mail.findRecipientPhones(ctx, [gift])).has(gift.id)
  if (gift.email === '' && !hasPhone) return 'it has neither an email address nor a phone number'
  if (!(await isInvited(ctx, gift))) return 'its campaign does not send emails: share the link'
  const session = await sessionStore.find(ctx, gift)
  if (session?.declined_at) return 'the recipient has declined'
  if (session?.reminders_stopped_at) return 'the recipient has stopped the reminders'
  if (gift.email !== '' && (await mail.findOptOut(ctx, gift.email)) !== undefined)
    return 'the recipient has opted out of campaign emails'
  if (!hasPhone && (await mail.findBouncedEmails(ctx, [gift.email])).size > 0)
    return 'email to its address bounced: correct the address first'
  const emails = await mail.list(ctx, { gift_request_id: gift.id, limit: 10 })
  const last = emails.find(({ kind, to }) => invitationKinds.has(kind) && to?.email === gift.email)
  if (last !== undefined && last.created_at.getTime() > ctx.now.getTime() - minIntervalMs)
    return 'the last email was sent less than an hour ago'
  return undefined
}

function stateBlocker({ state }: Gift): string {
  switch (state) {
    case 'created':
    case 'scheduled':
      return 'it is not sent yet'
    case 'unclaimed':
      return 'it is not claimed yet'
    case 'awaiting_recipient': // the expiry is in the past
    case 'expired':
      return 'it has expired'
    default:
      return 'it is already redeemed or cancelled'
  }
}

const invitationKinds: ReadonlySet<mail.TemplateName> = new Set<mail.TemplateName>([
  'invitation',
  'reminder',
  'expiring',
])

async function isInvited(ctx: TxContext, { account_id, campaign_id }: Gift): Promise<boolean> {
  if (campaign_id === null) return true
  const settingsById = await campaigns.communicationSettingsById(ctx, [
    { account_id, id: campaign_id },
  ])
  return settingsById.get(campaign_id)?.invitation_method === 'email'
}

/** Sends a reminder, at most once an hour. Returns undefined if the account has no such gift request. */
export async function sendReminder(ctx: TxContext, id: string): Promise<Gift | undefined> {
  const gift = await lockGift(ctx, id)
  if (gift === undefined) return undefined
  const blocker = await reminderBlocker(ctx, gift)
  if (blocker !== undefined) throw invalidStateError(gift, blocker)
  await mail.assertMayEmail(ctx, gift.email)
  enqueueManualReminder(ctx, gift)
  return gift
}
