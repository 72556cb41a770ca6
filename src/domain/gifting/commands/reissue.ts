import {
  ApiError,
  commonGiftFormat,
  type EmailMessage,
  emailCorrectionValidator,
  type FieldError,
  type LineItem,
  parseRawJson,
  throwIfAny,
} from '#contract'
import * as donations from '#donations'
import type { TxContext } from '#platform/postgres/database'
import { insertReplacements } from '../creation/replacement.ts'
import * as replacementStore from '../creation/replacement-store.ts'
import { resolveAgain, resolveItem, type SendOptions } from '../creation/send-options.ts'
import { type ValidatedGift, validateCreate } from '../creation/validate.ts'
import { invalidStateError, lockGift } from '../lifecycle/lock-gift.ts'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import { decryptAddress } from '../lifecycle/snapshot.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { transition, transitionError } from '../lifecycle/transition.ts'
import { listTransitions } from '../lifecycle/transition-store.ts'
import { applyTimers, lapsedCause } from '../timers/timers.ts'

/**
 * The values that the sender changes for the new gift request. All other values come from the old gift
 * request.
 */
export interface ReissueInput {
  email?: string | undefined
  email_message?: EmailMessage | undefined
  expires_at?: string | undefined
}

export interface Reissue extends replacementStore.GiftReference {
  /** False if the gift request was already sent again. In this case, the earlier replacement is returned. */
  isNew: boolean
}

/**
 * Sends a gift again that expired, was declined or did not arrive. Creates a new gift request for the same
 * recipient with its own events, and moves the link to it. Uses the current terms and the current offering of
 * the campaign; a gift with one item is sent with this item. Returns undefined if the account has no such gift
 * request. A repeated call returns the first replacement.
 */
export async function reissue(
  ctx: TxContext,
  id: string,
  input: ReissueInput,
  cause: string,
): Promise<Reissue | undefined> {
  if (input.email !== undefined) throwIfAny(emailCorrectionValidator({ email: input.email }))
  const old = await lockGift(ctx, id)
  if (old === undefined) return undefined
  const { reissued_as } = await replacementStore.findReissues(ctx, old)
  if (reissued_as !== null) return { ...reissued_as, isNew: false }
  const blocker = await reissueBlocker(ctx, old)
  if (blocker !== undefined) throw invalidStateError(old, blocker)
  const row = await validateReissue(ctx, old, input)
  endGift(ctx, old, cause)
  // The new gift replaces the donation that replaced the unclaimed gift, unless the donation is paid.
  donations.voidDonations(ctx, old.id)
  const [gift] = await insertReplacements(ctx, [{ old, row, cause, isLimited: true }])
  if (gift === undefined) throw new Error('no gift request was created')
  await applyTimers(ctx, [gift])
  return { id: gift.id, reference: gift.reference, isNew: true }
}

/** Returns why the gift cannot be sent again. Returns undefined if it can. */
export async function reissueBlocker(ctx: TxContext, gift: Gift): Promise<string | undefined> {
  if (!(await hasFailed(ctx, gift)))
    return 'only gifts that expired, were declined or did not arrive can be sent again'
  const { reissued_as } = await replacementStore.findReissues(ctx, gift)
  if (reissued_as !== null) return `it was sent again as ${reissued_as.reference}`
  if (gift.first_name === '' && gift.last_name === '') return 'its recipient was erased'
  if (gift.is_direct && gift.address === null) return 'its address was deleted'
  return undefined
}

async function hasFailed(ctx: TxContext, gift: Gift): Promise<boolean> {
  switch (gift.state) {
    case 'expired':
    case 'shipment_cancelled':
      return true
    case 'cancelled':
      return (await listTransitions(ctx, gift.account_id, gift.id)).at(-1)?.cause === lapsedCause
    case 'awaiting_recipient':
      return gift.expires_at <= ctx.now || (await isDeclined(ctx, gift))
    default:
      return false
  }
}

async function isDeclined(ctx: TxContext, gift: Gift): Promise<boolean> {
  const session = await sessionStore.find(ctx, gift)
  return session !== undefined && session.declined_at !== null
}

/**
 * Ends the old gift if it is still open. A declined gift is open, and so is an expired gift before its timer
 * runs.
 */
