import type * as accounts from '#accounts'
import * as audit from '#audit'
import { parseRawJson } from '#contract'
import * as digital from '#digital'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import * as spend from '#spend'
import * as webhooks from '#webhooks'
import type { TxRouteContext } from '../lib/route.ts'

/**
 * Builds the detail page of a gift request. The postal address is excluded: a separate route reveals it to admins, with
 * a reason.
 */
export async function buildDetail(
  { ctx, member, shipping }: Pick<TxRouteContext<unknown>, 'ctx' | 'member' | 'shipping'>,
  gift: gifting.Gift,
) {
  const redemption = await gifting.getRedemptionPage(ctx, gift.id)
  if (redemption === undefined) throw new Error('a locked gift request has no redemption page')
  const parcels = await fulfilment.listGiftParcels(ctx, gift.id)
  const manualActions = await fulfilment.manualActionsById(ctx, gift.id)
  const emails = await mail.list(ctx, { gift_request_id: gift.id })
  return {
    ...toGiftFacts(ctx, gift),
    bulk_send: (await gifting.findBulkSendByGift(ctx, gift.id)) ?? null,
    message: redemption.message,
    offering: toOffering(redemption),
    line_items: redemption.line_items?.map(toListedItem) ?? null,
    digital_items: await listDigitalItems(ctx, redemption, member),
    donations: redemption.donations.map(toDonation),
    ...{ cost_centre: gift.cost_centre, costs: await spend.findByGift(ctx, gift.id) },
    selected_variant_ids: redemption.chosen,
    locale: redemption.locale,
    opened_at: redemption.opened_at,
    declined_at: redemption.declined_at,
    decline_reason: redemption.decline_reason,
    renewal_requested_at: redemption.renewal_requested_at,
    ...{ age_confirmed: redemption.age_confirmed, age_confirmed_at: redemption.age_confirmed_at },
    ...toThanks(redemption),
    ...(await listProblems(ctx, gift, parcels)),
    ...(await gifting.findReissues(ctx, gift)),
    changes: await gifting.listChanges(ctx, gift),
    changeability: await describeChangeability(ctx, gift),
    history: (await gifting.history(ctx, gift.id)) ?? [],
    user_actions: await listUserActions(ctx, gift.id),
    parcels: parcels.map((parcel) => ({
      ...parcel,
      // the label shows the address, which only the reveal route returns
      label_url: gift.is_direct ? parcel.label_url : null,
      can_ship_again: canReship(gift, parcel, parcels),
      ...toManualActions(manualActions.get(parcel.id), member),
    })),
    emails: emails.map(toEmailSummary),
    events: await listEvents(ctx, gift.id, member),
    actions: await availableActions(ctx, gift, shipping),
  }
}

/** Returns the digital items of a gift. Only admins see the last characters of a code; no user sees more. */
async function listDigitalItems(
  ctx: TxContext,
  { id, state, line_items }: gifting.RedemptionPage,
  { role }: accounts.SessionUser,
) {
  const items = await digital.findItemsForAdmin(ctx, id)
  return items.map(({ line_item_id, last_four, ...item }) => ({
    ...item,
    name: line_items?.find((line) => line.line_item_id === line_item_id)?.name ?? '',
    last_four: role === 'admin' ? last_four : null,
    can_replace:
      role === 'admin' && item.needs_code && item.given_at !== null && state !== 'cancelled',
  }))
}

const toThanks = ({ thank_you_note, reaction, reacted_at }: gifting.RedemptionPage) => ({
  thank_you_note:
    thank_you_note === null ? null : { text: thank_you_note.text, at: thank_you_note.written_at },
  reaction: reaction === null || reacted_at === null ? null : { reaction, at: reacted_at },
})

const toOffering = (redemption: gifting.RedemptionPage) => ({
  selection_mode: redemption.selection_mode,
  max_choices: redemption.max_choices,
  visible_at_redemption: redemption.visible_at_redemption,
  items: redemption.items.map(toListedItem),
})

/** The admin API has the default texts only. The gallery and the details are those of the product. */
const toListedItem = ({ locales: _, gallery: __, details: ___, ...item }: gifting.RedemptionItem) =>
  item

const listProblems = async (
  ctx: TxContext,
  gift: gifting.Gift,
  parcels: readonly fulfilment.Parcel[],
) => ({
  problem_reports: (await gifting.listProblems(ctx, gift)).map(toProblemReport),
  replacements: await fulfilment.findReplacements(ctx, gift, parcels),
})

const toProblemReport = ({
  gift_request_id: _,
  updated_at: __,
  photos,
  ...report
}: gifting.ProblemReport) => ({
  ...report,
  photos: photos.map(({ id, width, height }) => ({ id, width, height })),
  answers: [...report.answers],
})

const toDonation = ({
  id,
  charity_name,
  amount_minor,
  currency,
  reason,
  donated_at,
  payment_id,
}: gifting.RedemptionPage['donations'][number]) => ({
  ...{ id, charity_name, amount_minor, currency, reason, donated_at },
  is_paid: payment_id !== null,
})

