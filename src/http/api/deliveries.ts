import {
  type deliveryAppFilters,
  type deliveryFilters,
  type EventType,
  type FilterValues,
  orNotFound,
  type Page,
} from '#contract'
import * as giftLists from '#gift-lists'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { withAppMembers } from './kernel/app-members.ts'
import { handle } from './kernel/handle.ts'
import { redactAddresses } from './kernel/redact-addresses.ts'

const { endpointCommands } = webhooks

/**
 * The additional requests that a recovery counts as. Together with the request itself, a recovery counts as
 * 50 requests.
 */
const recoveryWeight = 49

/** The operations on deliveries: the delivery log, resends, test events, and recovery after an outage. */
export const deliveryRoutes = [
  handle('listDeliveries', async ({ ctx, request, query: { filter, page } }) => {
    const { data, has_more } = await listDeliveries(ctx, filter, page)
    if (request.grant.user === undefined) return { data: data.map(toView), has_more }
    const references = await findReferences(ctx, data)
    const toAppView = (each: webhooks.LoggedDelivery) =>
      withAppMembers(toView(each), toListMembers(each, references))
    return { data: data.map(toAppView), has_more }
  }),

  handle('getDelivery', async ({ ctx, request, params }) => {
    const delivery = orNotFound(await webhooks.findDelivery(ctx, params.id))
    return request.grant.user === undefined
      ? toView(delivery)
      : withAppMembers(toView(delivery), await readDetailMembers(ctx, delivery))
  }),

  handle('resendDelivery', async ({ ctx, params: { id }, body: { endpoint_id } }) => {
    orNotFound(await webhooks.findDelivery(ctx, id))
    return findView(ctx, await endpointCommands.resend(ctx, id, endpoint_id))
  }),

  handle('sendTestEvent', async ({ ctx, params, body }) => {
    const { type = 'gift_request_created', payload_version } = body
    const id = await endpointCommands.sendTest(ctx, params.id, type as EventType, payload_version)
    return findView(ctx, id)
  }),

  handle('recoverDeliveries', async ({ ctx, request, params: { id }, body, isDryRun }) => {
    await request.charge(recoveryWeight)
    const since = new Date(body.since)
    return isDryRun ? countOnly(ctx, id, since) : endpointCommands.recover(ctx, id, since)
  }),
]

async function countOnly(ctx: TxContext, id: string, since: Date) {
  const endpoint = await endpointCommands.getEndpoint(ctx, id)
  return { resent: 0, remaining: await webhooks.countRecoverable(ctx, endpoint.id, since) }
}

type DeliveryFilter = FilterValues<typeof deliveryFilters & typeof deliveryAppFilters>

/** Returns a page of the deliveries that match the filters of the list. */
export async function listDeliveries(
  ctx: TxContext,
  { gift, ...filter }: DeliveryFilter,
  page: Page,
): ReturnType<typeof webhooks.listDeliveryLog> {
  if (gift === undefined) return webhooks.listDeliveryLog(ctx, toLogFilter(filter), page)
  const subject_id = await findGiftId(ctx, gift)
  if (subject_id === undefined) return { data: [], has_more: false }
  return webhooks.listDeliveryLog(ctx, { ...toLogFilter(filter), subject_id }, page)
}

async function findGiftId(ctx: TxContext, text: string): Promise<string | undefined> {
  if (isId(text)) return text
  const filter = { reference: text.trim().toUpperCase() }
  const { data } = await gifting.list(ctx, filter, { limit: 1, order: 'desc' })
  return data[0]?.id
}

function toLogFilter({ gift_request_id, created_after, created_before, ...rest }: DeliveryFilter) {
  return {
    ...rest,
    ...(gift_request_id === undefined ? {} : { subject_id: gift_request_id }),
    // Ids contain the time of their creation in milliseconds. The log includes the beginning of its range, so
    // the code adds a millisecond.
    ...(created_after === undefined ? {} : { created_from: new Date(created_after.getTime() + 1) }),
    ...(created_before === undefined ? {} : { created_until: created_before }),
  }
}

type References = Awaited<ReturnType<typeof giftLists.referencesById>>

const findReferences = (
  ctx: TxContext,
  deliveries: readonly webhooks.LoggedDelivery[],
): Promise<References> =>
  giftLists.referencesById(
    ctx,
    deliveries.flatMap(({ subject_id }) => subject_id ?? []),
  )

const toListMembers = (delivery: webhooks.LoggedDelivery, references: References) => ({
  endpoint_url: delivery.endpoint_url,
  endpoint_description: delivery.endpoint_description,
  signing_error: delivery.signing_error,
  is_behind: delivery.is_behind,
  reference: references.get(delivery.subject_id ?? '') ?? null,
})

/**
 * Reads the details of a delivery. They show the request of the last attempt. If there was no attempt, they
 * show the request that the first attempt would send.
 */
async function readDetailMembers(
  ctx: TxContext,
  delivery: webhooks.LoggedDelivery & { replays: string[] },
) {
  const { attempts, erased_at, replays } = delivery
  const last = attempts.findLast(({ started_at }) => started_at !== null)
  const request = await webhooks.reconstructRequest(ctx, delivery, last?.started_at ?? ctx.now)
  const body = redactAddresses(request?.body ?? '')
  return {
    ...toListMembers(delivery, await findReferences(ctx, [delivery])),
    ...{ erased_at, replays },
    connections: attempts.map(({ number, phase, address, dns_ms, connect_ms, tls_ms }) => ({
      ...{ number, phase, address, dns_ms, connect_ms, tls_ms },
    })),
    request: request ? { ...request, body, is_address_hidden: body !== request.body } : null,
    was_sent: last !== undefined,
  }
}

const findView = async (ctx: TxContext, id: string) =>
  toView(orNotFound(await webhooks.findDelivery(ctx, id)))

const toView = (delivery: webhooks.LoggedDelivery) => ({
  id: delivery.id,
  event_id: delivery.event_id,
  event_type: delivery.event_type,
  gift_request_id: delivery.subject_id,
  endpoint_id: delivery.endpoint_id,
  payload_version: delivery.payload_version,
  state: delivery.state,
  is_test: delivery.is_test,
  replay_of: delivery.replay_of,
  next_attempt_at: delivery.next_at,
  attempts: delivery.attempts.map(
    ({ number, started_at, duration_ms, outcome, status, error, reason, detail }) => ({
      number,
      started_at,
      duration_ms,
      outcome,
      status,
      error,
      reason,
      detail,
    }),
  ),
  created_at: delivery.created_at,
  abandoned_at: delivery.abandoned_at,
})
