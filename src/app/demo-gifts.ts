import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { getNewestVersion } from '#contract'
import * as donations from '#donations'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import {
  addresses,
  type ChosenGift,
  changedSelection,
  chosenGifts,
  type DemoAddress,
  demoCampaignNames,
  demoCostSettings,
  type PackedGift,
  packedGifts,
} from './demo-gifts-data.ts'

type Campaign = Awaited<ReturnType<typeof campaigns.list>>['data'][number]
type Name = readonly [first: string, last: string]

const dayMs = 24 * 60 * 60 * 1000
const hourMs = 60 * 60 * 1000

/** Creates the gifts of the demo account with their history, and the packer who packs some of them. */
export async function createDemoGifts(ctx: TxContext, all: readonly Campaign[]): Promise<void> {
  const { user: packer } = await accounts.createUser(ctx, {
    email: 'pat.moreno@larkfield.example',
    name: 'Pat Moreno',
    role: 'packer',
  })
  await enterCosts(ctx, all)
  const findCampaign = (key: keyof typeof demoCampaignNames) =>
    all.find(({ name }) => name === demoCampaignNames[key])
  const oldestFirst = <Row extends { days: number }>(rows: readonly Row[]) =>
    rows.toSorted((a, b) => b.days - a.days)
  for (const row of oldestFirst(chosenGifts)) {
    const campaign = findCampaign(row.campaign)
    if (campaign !== undefined) await createChosenGift(ctx, campaign, row)
  }
  for (const row of oldestFirst(packedGifts)) {
    const campaign = findCampaign(row.campaign)
    if (campaign !== undefined) await createPackedGift(ctx, campaign, row, packer.id)
  }
  const campaign = findCampaign('welcome')
  for (const [name, days] of scheduledGifts)
    if (campaign !== undefined) await scheduleGift(ctx, campaign, name, days)
  await payOldestDonations(ctx)
}

/** Gifts that the service sends some days from now. */
const scheduledGifts: readonly (readonly [Name, number])[] = [
  [['Lena', 'Fischer'], 2],
  [['Tomás', 'Ruiz'], 2],
  [['Maya', 'Cohen'], 5],
]

const scheduleGift = (
  ctx: TxContext,
  { id }: Campaign,
  name: Name,
  days: number,
): Promise<string> =>
  send(before(ctx, 1), {
    campaign_id: id,
    recipient: toRecipient(name),
    send_at: new Date(ctx.now.getTime() + days * dayMs).toISOString(),
  })

/** Enters costs of items, cost centres, and a budget that is nearly used up. */
async function enterCosts(ctx: TxContext, all: readonly Campaign[]): Promise<void> {
  await catalogue.setDemoUnitCosts(ctx)
  for (const { campaign, ...settings } of demoCostSettings) {
    const found = all.find(({ name }) => name === demoCampaignNames[campaign])
    if (found !== undefined) await campaigns.patch(ctx, found.id, () => settings)
  }
}

/** Marks the donations of the oldest month as paid. The donations of later months remain unpaid. */
async function payOldestDonations(ctx: TxContext): Promise<void> {
  const oldest = (await donations.listTotals(ctx)).data.at(-1)
  const payer = await accounts.findFirstUser(ctx)
  if (oldest === undefined || payer === undefined) return
  const { product_id, currency, month, unpaid_amount_minor: amount_minor } = oldest
  const payment = { product_id, currency, month, amount_minor }
  await donations.markPaid(before(ctx, 0.5), payment, payer.id)
}

/** Returns the context at a time some days before its own time. */
export const before = (ctx: TxContext, days: number): TxContext => ({
  ...ctx,
  now: new Date(ctx.now.getTime() - days * dayMs),
})

/** Returns the context at a time some hours later, but not in the future. */
export const after = (ctx: TxContext, { now }: TxContext, hours: number): TxContext => ({
  ...ctx,
  now: new Date(Math.min(ctx.now.getTime(), now.getTime() + hours * hourMs)),
})

/** Sends a gift, and applies the timers that are due after it. Returns the id of the gift. */
async function send(ctx: TxContext, body: object): Promise<string> {
  const { versions } = ctx.deployment
  const format = versions[getNewestVersion(versions)]?.newGift
  if (format === undefined) throw new Error('the newest version has no format of gift requests')
  const gift = await gifting.create(ctx, body, format)
  await gifting.applyTimers(ctx, [gift])
  return gift.id
}

/** Sends a gift that waits for its recipient. Returns its id. */
export const sendDemoGift = (
  ctx: TxContext,
  { id }: Pick<Campaign, 'id'>,
  name: Name,
): Promise<string> => send(ctx, { campaign_id: id, recipient: toRecipient(name) })

export const toRecipient = ([first_name, last_name]: Name) => ({
  first_name,
  last_name,
  email: `${first_name}.${last_name}@people.example`
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase(),
})

export const toAddress = ([first, last]: Name, to: DemoAddress) => ({
  name: `${first} ${last}`,
  ...addresses[to],
})

