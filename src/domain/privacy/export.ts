import * as accounts from '#accounts'
import * as audit from '#audit'
import * as contacts from '#contacts'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import * as occasions from '#occasions'
import * as oneLinks from '#one-links'
import type { TxContext } from '#platform/postgres/database'
import * as sends from '#sends'
import * as webhooks from '#webhooks'
import { rejectUnlessEmail } from './erase.ts'

/** All data that an account stores about a person, for delivery to that person. */
export interface PersonalDataExport {
  account: { id: string; name: string }
  email: string
  exported_at: Date
  contact: gifting.PersonalData['contact']
  /** The person among the contacts of the account. */
  listed_contact: contacts.Contact | null
  /** Gifts of rules for the days of the person. */
  occasions: readonly occasions.Outcome[]
  /** Set if the person wants no campaign emails. */
  opt_out: { set_by: string; created_at: Date } | null
  gift_requests: readonly ExportedGift[]
  /** Claims of one-links without a gift. */
  claims: readonly oneLinks.PersonalClaim[]
  /** Rows of lists that became no gift. */
  failed_rows: readonly sends.PersonalFailure[]
  /** Saved filters of users that contain the address. */
  saved_views: readonly { name: string; query: string }[]
  /** Emails to this address that belong to none of the gift requests. */
  other_emails: readonly ExportedEmail[]
}

interface ExportedGift extends gifting.PersonalGiftData {
  parcels: readonly fulfilment.Parcel[]
  emails: readonly ExportedEmail[]
  /** The stored events and their deliveries. */
  events: readonly ExportedEvent[]
}

interface ExportedEvent {
  id: string
  type: string
  created_at: Date
  body: unknown
  deliveries: readonly { url: string; state: webhooks.DeliveryState }[]
}

interface ExportedEmail {
  channel: 'email' | 'sms'
  kind: string
  to: string | null
  state: mail.MessageState
  created_at: Date
  sent_at: Date | null
  subject: string | null
  text: string | null
}

/** Collects the data and records the export in the audit log. Requires the context of one account. */
export async function exportPersonalData(
  ctx: TxContext,
  email: string,
): Promise<PersonalDataExport> {
  rejectUnlessEmail(email)
  const account = await accounts.findAccount(ctx, ctx.account_id)
  if (account === undefined) throw new Error('the context has no account')
  const { contact, gift_requests } = await gifting.exportPersonalData(ctx, email)
  const urls = await findEndpointUrls(ctx)
  const gifts: ExportedGift[] = []
  for (const gift of gift_requests) gifts.push(await exportGift(ctx, gift, urls))
  const giftIds = new Set(gifts.map(({ id }) => id))
  const messages = await mail.listByRecipient(ctx, email)
  const otherMessages = messages.filter(
    ({ gift_request_id }) => !giftIds.has(gift_request_id ?? ''),
  )
  const other_emails = await exportEmails(ctx, otherMessages)
  audit.recordEntry(ctx, {
    action: 'privacy.export',
    subject: { kind: 'contact', id: contact?.id ?? 'unknown' },
    details: { gift_requests: gifts.length },
  })
  return {
    account: { id: account.id, name: account.name },
    email,
    exported_at: ctx.now,
    contact,
    listed_contact: (await contacts.findByEmail(ctx, email)) ?? null,
    occasions: await occasions.findPersonalOutcomes(ctx, email),
    opt_out: (await mail.findOptOut(ctx, email)) ?? null,
    gift_requests: gifts,
    claims: await oneLinks.findPersonalClaims(ctx, email),
    failed_rows: await sends.findPersonalRows(ctx, email),
    saved_views: await accounts.listViewsAbout(ctx, email),
    other_emails,
  }
}

async function exportGift(
  ctx: TxContext,
  gift: gifting.PersonalGiftData,
  urls: ReadonlyMap<string, string>,
): Promise<ExportedGift> {
  const parcels = await fulfilment.listGiftParcels(ctx, gift.id)
  const messages = await mail.list(ctx, { gift_request_id: gift.id, limit: maxRows })
  return {
    ...gift,
    parcels,
    emails: await exportEmails(ctx, messages),
    events: await exportEvents(ctx, gift.id, urls),
  }
}

const maxRows = 1_000

async function exportEvents(
  ctx: TxContext,
  id: string,
  urls: ReadonlyMap<string, string>,
): Promise<ExportedEvent[]> {
  const page = { limit: maxRows, order: 'asc' } as const
  const { data } = await webhooks.listEvents(ctx, { subject_id: id }, page)
  const events: ExportedEvent[] = []
  for (const event of data) {
    const deliveries = await webhooks.listDeliveries(ctx, { event_id: event.id, limit: maxRows })
    events.push({
      id: event.id,
      type: event.type,
      created_at: event.created_at,
      body: event.body === null ? null : JSON.parse(event.body),
      deliveries: deliveries.map(({ endpoint_id, state }) => ({
        url: urls.get(endpoint_id) ?? endpoint_id,
        state,
      })),
    })
  }
  return events
}

async function findEndpointUrls(ctx: TxContext): Promise<ReadonlyMap<string, string>> {
  const endpoints = await webhooks.listEndpoints(ctx)
  return new Map(endpoints.map(({ id, url }) => [id, url]))
}

async function exportEmails(
  ctx: TxContext,
  messages: readonly mail.Message[],
): Promise<ExportedEmail[]> {
  const emails: ExportedEmail[] = []
  for (const message of messages) {
    const rendered = (await mail.find(ctx, message.id))?.rendered
    emails.push({
      channel: message.channel,
      kind: message.kind,
      to: (message.channel === 'sms' ? message.phone : message.to?.email) ?? null,
      state: message.state,
      created_at: message.created_at,
      sent_at: message.sent_at,
      subject: rendered?.subject ?? null,
      text: (message.channel === 'sms' ? message.subject : rendered?.text) ?? null,
    })
  }
  return emails
}
