import type { TestResult } from '#connections'
import type { OutboundRules } from '#platform/http-client/guarded-request'
import { listOf, member, textOf } from '#platform/http-client/json-request'
import { type EventPublisher, PublishFailure } from '#webhooks'
import { assertDone, createClient, type HubSpotClient, type HubSpotValues } from './client.ts'
import { findChanges, type GiftEvent, readGiftEvent } from './contact-changes.ts'
import { groupName, propertyDefinitions, propertyNames } from './properties.ts'

interface PublisherValues extends HubSpotValues {
  unknown_contacts: string
}

const testTimeoutMs = 10_000

/**
 * Writes each event of a gift to the contact with the email address of its recipient. HubSpot has no conditional update,
 * so the events of a contact follow each other.
 */
export function createHubSpotPublisher(
  values: PublisherValues,
  outbound: OutboundRules,
): EventPublisher {
  const end = new AbortController()
  const running = new Map<string, Promise<void>>()
  return {
    async publish(event, timeoutMs) {
      const gift = readGiftEvent(event)
      if (gift === undefined) return
      const signal = AbortSignal.any([end.signal, AbortSignal.timeout(timeoutMs)])
      const client = createClient(values, { outbound, timeoutMs, signal })
      const before = running.get(gift.email) ?? Promise.resolve()
      const mine = before.catch(() => {}).then(() => write(client, values, gift))
      running.set(gift.email, mine)
      try {
        await mine
      } finally {
        if (running.get(gift.email) === mine) running.delete(gift.email)
      }
    },
    close: () => end.abort(),
  }
}

async function write(
  client: HubSpotClient,
  values: PublisherValues,
  gift: GiftEvent,
): Promise<void> {
  const contact = await findContact(client, gift.email)
  const properties = findChanges(member(contact, 'properties'), gift)
  if (contact !== undefined) return update(client, contact, properties)
  if (values.unknown_contacts !== 'create' || isReserved(gift.email)) return
  const { email, first_name: firstname, last_name: lastname } = gift
  const created = await withProperties(client, () =>
    client.send('/objects/contacts', { properties: { email, firstname, lastname, ...properties } }),
  )
  // Another program has created the contact in the meantime: the next attempt finds it.
  if (created.status === 409)
    throw new PublishFailure('not_accepted', 'the contact was created at the same time')
  assertDone(created)
  if (textOf(member(created.body, 'id'), 50) === undefined) throw noContact()
}

async function update(client: HubSpotClient, contact: unknown, properties: object): Promise<void> {
  const id = textOf(member(contact, 'id'), 50)
  if (Object.keys(properties).length === 0) return
  const updated = await withProperties(client, () =>
    client.send('/objects/contacts/batch/update', { inputs: [{ id, properties }] }),
  )
  assertDone(updated)
  const [result] = listOf(member(updated.body, 'results'), 1)
  if (updated.status !== 200 || member(result, 'id') !== id) throw noContact()
}

const noContact = () => new PublishFailure('bad_response', 'the response has no such contact')

/** Finds a contact by its email address, with the properties that the account has. */
async function findContact(client: HubSpotClient, email: string): Promise<unknown> {
  const read = await client.send('/objects/contacts/batch/read', {
    ...{ idProperty: 'email', inputs: [{ id: email }] },
    properties: ['email', ...propertyNames],
  })
  assertDone(read)
  // The status 207 lists what was not found, and what could not be read.
  const [failed] = listOf(member(read.body, 'errors'), 5)
    .map((each) => textOf(member(each, 'category'), 100) ?? 'unknown')
    .filter((category) => category !== 'OBJECT_NOT_FOUND')
  if (failed !== undefined) throw new PublishFailure('not_accepted', `http_207: ${failed}`)
  const results = member(read.body, 'results')
  if (!Array.isArray(results) || results.length > 1) throw noContact()
  const [contact] = results
  if (contact === undefined && read.status !== 207 && member(read.body, 'status') !== 'COMPLETE')
    throw noContact()
  if (contact !== undefined && textOf(member(contact, 'id'), 50) === undefined) throw noContact()
  return contact
}

/** Sends a request that needs the properties. If the account has not all of them, creates them, and sends it again. */
async function withProperties(
  client: HubSpotClient,
  send: () => ReturnType<HubSpotClient['send']>,
): ReturnType<HubSpotClient['send']> {
  const first = await send()
  if (first.status !== 400 || !JSON.stringify(first.body ?? '').includes('PROPERTY_DOESNT_EXIST'))
    return first
  const group = { name: groupName, label: 'Bestow' }
  assertCreated(groupName, await client.send('/properties/contacts/groups', group))
  for (const property of propertyDefinitions)
    assertCreated(property.name, await client.send('/properties/contacts', property))
  return send()
}

/** Accepts what was created now, or before. */
function assertCreated(name: string, reply: { status: number; body: unknown }): void {
  if (reply.status === 409) return
  try {
    assertDone(reply)
  } catch (error) {
    const { code, message } = error as PublishFailure
    throw new PublishFailure(
      code,
      `the property ${name} is missing and could not be created: ${message}`,
    )
  }
}

/** Returns whether the domain is reserved for examples, as in a test event. */
const isReserved = (email: string) =>
  /@(.*\.)?(example\.(com|org|net)|example|test|invalid)$/.test(email)

/** Reads one contact and one property, which changes nothing. */
export async function testHubSpot(
  values: HubSpotValues,
  outbound: OutboundRules,
): Promise<TestResult> {
  const tried = `GET ${values.url}/crm/v3/objects/contacts and its properties`
  const client = createClient(values, { outbound, timeoutMs: testTimeoutMs })
  try {
    const contacts = await client.send('/objects/contacts?limit=1')
    assertDone(contacts)
    if (!Array.isArray(member(contacts.body, 'results'))) throw noContact()
    const property = await client.send('/properties/contacts/bestow_updated_at')
    if (property.status === 404)
      return {
        ok: true,
        tried,
        answer: 'the token is valid; the first event creates the properties',
      }
    assertDone(property)
    return { ok: true, tried, answer: 'the token is valid, and the properties exist' }
  } catch (error) {
    return { ok: false, tried, answer: (error as Error).message }
  }
}
