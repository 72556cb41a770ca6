import { type FieldError, type NewGiftFormat, throwIfAny, toEmailKey, toRawJson } from '#contract'
import * as mail from '#email'
import * as greetings from '#greetings'
import { newId, randomCrockford } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import * as giftStore from '../lifecycle/gift-store.ts'
import { buildLineItems, saveOffering } from '../lifecycle/offering-snapshot.ts'
import { noRecipient, type RecipientFields } from '../lifecycle/recipient-fields.ts'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import { encryptAddress } from '../lifecycle/snapshot.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { eventInput } from '../lifecycle/transition.ts'
import { reserveBudgets, saveReservations } from './budgets.ts'
import { campaignLookup, senderLookup } from './lookups.ts'
import type { Prefetched } from './prefetch.ts'
import { findRecipientLimitError, findRecipientLimitErrors } from './recipient-limit.ts'
import { type GiftTerms, type ValidatedGift, validateCreate } from './validate.ts'

/**
 * Creates a gift request from the body of `POST /gift_requests`, with its event and deliveries, in this
 * transaction. Throws all validation errors together. `format` defines the accepted schema. `prefetched`
 * contains the normalized body; with it, no further reads are necessary.
 */
export async function create(
  ctx: TxContext,
  body: unknown,
  format: NewGiftFormat,
  prefetched?: Prefetched,
): Promise<Gift> {
  const validation = {
    validator: format.validate,
    findCampaign: campaignLookup(ctx, prefetched),
    findSender: senderLookup(ctx),
  }
  const normalized = prefetched === undefined ? format.normalize(body) : prefetched.body
  const { validated, problems } = await validateCreate(ctx, normalized, '', validation)
  throwIfAny(problems)
  if (validated === undefined) throw new Error('a body without errors was not validated')
  const [gift] = await persist(ctx, [validated], prefetched)
  if (gift === undefined) throw new Error('no gift request was created')
  return gift
}

/** Creates a gift request from a body that was validated in this transaction. Throws if a budget or a limit refuses it. */
export async function createValidated(
  ctx: TxContext,
  validated: ValidatedGift,
  cause: string,
): Promise<Gift> {
  const [gift] = await persist(ctx, [validated], undefined, cause)
  if (gift === undefined) throw new Error('no gift request was created')
  return gift
}

async function persist(
  ctx: TxContext,
  rows: readonly ValidatedGift[],
  prefetched?: Prefetched,
  cause = 'created over the API',
): Promise<Gift[]> {
  const gifts = await buildGifts(ctx, rows, prefetched)
  const isNewContact = prefetched !== undefined && prefetched.contact === undefined
  const refused = await findRefused(ctx, gifts, prefetched)
  const reserved = await reserveBudgets(ctx, rows, gifts, refused)
  throwIfAny([...reserved.errors.values()])
  insertGifts(ctx, rows, gifts, { cause, isNewContact })
  saveReservations(ctx, reserved, gifts)
  return gifts
}

/**
 * Finds the gifts that exceed the limit of their recipient. With prefetched data, it reads nothing from the
 * database.
 */
async function findRefused(
  ctx: TxContext,
  gifts: readonly Gift[],
  prefetched: Prefetched | undefined,
): Promise<ReadonlyMap<string, FieldError>> {
  if (prefetched === undefined) return findRecipientLimitErrors(ctx, gifts)
  const error = findRecipientLimitError(ctx, prefetched.contact?.limiting_id ?? null)
  return new Map(error === undefined ? [] : gifts.map(({ id }) => [id, error]))
}

/**
 * Builds gift requests from validated bodies, and creates their contacts. Does not insert the gift requests.
 */
export async function buildGifts(
  ctx: TxContext,
  rows: readonly ValidatedGift[],
  prefetched?: Prefetched,
): Promise<Gift[]> {
  const contacts =
    prefetched === undefined ? await upsertContacts(ctx, rows) : prefetchedContact(ctx, prefetched)
  return rows.map((row, index) => buildGift(ctx, row, findContact(row, contacts), index))
}

/** Inserts the gift requests together with their events. The function does not wait for the statements. */
export function insertGifts(
  ctx: TxContext,
  rows: readonly ValidatedGift[],
  gifts: readonly Gift[],
  { cause, isNewContact }: { cause: string; isNewContact: boolean },
): void {
  const offerings = new Map(
    rows.flatMap(({ offering, body }) =>
      body.line_items === undefined ? [[offering.digest.toString('hex'), offering]] : [],
    ),
  )
  for (const offering of offerings.values()) saveOffering(ctx, offering)
  for (const [index, gift] of gifts.entries()) {
    giftStore.insert(ctx, gift, cause, ['gift_request_created'], isNewContact)
    const { locale, greeting, phone } = rows[index]?.body ?? {}
    if (locale !== undefined) saveLocale(ctx, gift, locale)
    if (phone !== undefined) mail.saveRecipientPhone(ctx, gift, phone)
    if (greeting !== undefined) greetings.insertForGift(ctx, gift.id, greeting)
  }
  webhooks.recordAll(
    ctx,
    gifts.map((gift) => eventInput(ctx, gift, 'gift_request_created')),
  )
  ctx.afterCommit(() => ctx.deployment.notify('gifts'))
}

