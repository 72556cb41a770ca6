import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { newGiftRequestValidator } from '#contract'
import type * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import * as products from '#products'
import { type CheckoutRow, describeCampaign } from './checkout.ts'
import { isOfConnection } from './product-store.ts'
import { describeErrors } from './save-product.ts'

/** The gift that a paid order becomes. */
export interface PlannedGift {
  validated: gifting.ValidatedGift
  /** What the buyer has paid for. */
  variant_id: string
}

type Attributes = fulfilment.PaidGift['attributes']

/** Plans the gift of a paid order, and writes nothing. Returns why the order cannot become a gift. */
export async function planGift(
  ctx: TxContext,
  checkout: CheckoutRow,
  order: fulfilment.PaidGift,
): Promise<PlannedGift | { problem: string }> {
  const { campaign_id, sender_id, connection_id } = checkout
  if (campaign_id === null || sender_id === null) return { problem: noSettings }
  const campaign = await campaigns.findSendable(ctx, campaign_id)
  const refusal = describeCampaign(campaign)
  if (refusal !== undefined)
    return { problem: `The campaign for gifts of the checkout ${refusal}.` }
  const sender = await accounts.findActiveUser(ctx, { id: sender_id })
  if (sender === undefined) return { problem: noSender }
  const missing = required.find((name) => order.attributes[name] === undefined)
  if (missing !== undefined) return { problem: `${missing} is missing on the order.` }
  const sendAt = toSendAt(ctx.now, order.attributes.gift_send_on)
  if (sendAt === 'invalid') return { problem: 'gift_send_on must be a day such as 2026-12-24.' }
  const items = await findItems(ctx, connection_id, order)
  if ('problem' in items) return items
  const resolved = await gifting.resolveOwnItems(ctx, campaign_id, items.variant_ids, {
    ...{ id: sender.id, email: sender.email },
    name: toLine(order.buyer).slice(0, 255).toWellFormed() || sender.name,
  })
  const subject = campaign?.email_message.subject ?? ''
  const body = {
    campaign_id,
    ...toMembers(order.attributes, subject),
    ...(sendAt !== undefined && { send_at: sendAt }),
    metadata: { shop_order: order.number },
  }
  const { validated, problems } = await gifting.validateCreate(ctx, body, '', {
    ...{ validator: newGiftRequestValidator, resolved },
    findCampaign: async () => undefined,
  })
  if (validated === undefined) return { problem: nameAttributes(describeErrors(problems)) }
  return { validated, variant_id: items.variant_id }
}

const noSettings =
  'No gifts are taken from the checkout of this shop. Choose a campaign and a sender in the menu of the connection, under Gifts from the checkout.'
const noSender =
  'The sender of gifts from the checkout is no longer an active user. Choose another one in the menu of the connection.'
const required = [
  'gift_recipient_first_name',
  'gift_recipient_last_name',
  'gift_recipient_email',
] as const

/** Returns the items that the recipient may choose: the ordered one, and those of its product that cost no more. */
async function findItems(
  ctx: TxContext,
  connection_id: string,
  { lines }: fulfilment.PaidGift,
): Promise<{ variant_id: string; variant_ids: string[] } | { problem: string }> {
  const [line, ...others] = lines.filter(({ quantity }) => quantity > 0)
  if (line === undefined) return { problem: 'The order has no product.' }
  if (others.length > 0 || line.quantity !== 1)
    return { problem: 'The order has more than one product. A gift is one piece of one product.' }
  const sku = line.sku ?? ''
  const owner = (await catalogue.findSkuOwners(ctx, [sku])).get(sku)
  const isOfShop = owner && (await isOfConnection(ctx, connection_id, owner.product_id))
  const product = isOfShop && (await products.find(ctx, owner.product_id))
  if (!owner || !product || product.archived_at !== null)
    return { problem: `The catalogue has no product of this shop with the SKU ${sku || '(none)'}.` }
  const paid = product.variants.find(({ id }) => id === owner.variant_id)
  const cheaper = product.variants.filter(
    ({ id, archived_at, unit_cost_minor, unit_cost_currency }) =>
      archived_at === null &&
      (id === paid?.id ||
        (unit_cost_minor !== null &&
          unit_cost_currency === paid?.unit_cost_currency &&
          unit_cost_minor <= (paid?.unit_cost_minor ?? -1))),
  )
  return { variant_id: owner.variant_id, variant_ids: cheaper.map(({ id }) => id) }
}

const sendHour = '09:00:00.000Z'

/** Returns when a gift is sent: on a later day at nine o'clock UTC; undefined for now. */
function toSendAt(now: Date, day: string | undefined): string | undefined {
  if (day === undefined) return undefined
  const time = new Date(`${day}T${sendHour}`)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && time.toJSON()?.startsWith(day)
  if (!isDay) return 'invalid'
  return time > now ? time.toISOString() : undefined
}

const toMembers = (attributes: Attributes, subject: string): object => {
  const message = toLines(attributes.gift_message ?? '')
  return {
    recipient: {
      first_name: toLine(attributes.gift_recipient_first_name ?? ''),
      last_name: toLine(attributes.gift_recipient_last_name ?? ''),
      email: (attributes.gift_recipient_email ?? '').toWellFormed(),
    },
    ...(message !== '' && { email_message: { subject, body: message } }),
  }
}

/** Returns one line without control characters. */
const toLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** Returns lines without other control characters. */
const toLines = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .trim()

/** The attribute of the order by the member of the body, for the messages of the catalogue. */
const attributesByParam: Readonly<Record<string, fulfilment.GiftAttribute>> = {
  'recipient.first_name': 'gift_recipient_first_name',
  'recipient.last_name': 'gift_recipient_last_name',
  'recipient.email': 'gift_recipient_email',
  'email_message.body': 'gift_message',
  send_at: 'gift_send_on',
}

/** Names the attributes of the order in a problem with the body of a gift. */
const nameAttributes = (problem: string): string =>
  `${Object.entries(attributesByParam).reduce(
    (text, [param, name]) => text.replaceAll(`${param} `, `${name} `),
    problem,
  )}.`
