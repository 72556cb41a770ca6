import type { TestResult } from '#connections'
import { type AwsAccess, callAws, toFailureOfAws, withoutCredentials } from '#connectors/aws'
import type { OutboundRules } from '#platform/http-client/guarded-request'
import { listOf, member, textOf } from '#platform/http-client/json-request'
import { type CloudEvent, type EventPublisher, PublishFailure, toStructuredJson } from '#webhooks'

interface EventBridgeValues extends AwsAccess {
  event_bus: string
  endpoint: string
}

/** The source of all events, which rules can match. A source that begins with `aws.` belongs to Amazon. */
const source = 'bestow'
const testTimeoutMs = 10_000

/** Puts each event on the bus, with the CloudEvent in structured mode as its detail. */
export function createEventBridgePublisher(
  values: EventBridgeValues,
  outbound: OutboundRules,
): EventPublisher {
  const end = new AbortController()
  return {
    async publish(event, timeoutMs) {
      const body = { Entries: [toEntry(values, event)] }
      const limits = { outbound, timeoutMs, signal: end.signal }
      assertStored(await call(values, 'PutEvents', body, limits), values)
    },
    close: () => end.abort(),
  }
}

/** Returns the origin of the service. The regions of China have a domain of their own. */
export const endpointOf = ({
  endpoint,
  region,
}: Pick<EventBridgeValues, 'endpoint' | 'region'>): string =>
  endpoint === ''
    ? `https://events.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
    : endpoint

const call = (
  values: EventBridgeValues,
  operation: string,
  body: object,
  limits: Parameters<typeof callAws>[2],
) => {
  const target = `AWSEvents.${operation}`
  const request = {
    url: endpointOf(values),
    service: 'events',
    protocol: '1.1',
    target,
    body,
  } as const
  return callAws(values, request, limits)
}

const toEntry = ({ event_bus }: EventBridgeValues, event: CloudEvent) => ({
  EventBusName: event_bus,
  Source: source,
  DetailType: event.attributes.type,
  Time: Math.floor(Date.parse(event.attributes.time) / 1_000),
  Detail: toStructuredJson(event),
})

/** Looks at the entry: the status of a response whose entry has failed is 200, too. */
function assertStored(stored: unknown, values: EventBridgeValues): void {
  const [entry, ...others] = listOf(member(stored, 'Entries'), 2)
  const code = textOf(member(entry, 'ErrorCode'), 100)
  if (code !== undefined) {
    const text = textOf(member(entry, 'ErrorMessage'), 200)
    const detail = text === undefined ? code : `${code}: ${text}`
    throw new PublishFailure('not_accepted', withoutCredentials(detail, values))
  }
  const isStored = textOf(member(entry, 'EventId'), 200) !== undefined && others.length === 0
  if (!isStored || member(stored, 'FailedEntryCount') !== 0)
    throw new PublishFailure('bad_response', 'the response does not confirm the event')
}

/** Describes the event bus, which puts no event on it. */
export async function testEventBridge(
  values: EventBridgeValues,
  outbound: OutboundRules,
): Promise<TestResult> {
  const { event_bus } = values
  const tried = `DescribeEventBus ${event_bus} at ${endpointOf(values)}`
  try {
    const found = await call(
      values,
      'DescribeEventBus',
      { Name: event_bus },
      {
        ...{ outbound, timeoutMs: testTimeoutMs },
      },
    )
    const name = textOf(member(found, 'Name'), 300)
    if (name === undefined || name.split('/').at(-1) !== event_bus.split('/').at(-1))
      return { ok: false, tried, answer: 'the response is about another event bus' }
    return { ok: true, tried, answer: `the event bus ${name} exists` }
  } catch (error) {
    return { ok: false, tried, answer: toFailureOfAws(error).message }
  }
}
