import type * as accounts from '#accounts'
import * as audit from '#audit'
import { parseRawJson } from '#contract'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'

/**
 * Everything there is about one gift request. Its address is not in here: that is revealed by itself, to
 * admins, with a reason.
 */
export async function buildDetail(
  ctx: TxContext,
  gift: gifting.Gift,
  member: accounts.SessionUser,
) {
  const redemption = await gifting.getRedemptionPage(ctx, gift.id)
  if (redemption === undefined) throw new Error('a gift request that is held has no visit')
  const parcels = await fulfilment.listGiftParcels(ctx, gift.id)
  const emails = await mail.list(ctx, { gift_request_id: gift.id })
  return {
    ...toGiftFacts(ctx, gift),
    message: redemption.message,
    offering: {
      selection_mode: redemption.selection_mode,
      visible_at_redemption: redemption.visible_at_redemption,
      items: redemption.items,
    },
    line_items: redemption.line_items,
    chosen: redemption.chosen,
    locale: redemption.locale,
    opened_at: redemption.opened_at,
    declined_at: redemption.declined_at,
    decline_reason: redemption.decline_reason,
    renewal_requested_at: redemption.renewal_requested_at,
    thanks:
      redemption.thanks === null
        ? null
        : { text: redemption.thanks.text, at: redemption.thanks.written_at },
    history: (await gifting.history(ctx, gift.id)) ?? [],
    people_actions: await listUserActions(ctx, gift.id),
    parcels: parcels.map((parcel) => ({
      ...parcel,
      // the label shows the address, which is revealed by itself
      label_url: gift.is_direct ? parcel.label_url : null,
      may_ship_again: canReship(gift, parcel, parcels),
    })),
    mails: emails.map(toEmailSummary),
    events: await listEvents(ctx, gift.id, member),
    actions: await availableActions(ctx, gift, parcels),
  }
}

const maxActions = 100

/** What people of the account did with it, and when: the newest of the audit log, oldest first. */
async function listUserActions(ctx: TxContext, subject_id: string) {
  const entries = await audit.listSubjectEntries(ctx, subject_id, maxActions)
  return entries
    .filter(({ actor }) => actor.kind === 'person')
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
    /** Of the address, what need not be revealed. */
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
  kind,
  state,
  to: to?.email ?? null,
  subject: subject ?? null,
  error,
  attempts,
  created_at,
  sent_at,
})

const maxEvents = 50

/** Who was told, and how that went. Where the endpoints are is for admins. */
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

/** What can be done as it stands, and why not where it cannot. */
async function availableActions(
  ctx: TxContext,
  gift: gifting.Gift,
  parcels: readonly fulfilment.Parcel[],
): Promise<Record<string, string | null>> {
  return {
    remind: toSentence(await gifting.reminderBlocker(ctx, gift)),
    extend: toSentence(gifting.extensionBlocker(gift)),
    correct_email: toSentence(emailCorrectionBlocker(gift)),
    fix_address: toSentence(addressFixBlocker(gift, parcels)),
    cancel: toSentence(cancelBlocker(gift)),
  }
}

const toSentence = (reason: string | undefined): string | null =>
  reason === undefined ? null : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`

function cancelBlocker({ state, status }: gifting.Gift): string | undefined {
  if (gifting.eventsFor(state, 'cancelled') !== undefined) return undefined
  if (status === 'cancelled') return 'it is cancelled already'
  return status === 'dispatched' ? 'it has left and cannot be called back' : 'it has arrived'
}

function emailCorrectionBlocker({ state, status }: gifting.Gift): string | undefined {
  if (state === 'unclaimed') return 'nobody has claimed it yet'
  return status === 'cancelled' ? 'nobody is written to about it any more' : undefined
}

const lostStates = new Set(['returned', 'lost', 'cancelled'])

/** What did not arrive can be sent once more; what is replaced already is not replaced again. */
const canReship = (
  { status, state }: gifting.Gift,
  parcel: fulfilment.Parcel,
  parcels: readonly fulfilment.Parcel[],
) =>
  lostStates.has(parcel.state) &&
  status !== 'cancelled' &&
  state !== 'complete' &&
  !parcels.some(({ replaces }) => replaces === parcel.id)

const correctableStates = new Set([
  'placing',
  'waiting',
  'refused',
  'delivery_attempt_failed',
  'returned',
])

function addressFixBlocker(
  { state, status }: gifting.Gift,
  parcels: readonly fulfilment.Parcel[],
): string | undefined {
  if (status === 'submitted') return 'it has no parcel yet; the recipient says where it shall go'
  if (status === 'cancelled' || state === 'complete') return 'nothing in it is sent any more'
  if (parcels.some((parcel) => correctableStates.has(parcel.state))) return undefined
  return 'everything in it is on its way or has arrived'
}
