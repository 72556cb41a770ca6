import { type LineItem, type Offering, toRawJson, versions } from '#contract'
import type { Gift } from '#gifting'
import type { Deployment } from '#platform/deployment'
import { createLruCache } from '#platform/lib/lru-cache'

/*
 * Gift requests as rows of the database, with constant ids and times. Their texts contain characters that are easily
 * corrupted.
 */

export const origin = 'https://gifts.example.com'

/** A deployment that does not encrypt, so that the bytes are the same in each run. */
export const deployment: Deployment = {
  origin,
  stage: 'production',
  region: 'us',
  versions,
  cache: createLruCache(1),
  notify: () => {},
  cipher: {
    keyPrefix: Buffer.alloc(0),
    keyIds: [],
    encrypt: (plaintext) => Buffer.from(plaintext),
    decrypt: (encrypted) => encrypted.toString(),
  },
}

const id = (n: number) => `019de370-4ac0-74e2-8f3a-${String(n).padStart(12, '0')}`
const url = `${origin}/images/candle.svg`

export const candle: LineItem = {
  id: id(801),
  sku: 'CANDLE-FIG',
  variant_id: id(701),
  name: 'Fig & cedar candle “Nº 5”',
  quantity: 1,
  images: [{ name: 'Candle', url, urls: { thumbnail: url, large: url, large_wide: url } }],
}
const tea: LineItem = { ...candle, id: id(802), sku: 'TEA', variant_id: id(702), name: '茶 \\ tea' }

const offeringJson = toRawJson<Offering>({
  selection_mode: 'one',
  visible_at_redemption: true,
  line_items: [candle, tea],
})

/** A gift request whose recipient has not chosen yet. */
export const choiceGift: Gift = {
  account_id: id(1),
  id: id(101),
  reference: 'GR-7K3MX9QP',
  state: 'created',
  status: 'submitted',
  version: 1,
  is_direct: false,
  campaign_id: id(201),
  campaign_name: 'Grüße <2026> 🎁',
  sender_id: id(301),
  sender_name: 'Dana Lee',
  sender_email: 'dana.lee@larkfield.example',
  contact_id: id(401),
  email_key: 'zoe@example.com',
  first_name: 'Zoë',
  last_name: 'O’Neill "Z"',
  email: 'Zoe@example.com',
  address: null,
  country: null,
  offering: Buffer.alloc(32),
  line_items: null,
  email_message: toRawJson({ subject: 'Für dich', body: 'First line\nsecond\u2028line\ttab' }),
  metadata: toRawJson({ order: '4711', 'a/b.c': '' }),
  link_digest: null,
  link_code: null,
  send_at: null,
  expires_at: new Date('2026-06-30T10:30:00.000Z'),
  one_link_id: null,
  remind_at: null,
  claimed_until: null,
  max_choices: 1,
  cost_centre: null,
  purchase_order_number: null,
  team_id: null,
  has_budget: false,
  delivered_emitted: false,
  created_at: new Date('2026-05-01T10:30:00.000Z'),
  updated_at: new Date('2026-05-01T10:30:00.000Z'),
  thank_you_count: 2,
  offered: offeringJson,
}

const linkFields = {
  link_code: Buffer.from('q7Vt2LwX9bKd4MhR3sYp6Z'),
  updated_at: new Date('2026-05-01T10:30:00.240Z'),
}

/** A direct gift, whose items and address the sender has chosen. */
export const directGift: Gift = {
  ...choiceGift,
  ...linkFields,
  id: id(102),
  reference: 'GR-0A1B2C3D',
  state: 'redeemed',
  status: 'redeemed',
  is_direct: true,
  address: Buffer.from(
    JSON.stringify({
      name: 'Zoë O’Neill',
      line_1: 'Unter den Linden 1',
      city: 'Berlin',
      postal_code: '10117',
      country: 'DE',
    }),
  ),
  offering: null,
  offered: null,
  line_items: toRawJson([{ ...candle, quantity: 3 }]),
  metadata: toRawJson({}),
}

/** A redeemed gift request. The address of its recipient is not public. */
export const redeemed: Gift = {
  ...choiceGift,
  ...linkFields,
  id: id(103),
  reference: 'GR-ZZZZ0000',
  state: 'redeemed',
  status: 'redeemed',
  address: directGift.address,
  line_items: toRawJson([tea]),
  updated_at: new Date('2026-05-03T08:00:00.000Z'),
}

/** An unclaimed gift request of a one-link. */
export const placeholder: Gift = {
  ...choiceGift,
  id: id(104),
  reference: 'GR-PPPP1111',
  state: 'unclaimed',
  contact_id: null,
  email_key: '',
  first_name: '',
  last_name: '',
  email: '',
  one_link_id: id(501),
  thank_you_count: 0,
}

/** A gift request without an email address, which the older version allows. */
export const withoutEmail: Gift = {
  ...placeholder,
  id: id(105),
  reference: 'GR-NNNN2222',
  state: 'created',
  first_name: 'Ada',
  last_name: 'Larkin',
  one_link_id: null,
}

/** A gift request from the web app without a campaign. */
export const adHoc: Gift = {
  ...choiceGift,
  id: id(106),
  reference: 'GR-HHHH3333',
  state: 'cancelled',
  status: 'cancelled',
  campaign_id: null,
  campaign_name: null,
}

export const ids = {
  campaign: id(201),
  oneLink: id(501),
  event: id(601),
  product: id(901),
  warehouse: id(902),
}