async function createChosenGift(
  ctx: TxContext,
  campaign: Campaign,
  row: ChosenGift,
): Promise<void> {
  const start = before(ctx, row.days)
  const id = await send(start, {
    campaign_id: campaign.id,
    recipient: toRecipient(row.name),
    ...(row.phone !== undefined && (await mail.findTextPayer(ctx)) && { phone: row.phone }),
  })
  const next = after(ctx, start, 3)
  if (row.outcome === undefined && row.sku === undefined) return
  if (row.outcome === 'expired') return expire(ctx, id, start, campaign)
  if (row.outcome === 'expired_sent_again') {
    await expire(ctx, id, start, campaign)
    await gifting.reissue(before(ctx, 0.1), id, {}, 'sent again by Dana Lee')
    return
  }
  if (row.outcome === 'bounced') {
    mail.suppressAddress(ctx, toRecipient(row.name).email, 'no such user')
    return
  }
  await gifting.markOpened(next, id)
  if (row.outcome === 'declined') await gifting.decline(next, id, { reason: row.note })
  if (row.sku === undefined) return
  await gifting.redeem(next, id, buildRedemption(campaign, row, row.sku, row.to))
  await ship(ctx, next, id, campaign, row)
  if (row.note !== undefined)
    await gifting.saveThankYouNote(after(ctx, next, 48), id, { text: row.note })
  if (row.reaction !== undefined) await gifting.saveReaction(after(ctx, next, 72), id, row.reaction)
}

/** Ships a gift. Physical gifts that have not arrived wait at the packing station. */
async function ship(
  ctx: TxContext,
  next: TxContext,
  id: string,
  campaign: Campaign,
  row: ChosenGift,
): Promise<void> {
  if (row.to === undefined) return
  if (
    row.outcome === 'delivered' ||
    row.outcome === 'backordered' ||
    row.outcome === 'shipping_error'
  ) {
    const states =
      row.outcome === 'delivered'
        ? (['ordered', 'in_transit', 'delivered'] as const)
        : [row.outcome]
    for (const [index, state] of states.entries())
      await fulfilment.simulateTo(after(ctx, next, 20 * (index + 1)), id, state)
    return
  }
  await fulfilment.createDemoParcels(next, id)
  if (row.outcome !== 'changed') return
  const { sku, to } = changedSelection
  await fulfilment.changeGift(
    after(ctx, next, 2),
    id,
    buildRedemption(campaign, row, sku, to),
    fulfilment.demoShipping,
  )
  await fulfilment.createDemoParcels(after(ctx, next, 2), id)
}

function buildRedemption(
  campaign: Campaign,
  { name, age }: ChosenGift,
  sku: string,
  to: DemoAddress | undefined,
) {
  const variant = offeredVariants(campaign).find((each) => each.sku === sku)
  if (variant === undefined) throw new Error(`the campaign does not offer ${sku}`)
  return {
    variant_ids: [variant.id],
    ...(to !== undefined && { shipping_address: toAddress(name, to) }),
    ...(age !== undefined && { age_confirmed: age }),
  }
}

const offeredVariants = ({ products }: Campaign) => products.flatMap(({ variants }) => variants)

/** Lets a gift expire. Also makes the donation of the campaign. */
async function expire(
  ctx: TxContext,
  id: string,
  start: TxContext,
  { expires_after_days }: Campaign,
): Promise<void> {
  const gift = await gifting.findForUpdate(ctx, ctx.account_id, id)
  if (gift === undefined) throw new Error(`the gift ${id} is gone`)
  await gifting.applyTimers(after(ctx, start, expires_after_days * 24 + 1), [gift])
}

async function createPackedGift(
  ctx: TxContext,
  campaign: Campaign,
  row: PackedGift,
  packer_id: string,
): Promise<void> {
  const start = before(ctx, row.days)
  const id = await send(start, {
    campaign_id: campaign.id,
    recipient: toRecipient(row.name),
    shipping_address: toAddress(row.name, row.to),
    line_items: offeredVariants(campaign).map(({ id: variant_id }) => ({
      variant_id,
      quantity: 1,
    })),
  })
  const parcels = await fulfilment.createDemoParcels(start, id)
  if (row.outcome === undefined) return
  for (const parcel of parcels) await pack(ctx, start, id, parcel, row, packer_id)
  if (row.problem === undefined) return
  const reporting = after(ctx, start, 120)
  await gifting.reportProblem(reporting, id, {
    ...{ id: newId(reporting.now), problem: 'damaged', text: row.problem },
    ...{ photos: [], draft_ids: [], photoErrors: [] },
  })
}

async function pack(
  ctx: TxContext,
  start: TxContext,
  gift_request_id: string,
  parcel_id: string,
  { outcome, tracking_code }: PackedGift,
  packer_id: string,
): Promise<void> {
  const packing = after(ctx, start, 20)
  await fulfilment.take(packing, packer_id, parcel_id, fulfilment.demoShipping)
  await fulfilment.markPacked(packing, packer_id, parcel_id)
  if (outcome === 'packed') return fulfilment.release(packing, packer_id, parcel_id)
  const leaving = after(ctx, start, 22)
  await fulfilment.handOver(leaving, packer_id, parcel_id, { tracking_code })
  await fulfilment.effectHandOver(leaving, parcel_id)
  if (outcome === 'in_transit') return
  for (const [state, hours] of [
    ['out_for_delivery', 70],
    [outcome, 96],
  ] as const)
    if (state !== undefined)
      await fulfilment.enterProgress(after(ctx, start, hours), gift_request_id, parcel_id, {
        state,
      })
}