/** Saves the language of a gift, as if its recipient had selected this language. */
function saveLocale(ctx: TxContext, gift: Gift, locale: string): void {
  sessionStore.upsert(ctx, gift, { locale })
  mail.setRecipientLocale(ctx, gift, locale)
}

type ContactsByEmail = ReadonlyMap<string, giftStore.Contact>

/** Finds the contact of a recipient. A recipient without an email address has no contact. */
function findContact(
  { body }: ValidatedGift,
  contacts: ContactsByEmail,
): giftStore.Contact | undefined {
  const { email } = body.recipient
  if (email === undefined) return undefined
  const contact = contacts.get(toEmailKey(email))
  if (contact === undefined) throw new Error('the contact was neither found nor created')
  return contact
}

function prefetchedContact(ctx: TxContext, { email_key, contact }: Prefetched): ContactsByEmail {
  return new Map([[email_key, contact ?? { id: newId(ctx.now), email_key, thank_you_count: 0 }]])
}

function upsertContacts(ctx: TxContext, rows: readonly ValidatedGift[]): Promise<ContactsByEmail> {
  const emails = rows.flatMap(({ body }) => body.recipient.email ?? [])
  const keys = [...new Set(emails.map(toEmailKey))].sort()
  if (keys.length === 0) return Promise.resolve(new Map())
  return giftStore.upsertContacts(
    ctx,
    keys.map((email_key) => ({ id: newId(ctx.now), email_key })),
  )
}

const toRecipientFields = (
  { first_name, last_name, email = noRecipient.email }: ValidatedGift['body']['recipient'],
  contact: giftStore.Contact | undefined,
): RecipientFields => ({
  contact_id: contact?.id ?? noRecipient.contact_id,
  email_key: contact?.email_key ?? noRecipient.email_key,
  thank_you_count: contact?.thank_you_count ?? noRecipient.thank_you_count,
  first_name,
  last_name,
  email,
})

const dayMs = 24 * 60 * 60 * 1000

const toExpiryTime = (expires_at: string | undefined, startsAt: Date, defaultDays: number): Date =>
  expires_at === undefined
    ? new Date(startsAt.getTime() + defaultDays * dayMs)
    : new Date(expires_at)

/** Returns what a gift is charged to. */
export const toCostFields = ({ cost_centre, purchase_order_number, budget, team }: GiftTerms) => ({
  cost_centre,
  purchase_order_number,
  team_id: team?.id ?? null,
  has_budget: budget !== null || team?.budget != null,
})

function buildGift(
  ctx: TxContext,
  { body, campaign, offering }: ValidatedGift,
  contact: giftStore.Contact | undefined,
  index: number,
): Gift {
  const id = newId(ctx.now, index)
  const send_at = body.send_at === undefined ? null : new Date(body.send_at)
  const startsAt = send_at ?? ctx.now
  const is_direct = body.line_items !== undefined
  return {
    account_id: ctx.account_id,
    id,
    reference: `GR-${randomCrockford(8)}`,
    state: 'created',
    status: 'submitted',
    version: 1,
    is_direct,
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    sender_id: campaign.sender.id,
    sender_name: campaign.sender.name,
    sender_email: campaign.sender.email,
    ...toRecipientFields(body.recipient, contact),
    address:
      body.shipping_address === undefined
        ? null
        : encryptAddress(ctx.deployment, id, body.shipping_address),
    country: body.shipping_address?.country ?? null,
    offering: is_direct ? null : offering.digest,
    line_items: body.line_items === undefined ? null : buildLineItems(offering, body.line_items),
    email_message: toRawJson(body.email_message ?? campaign.email_message),
    metadata: toRawJson(body.metadata ?? {}),
    link_digest: null,
    link_code: null,
    send_at,
    expires_at: toExpiryTime(body.expires_at, startsAt, campaign.expires_after_days),
    one_link_id: null,
    remind_at: null,
    claimed_until: null,
    delivered_emitted: false,
    ...toCostFields(campaign),
    max_choices: campaign.max_choices,
    created_at: ctx.now,
    updated_at: ctx.now,
    offered: is_direct ? null : offering.content,
  }
}
