/**
 * What can need the attention of a person, with descriptions. To add a kind: a line here, its conditions in
 * `domain/attention/conditions.ts`, its causes and actions in `domain/attention/describe.ts`.
 */
// biome-ignore format: read down the columns
export const attentionKinds = {
  backordered:             'Items of a gift are out of stock.',
  address_refused:         'A carrier rejected the address or the label of a gift.',
  delivery_attempt_failed: 'A carrier could not hand over a parcel.',
  overdue:                 'A gift has not moved for days after its order or dispatch.',
  email_bounced:           'Email to the recipient of a waiting gift bounced.',
  expiring:                'A gift expires within seven days, and its recipient has not redeemed it.',
  stock_low:               'A variant has few units or codes left.',
  endpoint_failing:        'Most recent attempts to reach a webhook endpoint failed, or requests cannot be signed.',
  delivery_abandoned:      'A webhook endpoint missed events after five attempts.',
  parcel_lost:             'A parcel was lost or came back, and nothing replaces it.',
  connection_failing:      'The last requests of a connection, such as a carrier, failed.',
  domain_missing:          'The DNS record of a proven domain or of the host of recipients’ pages is missing.',
} as const satisfies Record<string, string>

export type AttentionKind = keyof typeof attentionKinds
export const attentionKindNames = Object.keys(attentionKinds) as AttentionKind[]

/** The events of endpoints that receive attention events: one for each kind, and one for the end of each item. */
export type AttentionEventType = `attention.${AttentionKind}` | 'attention.cleared'
export const clearedEvent = 'attention.cleared'
export const attentionEvents: Readonly<Record<AttentionEventType, string>> = {
  ...(Object.fromEntries(
    attentionKindNames.map((kind) => [`attention.${kind}`, attentionKinds[kind]]),
  ) as Record<`attention.${AttentionKind}`, string>),
  [clearedEvent]: 'The condition of an item has ended.',
}
export const attentionEventTypes = Object.keys(attentionEvents) as AttentionEventType[]

export const attentionSubjects = [
  'gift_request',
  'parcel',
  'variant',
  'endpoint',
  'connection',
  'domain',
] as const
export type AttentionSubject = (typeof attentionSubjects)[number]
