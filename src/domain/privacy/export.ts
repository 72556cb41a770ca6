import * as access from '#access'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import * as mail from '#mail'
import type { Work } from '#platform/postgres'
import * as webhooks from '#webhooks'
import { refuseUnlessEmail } from './erase.ts'

/** Everything that an account holds of a person, as it is given to them. */
export interface PersonExport {
  account: { id: string; name: string }
  email: string
  exported_at: Date
  contact: gifting.Dossier['contact']
  gift_requests: readonly ExportedGift[]
  /** Letters to this address that are about none of these. */
  other_letters: readonly ExportedLetter[]
}

interface ExportedGift extends gifting.GiftDossier {
  parcels: readonly fulfilment.Parcel[]
  letters: readonly ExportedLetter[]
  /** What was told to whom, for as long as it is kept. */
  events: readonly ExportedEvent[]
}

interface ExportedEvent {
  id: string
  type: string
  created_at: Date
  body: unknown
  told_to: readonly { url: string; state: webhooks.DeliveryState }[]
}

interface ExportedLetter {
  kind: string
  to: string | null
  state: mail.MessageState
  made_at: Date
  sent_at: Date | null
  subject: string | null
  text: string | null
}

/** Gathers it, and writes down that somebody did. The work must be of one account. */
export async function exportPerson(
  work: Work,
  email: string,
  actor: access.Actor,
): Promise<PersonExport> {
  refuseUnlessEmail(email)
  const account = await access.findAccount(work, work.account_id)
  if (account === undefined) throw new Error('the work is of no account')
  const { contact, gift_requests } = await gifting.dossierOf(work, email)
  const urls = await endpointsOf(work)
  const gifts: ExportedGift[] = []
  for (const gift of gift_requests) gifts.push(await giftOf(work, gift, urls))
  const known = new Set(gifts.map(({ id }) => id))
  const letters = await mail.listTo(work, email)
  const others = letters.filter(({ gift_request_id }) => !known.has(gift_request_id ?? ''))
  const other_letters = await lettersFrom(work, others)
  access.audit(work, {
    actor,
    action: 'privacy.export',
    subject: { kind: 'contact', id: contact?.id ?? 'unknown' },
    details: { gift_requests: gifts.length },
  })
  return {
    account: { id: account.id, name: account.name },
    email,
    exported_at: work.now,
    contact,
    gift_requests: gifts,
    other_letters,
  }
}

async function giftOf(
  work: Work,
  gift: gifting.GiftDossier,
  urls: ReadonlyMap<string, string>,
): Promise<ExportedGift> {
  const parcels = await fulfilment.parcelsOf(work, gift.id)
  const letters = await mail.list(work, { gift_request_id: gift.id, limit: most })
  return {
    ...gift,
    parcels,
    letters: await lettersFrom(work, letters),
    events: await eventsOf(work, gift.id, urls),
  }
}

const most = 1_000

async function eventsOf(
  work: Work,
  id: string,
  urls: ReadonlyMap<string, string>,
): Promise<ExportedEvent[]> {
  const page = { limit: most, order: 'asc' } as const
  const { data } = await webhooks.listEvents(work, { subject_id: id }, page)
  const events: ExportedEvent[] = []
  for (const event of data) {
    const deliveries = await webhooks.listDeliveries(work, { event_id: event.id, limit: most })
    events.push({
      id: event.id,
      type: event.type,
      created_at: event.created_at,
      body: event.body === null ? null : JSON.parse(event.body),
      told_to: deliveries.map(({ endpoint_id, state }) => ({
        url: urls.get(endpoint_id) ?? endpoint_id,
        state,
      })),
    })
  }
  return events
}

async function endpointsOf(work: Work): Promise<ReadonlyMap<string, string>> {
  const endpoints = await webhooks.listEndpoints(work)
  return new Map(endpoints.map(({ id, url }) => [id, url]))
}

async function lettersFrom(
  work: Work,
  messages: readonly mail.Message[],
): Promise<ExportedLetter[]> {
  const letters: ExportedLetter[] = []
  for (const message of messages) {
    const rendered = (await mail.find(work, message.id))?.rendered
    letters.push({
      kind: message.kind,
      to: message.to?.email ?? null,
      state: message.state,
      made_at: message.made_at,
      sent_at: message.sent_at,
      subject: rendered?.subject ?? null,
      text: rendered?.text ?? null,
    })
  }
  return letters
}
