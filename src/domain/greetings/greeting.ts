import * as campaigns from '#campaigns'
import type { DemoVariants } from '#catalogue'
import { type CardDesign, cardDesigns, type FieldError, throwIfAny } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { isCardDesign } from './cards.ts'
import * as greetingStore from './greeting-store.ts'
import { findMedia } from './media.ts'
import * as mediaStore from './media-store.ts'

/** The card of a gift, and the photo or video of its sender. */
export interface Greeting {
  card: CardDesign | null
  media: mediaStore.Media | null
}

/** A greeting as a user selects it. */
export interface GreetingInput {
  card: CardDesign | null
  media_id: string | null
}

export const noGreeting: Greeting = { card: null, media: null }

/** Saves the greeting of a campaign, for its gifts without one of their own. Throws if the input is invalid. */
export async function setForCampaign(
  ctx: TxContext,
  campaign_id: string,
  input: GreetingInput,
): Promise<void> {
  greetingStore.upsertForCampaign(ctx, campaign_id, await assertValid(ctx, input))
}

/** Creates the demo campaigns, each with its card. */
export async function createDemoCampaigns(
  ctx: TxContext,
  sender_id: string,
  variants: DemoVariants,
  company?: string,
): Promise<void> {
  for (const { id, card } of await campaigns.createDemoCampaigns(ctx, sender_id, variants, company))
    if (card !== undefined) await setForCampaign(ctx, id, { card, media_id: null })
}

/** Saves the greeting of these gift requests, in place of the campaign's. Throws if the input is invalid. */
export async function setForGifts(
  ctx: TxContext,
  ids: readonly string[],
  input: GreetingInput,
): Promise<void> {
  const greeting = await assertValid(ctx, input)
  if (ids.length > 0) greetingStore.upsertForGifts(ctx, ids, greeting)
}

/** Excludes the photo or video of a later gift request from the deletion for some days. Throws if the input is invalid. */
export async function reserve(ctx: TxContext, input: GreetingInput, days: number): Promise<void> {
  const { media_id } = await assertValid(ctx, input)
  if (media_id === null) return
  mediaStore.reserve(ctx, media_id, new Date(ctx.real_now.getTime() + days * dayMs))
}

const dayMs = 24 * 60 * 60 * 1000

/** Removes the greeting of a gift request, which then has the campaign's. */
export const clearForGift = (ctx: TxContext, id: string): void =>
  greetingStore.removeByGifts(ctx, [id])

export async function copyForCampaign(ctx: TxContext, from: string, to: string): Promise<void> {
  const greeting = await greetingStore.findByCampaign(ctx, from)
  if (greeting !== undefined) greetingStore.upsertForCampaign(ctx, to, greeting)
}

/** Copies the greetings of gift requests to those that replace them. The statement is not awaited. */
export const copyForGifts = (
  ctx: TxContext,
  copies: readonly greetingStore.GreetingCopy[],
): void => {
  if (copies.length > 0) greetingStore.copyForGifts(ctx, copies)
}

export const unknownMediaMessage = 'names no photo or video of this account: upload it again'

/** Saves the valid greeting of a new gift request. The statement is not awaited. */
export const insertForGift = (
  ctx: TxContext,
  id: string,
  { card, media_id = null }: { card: CardDesign | null; media_id?: string | null },
): void => greetingStore.upsertForGifts(ctx, [id], { card, media_id })

async function assertValid(
  ctx: TxContext,
  { card, media_id }: GreetingInput,
): Promise<greetingStore.GreetingInput> {
  const account_id = ctx.account_id
  const problems: FieldError[] = []
  if (card !== null && !isCardDesign(card))
    problems.push({
      code: 'invalid',
      param: 'greeting.card',
      message: `must be one of ${cardDesigns.join(', ')}`,
    })
  const isKnown =
    media_id === null ||
    (isId(media_id) && (await mediaStore.findByIds(ctx, [{ account_id, id: media_id }])).size > 0)
  if (!isKnown)
    problems.push({
      code: 'invalid_reference',
      param: 'greeting.media_id',
      message: unknownMediaMessage,
    })
  throwIfAny(problems)
  return { card: card as CardDesign | null, media_id }
}

/** Returns the greeting of a preview, which is not saved. Ignores what does not exist. */
export async function resolve(
  ctx: TxContext,
  { card, media_id }: GreetingInput,
): Promise<Greeting> {
  const media = media_id === null ? undefined : await findMedia(ctx, media_id)
  return { card: card !== null && isCardDesign(card) ? card : null, media: media ?? null }
}

export async function findByCampaign(ctx: TxContext, campaign_id: string): Promise<Greeting> {
  const row = await greetingStore.findByCampaign(ctx, campaign_id)
  if (row === undefined) return noGreeting
  const { account_id } = ctx
  const [greeting] = (await withMedia(ctx, [{ ...row, id: campaign_id, account_id }])).values()
  return greeting ?? noGreeting
}

/** Returns the greetings of gift requests of any accounts, by id. Omits those without one. */
export async function findByGifts(
  ctx: TxContext,
  gifts: readonly greetingStore.GiftRef[],
): Promise<ReadonlyMap<string, Greeting>> {
  if (gifts.length === 0) return new Map()
  const accountIds = new Map(gifts.map(({ id, account_id }) => [id, account_id]))
  const rows = await greetingStore.findByGifts(ctx, gifts)
  return withMedia(
    ctx,
    rows.map((row) => ({ ...row, account_id: accountIds.get(row.id) ?? '' })),
  )
}

/** Returns the greeting of a gift request; `is_own` is false if it is the campaign's. */
export async function findByGift(
  ctx: TxContext,
  gift: greetingStore.GiftRef,
): Promise<Greeting & { is_own: boolean }> {
  const greeting = (await findByGifts(ctx, [gift])).get(gift.id) ?? noGreeting
  return { ...greeting, is_own: (await greetingStore.findOwn(ctx, gift.id)) !== undefined }
}

async function withMedia(
  ctx: TxContext,
  rows: readonly (greetingStore.GreetingRow & { account_id: string })[],
): Promise<ReadonlyMap<string, Greeting>> {
  const refs = rows.flatMap(({ account_id, media_id }) =>
    media_id === null ? [] : [{ account_id, id: media_id }],
  )
  const mediaById = await mediaStore.findByIds(ctx, refs)
  return new Map(
    rows.map(({ id, card, media_id }) => [
      id,
      { card, media: mediaById.get(media_id ?? '') ?? null },
    ]),
  )
}

/** Deletes the greetings of gift requests whose personal data is deleted. The statements are not awaited. */
export const eraseByGift = (ctx: TxContext, ids: readonly string[]): void =>
  greetingStore.removeByGifts(ctx, ids)