function endGift(ctx: TxContext, gift: Gift, cause: string): void {
  if (gift.state !== 'awaiting_recipient') return
  const hasExpired = gift.expires_at <= ctx.now
  const to = hasExpired ? 'expired' : 'cancelled'
  const ended = transition(ctx, gift, {
    to,
    cause: hasExpired ? 'expires_at was reached' : cause,
    details: { isSilent: true },
  })
  if (ended === undefined) throw transitionError(gift, to)
}

/**
 * Validates the new gift. The rules for new gifts apply: the campaign must be available and offer the items. It can be paused
 * or have ended, because the gift was promised before.
 */
async function validateReissue(
  ctx: TxContext,
  old: Gift,
  input: ReissueInput,
): Promise<ValidatedGift> {
  const sender = { id: old.sender_id, name: old.sender_name, email: old.sender_email }
  const resolved = await resolveAgain(ctx, sendOptionsOf(old), sender)
  const item = findOnlyItem(old)
  const same = item && resolveItem(resolved, item.variant_id)
  const { validated, problems } = await validateCreate(
    ctx,
    commonGiftFormat.normalize(toBody(ctx, old, input)),
    '',
    {
      validator: () => [],
      findCampaign: async () => undefined,
      resolved: same ?? resolved,
    },
  )
  throwIfAny(problems.filter(isAboutInput))
  const [problem] = problems
  if (problem !== undefined) throw refusal(`${problem.param} ${problem.message}`)
  const offersSeveral = (resolved.offering?.offered.size ?? 0) > 1
  if (item !== undefined && same === undefined && (offersSeveral || old.campaign_id === null))
    throw refusal(describeMissing(old, item))
  if (validated === undefined) throw new Error('a body without errors was not validated')
  const locale = (await sessionStore.find(ctx, old))?.locale
  return locale == null ? validated : { ...validated, body: { ...validated.body, locale } }
}

const refusal = (reason: string) =>
  new ApiError('invalid_transition', { message: `The gift cannot be sent again: ${reason}.` })

/**
 * Returns the item of a gift that offered only one. A row of a list can have named it, so the gift is sent again with this item
 * or not at all. Only a campaign with one item replaces it by the item that the campaign has now.
 */
function findOnlyItem({ offered, is_direct }: Gift): LineItem | undefined {
  const [item, ...others] = offered === null || is_direct ? [] : parseRawJson(offered).line_items
  return others.length > 0 ? undefined : item
}

const describeMissing = ({ campaign_id }: Gift, { name }: LineItem): string =>
  campaign_id === null
    ? `“${name}” is no longer available. Send another gift`
    : `its campaign does not offer “${name}”. Add the item to the campaign, or send another gift`

const isAboutInput = ({ param }: FieldError) => param === 'expires_at'

/** Returns the options for sending a gift again. A gift without a campaign offers the same variants again. */
export function sendOptionsOf(old: Gift): SendOptions {
  const { team_id, cost_centre, purchase_order_number } = old
  const charged = {
    ...(team_id !== null && { team_id }),
    ...(cost_centre !== null && { cost_centre }),
    ...(purchase_order_number !== null && { purchase_order_number }),
  }
  if (old.campaign_id !== null) return { ...charged, campaign_id: old.campaign_id }
  if (old.is_direct) return { ...charged, line_items: directLines(old) }
  const offering = old.offered === null ? undefined : parseRawJson(old.offered)
  return {
    ...charged,
    variant_ids: offering?.line_items.map(({ variant_id }) => variant_id) ?? [],
    selection_mode: offering?.selection_mode ?? 'one',
  }
}

const directLines = ({ line_items }: Gift) =>
  line_items === null
    ? []
    : parseRawJson(line_items).map(({ variant_id, quantity }) => ({ variant_id, quantity }))

function toBody({ deployment }: TxContext, old: Gift, input: ReissueInput): object {
  const email = input.email ?? (old.email === '' ? undefined : old.email)
  const members = {
    campaign_id: old.campaign_id ?? undefined,
    recipient: {
      first_name: old.first_name,
      last_name: old.last_name,
      ...(email !== undefined && { email }),
    },
    shipping_address: old.is_direct ? (decryptAddress(deployment, old) ?? undefined) : undefined,
    line_items: old.is_direct ? directLines(old) : undefined,
    email_message: input.email_message ?? parseRawJson(old.email_message),
    expires_at: input.expires_at,
    metadata: parseRawJson(old.metadata),
  }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}
