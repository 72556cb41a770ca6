import { type FieldError, throwIfAny, toRawJson, type Validator } from '#contract'
import { newId, randomCrockford } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import { tell } from './advance.ts'
import type { Ahead } from './ahead.ts'
import { keepOffering, linesOf } from './offering.ts'
import { emailKey, nobody } from './recipient.ts'
import { sealAddress } from './snapshot.ts'
import * as store from './store.ts'
import type { Gift } from './tables.ts'
import { campaignsBy, type Vetted, vet } from './vet.ts'

/**
 * Creates one gift request from the body of `POST /gift_requests`, its event and its deliveries, in
 * this transaction. Refuses with all the body's problems at once; `shape` says what it must look like.
 * With what was looked up ahead, it has nothing left to ask.
 */
export async function create(
  ctx: TxContext,
  body: unknown,
  shape: Validator,
  ahead?: Ahead,
): Promise<Gift> {
  const vetting = { shape, lookUp: campaignsBy(ctx, ahead) }
  const { vetted, problems } = await vet(ctx, body, '', vetting)
  throwIfAny(problems)
  if (vetted === undefined) throw new Error('a body without problems was not vetted')
  const [gift] = await write(ctx, [vetted], ahead)
  if (gift === undefined) throw new Error('nothing was created')
  return gift
}

/** The rows of a batch as its version read them, and what is wrong with the request beside them. */
export interface Batch {
  /** Undefined for a row that could not be read: its problem is among `problems`. */
  rows: readonly unknown[]
  problems?: readonly FieldError[]
  isDryRun?: boolean
}

/** Creates all of them or none. The problems of every row are told at once, each with its row's path. */
export async function createBatch(ctx: TxContext, batch: Batch, shape: Validator): Promise<Gift[]> {
  const problems = [...(batch.problems ?? [])]
  const rows: Vetted[] = []
  const vetting = { shape, lookUp: campaignsBy(ctx) }
  for (const [index, body] of batch.rows.entries()) {
    if (body === undefined) continue
    const looked = await vet(ctx, body, `gift_requests.${index}`, vetting)
    problems.push(...looked.problems)
    if (looked.vetted !== undefined) rows.push(looked.vetted)
  }
  throwIfAny(problems)
  return batch.isDryRun ? [] : write(ctx, rows)
}

async function write(ctx: TxContext, rows: readonly Vetted[], ahead?: Ahead): Promise<Gift[]> {
  const gifts = await drawAll(ctx, rows, ahead)
  const isNewContact = ahead !== undefined && ahead.contact === undefined
  enter(ctx, rows, gifts, { cause: 'created over the API', isNewContact })
  return gifts
}

/** The gift requests that these bodies ask for. They are not written yet; their contacts are there. */
export async function drawAll(
  ctx: TxContext,
  rows: readonly Vetted[],
  ahead?: Ahead,
): Promise<Gift[]> {
  const contacts = ahead === undefined ? await meetAll(ctx, rows) : foreseen(ctx, ahead)
  return rows.map((row, place) => draw(ctx, row, contactOf(row, contacts), place))
}

/** Writes them, each with its event. Does not wait. */
export function enter(
  ctx: TxContext,
  rows: readonly Vetted[],
  gifts: readonly Gift[],
  { cause, isNewContact }: { cause: string; isNewContact: boolean },
): void {
  for (const { choice, body } of rows) if (body.line_items === undefined) keepOffering(ctx, choice)
  for (const gift of gifts) {
    store.insert(ctx, gift, cause, ['gift_request_created'], isNewContact)
    tell(ctx, gift, 'gift_request_created')
  }
  ctx.afterCommit(() => ctx.deployment.notify('gifts'))
}

type Contacts = ReadonlyMap<string, store.Contact>

/** Whom we have no address of is nobody's contact. */
function contactOf({ body }: Vetted, contacts: Contacts): store.Contact | undefined {
  const { email } = body.recipient
  if (email === undefined) return undefined
  const contact = contacts.get(emailKey(email))
  if (contact === undefined) throw new Error('a contact was neither found nor made')
  return contact
}

function foreseen(ctx: TxContext, { email_key, contact }: Ahead): Contacts {
  return new Map([[email_key, contact ?? { id: newId(ctx.now), email_key, thank_you_count: 0 }]])
}

function meetAll(ctx: TxContext, rows: readonly Vetted[]): Promise<Contacts> {
  const emails = rows.flatMap(({ body }) => body.recipient.email ?? [])
  const keys = [...new Set(emails.map(emailKey))].sort()
  if (keys.length === 0) return Promise.resolve(new Map())
  return store.meet(
    ctx,
    keys.map((email_key) => ({ id: newId(ctx.now), email_key })),
  )
}

const day = 24 * 60 * 60 * 1000

function draw(
  ctx: TxContext,
  { body, campaign, choice }: Vetted,
  contact: store.Contact | undefined,
  place: number,
): Gift {
  const id = newId(ctx.now, place)
  const send_at = body.send_at === undefined ? null : new Date(body.send_at)
  const starts = send_at ?? ctx.now
  const is_direct = body.line_items !== undefined && body.shipping_address !== undefined
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
    contact_id: contact?.id ?? nobody.contact_id,
    email_key: contact?.email_key ?? nobody.email_key,
    first_name: body.recipient.first_name,
    last_name: body.recipient.last_name,
    email: body.recipient.email ?? nobody.email,
    address:
      body.shipping_address === undefined
        ? null
        : sealAddress(ctx.deployment, id, body.shipping_address),
    country: body.shipping_address?.country ?? null,
    offering: is_direct ? null : choice.digest,
    line_items: body.line_items === undefined ? null : linesOf(choice, body.line_items),
    email_message: toRawJson(body.email_message ?? campaign.email_message),
    metadata: toRawJson(body.metadata ?? {}),
    link_digest: null,
    link_code: null,
    send_at,
    expires_at:
      body.expires_at === undefined
        ? new Date(starts.getTime() + campaign.expires_after_days * day)
        : new Date(body.expires_at),
    one_link_id: null,
    remind_at: null,
    claimed_until: null,
    delivered_told: false,
    created_at: ctx.now,
    updated_at: ctx.now,
    thank_you_count: contact?.thank_you_count ?? nobody.thank_you_count,
    offered: is_direct ? null : choice.content,
  }
}
