import { createRecipientBrowser } from '#test/recipient-browser'
import type { ProductionInstance } from './instance.ts'

/** A gift that its recipient has redeemed. */
export interface RedeemedGift {
  id: string
  reference: string
  /** The line of the address that no other gift has. */
  street: string
}

/** The contents of the two campaigns: a single item, and a box of four. */
const boxes = [['SPEAKER-LAGOON'], ['NOTEBOOK-CLAY', 'MUG-SAGE', 'TOTE-NATURAL', 'TEA-MORNING']]

const firstHouse = 1_000

/** A pattern for the streets of these gifts in any text. */
export const streetPattern = /Kastanienallee \d{4}/g

/** Sends gifts by link, and redeems each of them on the recipient's pages. */
export async function createRedeemedGifts(
  instance: ProductionInstance,
  count: number,
): Promise<RedeemedGift[]> {
  const campaignIds: string[] = []
  for (const skus of boxes) campaignIds.push(await createCampaign(instance, skus))
  const gifts: RedeemedGift[] = []
  for (let index = 0; index < count; index += 1) {
    const street = `Kastanienallee ${firstHouse + index}`
    const { id, reference, redemption_url } = await createGift(
      instance,
      campaignIds[index % campaignIds.length] ?? '',
      index,
    )
    await redeem(instance.origin, new URL(redemption_url).pathname, street)
    gifts.push({ id, reference, street })
  }
  return gifts
}

async function createCampaign({ admin }: ProductionInstance, skus: string[]): Promise<string> {
  const { json } = await admin.get('/products?limit=100')
  const variants = (json.data as { variants: { id: string; sku: string }[] }[]).flatMap(
    (product) => product.variants,
  )
  const { json: session } = await admin.get('/session')
  const {
    status,
    text,
    json: created,
  } = await admin.post('/campaigns', {
    name: `Packed by hand: ${skus.length} items`,
    description: '',
    invitation_method: 'gift_link',
    selection_mode: 'all',
    visible_at_redemption: true,
    expires_after_days: 30,
    email_message: { subject: 'A gift for you', body: 'Tell us where to send it.' },
    theme: {
      color: '#2f6b57',
      logo_url: '/images/gift.svg',
      headline: 'Hello',
      message: 'For you.',
    },
    sender_id: session.me.id,
    variant_ids: skus.map((sku) => variants.find((each) => each.sku === sku)?.id),
    locale: 'en',
    time_zone: 'Europe/Berlin',
    reminders: { after_days: [], before_expiry_days: [], quiet: null },
  })
  if (status !== 201) throw new Error(`no campaign was created: ${text}`)
  return created.id
}

interface CreatedGift {
  id: string
  reference: string
  redemption_url: string
}

async function createGift(
  { origin, token }: ProductionInstance,
  campaign_id: string,
  index: number,
): Promise<CreatedGift> {
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${origin}/api${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${token}`,
        'service-api-version': '2026-05',
        'content-type': 'application/json',
      },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return JSON.parse(text) as CreatedGift
  }
  const recipient = {
    first_name: 'Ada',
    last_name: `Larkin ${index + 1}`,
    email: `ada.${index}@example.com`,
  }
  const { id } = await send('/gift_requests', {
    method: 'POST',
    body: JSON.stringify({ campaign_id, recipient }),
  })
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
    const gift = await send(`/gift_requests/${id}`)
    if (gift.redemption_url) return gift
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the gift ${id} has no link`)
}

async function redeem(origin: string, path: string, line_1: string): Promise<void> {
  const recipient = createRecipientBrowser(origin)
  const opened = await recipient.submit(await recipient.open(path), 'open')
  const addressPage = opened.text.includes('name="line_1"')
    ? opened
    : await recipient.submit(opened, 'choose')
  const address = { line_1, postal_code: '10435', city: 'Berlin', country: 'DE' }
  const review = await recipient.submit(addressPage, 'address', address)
  const done = await recipient.submit(review, 'review', {}, ['do', 'redeem'])
  if (!/All set/.test(done.visibleText)) throw new Error(`not redeemed: ${done.visibleText}`)
}
