import type { Reaction } from '#contract'

/*
 * The gifts of the demo account. Each row is one gift and its history. Every page, and each state that needs
 * a decision, has something to show. All people and addresses are fictional.
 */

/** The names of the demo campaigns, by the purpose of their gifts. */
export const demoCampaignNames = {
  welcome: 'New customer welcome',
  speakers: 'Conference speakers',
  newColleague: 'First day at work',
  thanks: 'Thank you by post',
} as const

/** The cost centres and the budgets of campaigns. */
export const demoCostSettings = [
  {
    campaign: 'welcome',
    cost_centre: 'Customer success 4200',
    budget: { amount_minor: 25_000, currency: 'USD', stops: false },
  },
  { campaign: 'speakers', cost_centre: 'Events 4310' },
  {
    campaign: 'newColleague',
    cost_centre: 'People 4100',
    budget: { amount_minor: 250_000, currency: 'USD', stops: true },
  },
  { campaign: 'thanks', cost_centre: 'Sales 4711' },
] as const

export const addresses = {
  berlin: { line_1: 'Oranienstraße 183', postal_code: '10999', city: 'Berlin', country: 'DE' },
  hamburg: { line_1: 'Eppendorfer Weg 42', postal_code: '20259', city: 'Hamburg', country: 'DE' },
  lyon: { line_1: '14 rue Mercière', postal_code: '69002', city: 'Lyon', country: 'FR' },
  bristol: { line_1: '27 Cotham Hill', postal_code: 'BS6 6LA', city: 'Bristol', country: 'GB' },
  madrid: {
    line_1: 'Calle de Velarde 9',
    postal_code: '28004',
    city: 'Madrid',
    region: 'M',
    country: 'ES',
  },
  columbus: {
    ...{ line_1: '518 Mohawk Street', postal_code: '43206', city: 'Columbus' },
    ...{ region: 'OH', country: 'US' },
  },
  brooklyn: {
    ...{ line_1: '233 Court Street, Apt 4B', postal_code: '11201', city: 'Brooklyn' },
    ...{ region: 'NY', country: 'US' },
  },
} as const

export type DemoAddress = keyof typeof addresses

/** A gift to a known address, which a person packs. */
export interface PackedGift {
  name: readonly [first: string, last: string]
  campaign: 'newColleague' | 'thanks'
  to: DemoAddress
  /** The days since the gift was sent. */
  days: number
  /**
   * The last action of the packer or of the carrier. Undefined while the parcel waits at the packing station.
   */
  outcome?: 'packed' | 'in_transit' | 'delivery_attempt_failed' | 'delivered' | 'returned' | 'lost'
  tracking_code?: string
  /** The problem that the recipient reports after the delivery. */
  problem?: string
}

// biome-ignore format: read down the columns
export const packedGifts: readonly PackedGift[] = [
  { name: ['Hana', 'Novák'],          campaign: 'newColleague', to: 'berlin',   days: 0.2 },
  { name: ['Diego', 'Fuentes'],       campaign: 'newColleague', to: 'columbus', days: 0.4 },
  { name: ['Marguerite', 'Lefèvre'],  campaign: 'thanks',       to: 'lyon',     days: 0.6 },
  { name: ['Oliver', 'Grant'],        campaign: 'thanks',       to: 'bristol',  days: 0.8 },
  { name: ['Sena', 'Yıldız'],         campaign: 'newColleague', to: 'hamburg',  days: 1,  outcome: 'packed' },
  { name: ['Wei', 'Zhang'],           campaign: 'thanks',       to: 'brooklyn', days: 3,  outcome: 'in_transit', tracking_code: '1Z999AA10123456784' },
  { name: ['Noor', 'Haddad'],         campaign: 'thanks',       to: 'lyon',     days: 5,  outcome: 'delivery_attempt_failed', tracking_code: '6A12345678901' },
  { name: ['Rosa', 'Bianchi'],        campaign: 'thanks',       to: 'berlin',   days: 9,  outcome: 'delivered',  tracking_code: '00340434161094042557', problem: 'The box was dented, and the handle of the mug is broken off. Everything else is lovely!' },
  { name: ['Peter', 'Lindqvist'],     campaign: 'newColleague', to: 'hamburg',  days: 11, outcome: 'returned',   tracking_code: '00340434161094042564' },
  { name: ['Tomás', 'Silva'],         campaign: 'newColleague', to: 'hamburg',  days: 14, outcome: 'in_transit', tracking_code: '00340434161094042571' },
  { name: ['Aisha', 'Khan'],          campaign: 'thanks',       to: 'bristol',  days: 12, outcome: 'lost',       tracking_code: 'JD0002233445566778' },
]

