import type { EventType } from '#contract'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { assertSignable, findDestination } from '../endpoints/find-destination.ts'
import { renderSample } from '../endpoints/send-test.ts'
import { buildSentRequest, type SentRequest } from './sent-request.ts'

export type TestRequest = Omit<SentRequest, 'is_exact'>

/**
 * Returns the signed request of a test event without sending it. A sent test event has another event id, another timestamp
 * and other signatures. Returns undefined when the endpoint does not exist.
 */
export async function previewTestRequest(
  ctx: TxContext,
  endpoint_id: string,
  event_type: EventType,
  payload_version: string,
): Promise<TestRequest | undefined> {
  const found = await findDestination(ctx, endpoint_id)
  if (found === undefined) return undefined
  const destination = assertSignable(found.destination)
  const event = { account_id: ctx.account_id, event_id: newId(), event_type, payload_version }
  const body = renderSample(ctx, event_type, payload_version)
  return buildSentRequest(ctx.deployment, destination, event, body, ctx.now)
}
