import { getTimestampOfId } from '#platform/lib/ids'

/** An event for brokers, as CloudEvents 1.0 defines it. `data` is the stored body, byte for byte. */
export interface CloudEvent {
  /** The context attributes in the order of the specification. All are texts. */
  attributes: CloudEventAttributes
  data: Buffer
}

interface CloudEventAttributes {
  specversion: '1.0'
  /** The id of the event, which is the same in every attempt, so that consumers can deduplicate. */
  id: string
  /** The account. */
  source: string
  type: string
  datacontenttype: string
  time: string
  /** The id of the gift request. Absent for an event about something else. */
  subject?: string
  /** An extension: the version of `data`. */
  payloadversion: string
}

interface PublishedDelivery {
  account_id: string
  event_id: string
  event_type: string
  payload_version: string
}

export const toCloudEvent = (
  { account_id, event_id, event_type, payload_version }: PublishedDelivery,
  data: Buffer,
  { origin, contentType }: { origin: string; contentType: string },
): CloudEvent => {
  const subject = findSubject(event_type, data)
  return {
    attributes: {
      specversion: '1.0',
      id: event_id,
      source: `${origin}/accounts/${account_id}`,
      type: event_type,
      datacontenttype: contentType,
      time: getTimestampOfId(event_id).toISOString(),
      ...(subject !== undefined && { subject }),
      payloadversion: payload_version,
    },
    data,
  }
}

/** Reads the gift request from a body: its own id, or the one that an attention event names. */
function findSubject(event_type: string, data: Buffer): string | undefined {
  const document = JSON.parse(data.toString('utf8')) as { data?: Resource } & Resource
  const resource = document.data ?? document
  if (!event_type.startsWith('attention.')) return resource.id
  return resource.gift_request_id ?? resource.attributes?.gift_request_id ?? undefined
}

interface Resource {
  id?: string
  gift_request_id?: string | null
  attributes?: { gift_request_id?: string | null }
}

/** Returns the attributes as pairs, each name with a prefix, for brokers whose messages have headers. */
export const toHeaderPairs = (
  { attributes }: CloudEvent,
  prefix: string,
): (readonly [name: string, value: string])[] =>
  Object.entries(attributes).map(([name, value]) => [`${prefix}${name}`, value] as const)

/**
 * Returns the event as one JSON text, for brokers whose messages have no headers. Every body is JSON, and it is inserted
 * as it is stored.
 */
export const toStructuredJson = ({ attributes, data }: CloudEvent): string =>
  `${JSON.stringify(attributes).slice(0, -1)},"data":${data.toString('utf8')}}`