/** What the recipient can still change; null before the redemption and after the end. */
async function describeChangeability(ctx: TxContext, gift: gifting.Gift) {
  if (gift.status !== 'redeemed') return null
  const { isChangeable, blocker, retry_at } = await fulfilment.isChangeable(ctx, gift)
  return { is_changeable: isChangeable, blocker, retry_at }
}

/** The progress that the user can enter by hand. Stock is the concern of admins. */
const toManualActions = (
  actions: fulfilment.ManualActions | undefined,
  { role }: accounts.SessionUser,
) => ({
  next_states: actions?.states ?? [],
  can_edit_tracking: actions?.canEditTracking ?? false,
  can_restock: role === 'admin' && actions?.canRestock === true,
})

const maxActions = 100

/** Returns the actions that users of the account performed: the newest 100 audit entries, oldest first. */
async function listUserActions(ctx: TxContext, subject_id: string) {
  const entries = await audit.listSubjectEntries(ctx, subject_id, maxActions)
  return entries
    .filter(({ actor }) => actor.kind === 'user')
    .map(({ action, actor, at }) => ({ action, name: actor.name, at }))
    .reverse()
}

const toGiftFacts = ({ deployment }: TxContext, gift: gifting.Gift) => {
  const { redemption_url, campaign, sender, recipient } = gifting.buildSnapshot(deployment, gift)
  return {
    id: gift.id,
    reference: gift.reference,
    state: gift.state,
    status: gift.status,
    version: gift.version,
    is_direct: gift.is_direct,
    campaign: campaign === null ? null : { id: campaign.id, name: campaign.name },
    sender,
    recipient,
    redemption_url,
    one_link_id: gift.one_link_id,
    /** the part of the address that is not confidential */
    address: gift.address === null ? null : { country: gift.country },
    country: gift.country,
    metadata: parseRawJson(gift.metadata),
    send_at: gift.send_at,
    expires_at: gift.expires_at,
    remind_at: gift.remind_at,
    created_at: gift.created_at,
    updated_at: gift.updated_at,
  }
}

const toEmailSummary = ({
  id,
  channel,
  phone,
  kind,
  state,
  to,
  subject,
  error,
  created_at,
  sent_at,
  attempts,
}: mail.Message) => ({
  id,
  channel,
  kind,
  state,
  to:
    channel === 'email' ? (to?.email ?? null) : phone === undefined ? null : mail.maskPhone(phone),
  subject: subject ?? null,
  error,
  attempts,
  created_at,
  sent_at,
})

const maxEvents = 50

/** Lists the emitted events with their deliveries. Only admins see the endpoints. */
async function listEvents(ctx: TxContext, subject_id: string, { role }: accounts.SessionUser) {
  const page = { limit: maxEvents, order: 'asc' as const }
  const { data } = await webhooks.listEvents(ctx, { subject_id }, page)
  if (data.length === 0) return []
  const endpoints = role === 'admin' ? await webhooks.listEndpoints(ctx) : []
  const endpointsById = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))
  const events = []
  for (const { id, type, created_at } of data) {
    const deliveries = await webhooks.listDeliveries(ctx, { event_id: id, limit: 20 })
    events.push({
      id,
      type,
      created_at,
      deliveries: deliveries.map((delivery) => ({
        id: delivery.id,
        endpoint_id: role === 'admin' ? delivery.endpoint_id : null,
        url: endpointsById.get(delivery.endpoint_id)?.url ?? null,
        description: endpointsById.get(delivery.endpoint_id)?.description ?? null,
        state: delivery.state,
        attempts: delivery.attempts.length,
        status: delivery.attempts.at(-1)?.status ?? null,
        next_at: delivery.next_at,
      })),
    })
  }
  return events
}

/** Maps each action to null if it is available, otherwise to the reason why it is not. */
async function availableActions(
  ctx: TxContext,
  gift: gifting.Gift,
  shipping: fulfilment.ShippingConfig,
) {
  const blockers = await fulfilment.findActionBlockers(ctx, gift, shipping)
  return {
    remind: toSentence(blockers.remind),
    extend: toSentence(blockers.extend),
    correct_email: toSentence(blockers.correct_email),
    fix_address: toSentence(blockers.change_address),
    send_again: toSentence(blockers.send_again),
    cancel: toSentence(blockers.cancel),
  }
}

const toSentence = (reason: string | undefined): string | null =>
  reason === undefined ? null : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`

const lostStates = new Set(['returned', 'lost', 'cancelled'])

/** Returns whether a parcel that did not arrive can be sent again. A parcel is replaced only once. */
const canReship = (
  { status, state }: gifting.Gift,
  parcel: fulfilment.Parcel,
  parcels: readonly fulfilment.Parcel[],
) =>
  lostStates.has(parcel.state) &&
  status !== 'cancelled' &&
  state !== 'complete' &&
  !parcels.some(({ replaces }) => replaces === parcel.id)
