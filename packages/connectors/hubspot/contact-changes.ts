import { createHash } from 'node:crypto'
import { member, textOf } from '#platform/http-client/json-request'
import type { CloudEvent } from '#webhooks'
import { type PropertyValues, propertyNames } from './properties.ts'

/** What an event says about a gift and its recipient. */
export interface GiftEvent {
  id: string
  email: string
  first_name: string
  last_name: string
  status: string
  campaign: string
  reference: string
  url: string
  created_at: string
  happened_at: string
}

/** For two events within a millisecond: the later status wins. */
const statusOrder = ['submitted', 'redeemed', 'dispatched', 'delivered', 'cancelled']

/** The ids of a contact, of 13 characters each, must fit into 65,536 characters. */
const maxIds = 4_000

/** Reads the gift of an event. Undefined for an event about something else, or without an email address. */
export function readGiftEvent({ attributes, data }: CloudEvent): GiftEvent | undefined {
  if (!attributes.type.startsWith('gift_request_')) return undefined
  const document: unknown = JSON.parse(data.toString())
  const resource = member(document, 'data') ?? document
  const gift = member(resource, 'attributes') ?? resource
  const recipient = member(gift, 'recipient')
  const read = (value: unknown, name: string) => textOf(member(value, name), 2_000) ?? ''
  const email = read(recipient, 'email').trim().toLowerCase()
  const id = read(resource, 'id')
  if (!email.includes('@') || id === '') return undefined
  return {
    id,
    email,
    first_name: read(recipient, 'first_name'),
    last_name: read(recipient, 'last_name'),
    status: read(gift, 'status'),
    campaign: read(member(gift, 'campaign'), 'name'),
    reference: read(gift, 'reference'),
    url: read(gift, 'web_url'),
    created_at: read(gift, 'created_at'),
    happened_at: attributes.time,
  }
}

/**
 * Returns the properties that an event changes, given the stored ones. The last gift is the one that was created last.
 * An older event, and one of an older gift, changes the count alone, and only once: each gift is counted by its id.
 */
export function findChanges(stored: unknown, gift: GiftEvent): Partial<PropertyValues> {
  const read = (name: keyof PropertyValues) => textOf(member(stored, name), 65_536) ?? ''
  const ids = read('bestow_gift_ids').split(' ').filter(Boolean)
  const id = createHash('sha256').update(gift.id).digest('hex').slice(0, 12)
  const isCounted = ids.includes(id)
  const count = Math.max(Number(read('bestow_gift_count')) || 0, ids.length) + (isCounted ? 0 : 1)
  const changed: PropertyValues = {
    bestow_gift_status: gift.status,
    bestow_gift_campaign: gift.campaign,
    bestow_gift_reference: gift.reference,
    bestow_gift_url: gift.url,
    bestow_gift_created_at: gift.created_at,
    bestow_gift_delivered_at: gift.status === 'delivered' ? gift.happened_at : '',
    bestow_gift_count: String(count),
    bestow_gift_ids: isCounted ? ids.join(' ') : [...ids, id].slice(-maxIds).join(' '),
    bestow_updated_at: gift.happened_at,
  }
  const isNews = isNewer(read, gift)
  return Object.fromEntries(
    propertyNames
      .filter((name) => isNews || name === 'bestow_gift_count' || name === 'bestow_gift_ids')
      .filter((name) => !isSame(name, read(name), changed[name]))
      .map((name) => [name, changed[name]]),
  )
}

function isNewer(read: (name: keyof PropertyValues) => string, gift: GiftEvent): boolean {
  if (read('bestow_gift_reference') !== gift.reference) {
    const storedCreation = toTime(read('bestow_gift_created_at'))
    return Number.isNaN(storedCreation) || Date.parse(gift.created_at) >= storedCreation
  }
  const [storedTime, time] = [toTime(read('bestow_updated_at')), Date.parse(gift.happened_at)]
  if (Number.isNaN(storedTime) || time !== storedTime) return !(time < storedTime)
  return statusOrder.indexOf(gift.status) > statusOrder.indexOf(read('bestow_gift_status'))
}

const isSame = (name: keyof PropertyValues, stored: string, value: string) =>
  stored === value || (name.endsWith('_at') && toTime(stored) === toTime(value))

/** Reads a time of HubSpot, which is ISO 8601 or the milliseconds since 1970. */
const toTime = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Date.parse(text))