/** A gift whose items its recipient chooses. */
export interface ChosenGift {
  name: readonly [first: string, last: string]
  campaign: 'welcome' | 'speakers'
  days: number
  /** The item that the recipient chose, and its destination. Without an item, the gift is not redeemed. */
  sku?: string
  to?: DemoAddress
  age?: number
  outcome?:
    | 'opened'
    | 'bounced'
    | 'declined'
    | 'expired_sent_again'
    | 'expired'
    | 'changed'
    | 'delivered'
    | 'backordered'
    | 'shipping_error'
  note?: string
  reaction?: Reaction
  /** A phone number for text messages, from a range that is reserved for fiction. */
  phone?: string
}

// biome-ignore format: read down the columns
export const chosenGifts: readonly ChosenGift[] = [
  { name: ['Grace', 'Okafor'],    campaign: 'welcome',  days: 0.3 },
  { name: ['Jonas', 'Weber'],     campaign: 'welcome',  days: 2,   outcome: 'opened' },
  { name: ['Fatima', 'Zahra'],    campaign: 'welcome',  days: 5,   outcome: 'declined', note: 'Thank you! Our company policy does not allow gifts.' },
  { name: ['Hugo', 'Laurent'],    campaign: 'welcome',  days: 1.5, outcome: 'bounced', phone: '+4915228817386' },
  { name: ['Mira', 'Kovač'],      campaign: 'welcome',  days: 55 },
  { name: ['Nadia', 'Petrova'],   campaign: 'welcome',  days: 64,  outcome: 'expired_sent_again' },
  { name: ['Emil', 'Sørensen'],   campaign: 'welcome',  days: 1,   sku: 'MUG-SAGE',         to: 'berlin',   outcome: 'changed' },
  { name: ['Lucía', 'Romero'],    campaign: 'welcome',  days: 10,  sku: 'PILEA-TERRACOTTA', to: 'madrid',   outcome: 'delivered', note: 'It already has a place on my desk. Thank you for the warm welcome!', reaction: 'love' },
  { name: ['Ben', 'Carter'],      campaign: 'welcome',  days: 4,   sku: 'BOOKS-25',         note: 'Two novels for the train. Thank you!' },
  { name: ['Samuel', 'Adjei'],    campaign: 'speakers', days: 0.5, sku: 'WINE-BRUT',        to: 'brooklyn', age: 21 },
  { name: ['Clara', 'Hoffmann'],  campaign: 'speakers', days: 2,   sku: 'LAMP-MUSTARD',     to: 'hamburg',  outcome: 'shipping_error' },
  { name: ['Mira', 'Solberg'],    campaign: 'speakers', days: 1,   sku: 'TIDE-50',          note: 'The sea rescue it is. Thank you for making that possible!' },
  { name: ['Anton', 'Brandt'],    campaign: 'speakers', days: 36,  sku: 'TIDE-50' },
  { name: ['Kofi', 'Mensah'],     campaign: 'speakers', days: 38,  sku: 'TIDE-50' },
  { name: ['Ines', 'Moreau'],     campaign: 'speakers', days: 52,  outcome: 'expired' },
  { name: ['Theo', 'Martin'],     campaign: 'speakers', days: 3,   sku: 'SPEAKER-GRAPHITE', to: 'lyon',     outcome: 'backordered' },
]

/** The gift that Emil chooses after he has changed his mind. */
export const changedSelection = { sku: 'TEA-MORNING', to: 'hamburg' } as const
