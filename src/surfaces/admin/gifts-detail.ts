import * as access from '#access'
import { parseRawJson } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import * as mail from '#mail'
import type { TxContext } from '#platform/postgres'
import * as webhooks from '#webhooks'

/**
 * Everything there is about one gift request. Its address is not in here: that is revealed by itself, to
 * admins, with a reason.
 */
export async function detailOf(ctx: TxContext, gift: gifting.Gift, member: access.SessionUser) {
  const visit = await gifting.getRedemptionPage(ctx, gift.id)
  if (visit === undefined) throw new Error('a gift request that is held has no visit')
  const parcels = await fulfilment.listGiftParcels(ctx, gift.id)
  const letters = await mail.list(ctx, { gift_request_id: gift.id })
  return {
    ...factsOf(ctx, gift),
    message: visit.message,
    offering: {
      selection_mode: visit.selection_mode,
      visible_at_redemption: visit.visible_at_redemption,
      items: visit.items,
    },
    line_items: visit.line_items,
    chosen: visit.chosen,
    locale: visit.locale,
    opened_at: visit.opened_at,
    declined_at: visit.declined_at,
    decline_reason: visit.decline_reason,
    asked_at: visit.asked_at,
    thanks: visit.thanks === null ? null : { text: visit.thanks.text, at: visit.thanks.written_at },
    history: (await gifting.history(ctx, gift.id)) ?? [],
    people_actions: await peopleActions(ctx, gift.id),
    parcels: parcels.map((parcel) => ({
      ...parcel,
      // the label shows the address, which is revealed by itself
      label_url: gift.is_direct ? parcel.label_url : null,
      may_ship_again: mayShipAgain(gift, parcel, parcels),
    })),
    mails: letters.map(mailOf),
    events: await eventsOf(ctx, gift.id, member),
    actions: await actionsFor(ctx, gift, parcels),
  }
}

const mostActions = 100

/** What people of the account did with it, and when: the newest of the audit log, oldest first. */
async function peopleActions(ctx: TxContext, subject_id: string) {
  const entries = await access.listSubjectEntries(ctx, subject_id, mostActions)
  return entries
    .filter(({ actor }) => actor.kind === 'person')
    .map(({ action, actor, at }) => ({ action, name: actor.name, at }))
    .reverse()
}

const factsOf = ({ deployment: installation }: TxContext, gift: gifting.Gift) => {
  const { redemption_url, campaign, sender, recipient } = gifting.buildSnapshot(installation, gift)
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

const mailOf = ({
  id,
  kind,
  state,
  to,
  subject,
  error,
  made_at,
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
  made_at,
  sent_at,
})

const mostEvents = 50

/** Who was told, and how that went. Where the endpoints are is for admins. */
async function eventsOf(ctx: TxContext, subject_id: string, { role }: access.SessionUser) {
  const page = { limit: mostEvents, order: 'asc' as const }
  const { data } = await webhooks.listEvents(ctx, { subject_id }, page)
  if (data.length === 0) return []
  const endpoints = role === 'admin' ? await webhooks.listEndpoints(ctx) : []
  const known = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))
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
        url: known.get(delivery.endpoint_id)?.url ?? null,
        description: known.get(delivery.endpoint_id)?.description ?? null,
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
async function actionsFor(
  ctx: TxContext,
  gift: gifting.Gift,
  parcels: readonly fulfilment.Parcel[],
): Promise<Record<string, string | null>> {
  return {
    remind: sentence(await gifting.reminderBlocker(ctx, gift)),
    extend: sentence(gifting.extensionBlocker(gift)),
    correct_email: sentence(whyNotCorrect(gift)),
    fix_address: sentence(whyNotFix(gift, parcels)),
    cancel: sentence(whyNotCancel(gift)),
  }
}

const sentence = (why: string | undefined): string | null =>
  why === undefined ? null : `${why.charAt(0).toUpperCase()}${why.slice(1)}.`

function whyNotCancel({ state, status }: gifting.Gift): string | undefined {
  if (gifting.eventsFor(state, 'cancelled') !== undefined) return undefined
  if (status === 'cancelled') return 'it is cancelled already'
  return status === 'dispatched' ? 'it has left and cannot be called back' : 'it has arrived'
}

function whyNotCorrect({ state, status }: gifting.Gift): string | undefined {
  if (state === 'unclaimed') return 'nobody has claimed it yet'
  return status === 'cancelled' ? 'nobody is written to about it any more' : undefined
}

const gone = new Set(['returned', 'lost', 'cancelled'])

/** What did not arrive can be sent once more; what is replaced already is not replaced again. */
const mayShipAgain = (
  { status, state }: gifting.Gift,
  parcel: fulfilment.Parcel,
  parcels: readonly fulfilment.Parcel[],
) =>
  gone.has(parcel.state) &&
  status !== 'cancelled' &&
  state !== 'complete' &&
  !parcels.some(({ replaces }) => replaces === parcel.id)

const mendable = new Set(['placing', 'waiting', 'refused', 'delivery_attempt_failed', 'returned'])

function whyNotFix(
  { state, status }: gifting.Gift,
  parcels: readonly fulfilment.Parcel[],
): string | undefined {
  if (status === 'submitted') return 'it has no parcel yet; the recipient says where it shall go'
  if (status === 'cancelled' || state === 'complete') return 'nothing in it is sent any more'
  if (parcels.some((parcel) => mendable.has(parcel.state))) return undefined
  return 'everything in it is on its way or has arrived'
}
