import type { DemoAddress } from './demo-gifts-data.ts'

/* The bulk sends of the demo account. All people and addresses are fictional. */

/**
 * A recipient of a bulk send, and the result of the gift. Without a result, the
 * recipient has not opened the gift.
 */
export interface DemoSendRow {
  name: readonly [first: string, last: string]
  outcome?: 'opened' | 'declined' | 'redeemed' | 'in_transit' | 'delivered'
  /** The item that the recipient chose, and its destination. */
  sku?: string
  to?: DemoAddress
  note?: string
  /** The address that replaces the email address of the recipient. */
  email?: string
}

export interface DemoSend {
  name: string
  /** The number of days since the send. */
  days: number
  /** The number of days until the gifts are sent. */
  sendsInDays?: number
  /** The items from which each recipient chooses. */
  skus: readonly string[]
  email_message: { subject: string; body: string }
  rows: readonly DemoSendRow[]
}

// biome-ignore format: read down the columns
export const demoSends: readonly DemoSend[] = [
  {
    name: 'Ten years of Larkfield: first customers',
    days: 23,
    skus: ['OLIVE-TRIO', 'CHOCOLATE-12', 'THROW-OAT', 'THROW-FOREST'],
    email_message: {
      subject: 'Ten years, and you were there from the start',
      body: 'Dear {first_name}, ten years ago you were among our first customers. Thank you for your trust. Please choose a present from all of us.',
    },
    rows: [
      { name: ['Camille', 'Roux'],     outcome: 'delivered',  sku: 'THROW-OAT',    to: 'lyon', note: 'What a lovely surprise. Here is to the next ten years!' },
      { name: ['Javier', 'Ortega'],    outcome: 'delivered',  sku: 'OLIVE-TRIO',   to: 'madrid' },
      { name: ['Imogen', 'Clarke'],    outcome: 'delivered',  sku: 'CHOCOLATE-12', to: 'bristol' },
      { name: ['Marcus', 'Bell'],      outcome: 'delivered',  sku: 'THROW-FOREST', to: 'brooklyn' },
      { name: ['Anneliese', 'Vogt'],   outcome: 'in_transit', sku: 'OLIVE-TRIO',   to: 'berlin' },
      { name: ['Ewa', 'Kowalska'],     outcome: 'opened' },
      { name: ['Akio', 'Mori'],        outcome: 'declined',   note: 'Thank you, but our public office may not accept presents.' },
      { name: ['Beatriz', 'Almeida'] },
    ],
  },
  {
    name: 'Thank you, beta testers',
    days: 6,
    skus: ['BOOKS-25', 'CLASS-PASTA', 'CLASS-PASTRY'],
    email_message: {
      subject: 'Your reports made the release better',
      body: 'Dear {first_name}, you found what we had missed. Please choose something for yourself.',
    },
    rows: [
      { name: ['Rahul', 'Menon'],      outcome: 'redeemed',   sku: 'BOOKS-25' },
      { name: ['Leila', 'Nasser'],     outcome: 'redeemed',   sku: 'CLASS-PASTA', note: 'Fresh pasta on Friday, then. Thank you!' },
      { name: ['Nuala', 'Byrne'],      outcome: 'opened' },
      { name: ['Mateus', 'Cardoso'],   outcome: 'opened' },
      { name: ['Hye-jin', 'Park'] },
      { name: ['Giulia', 'Conti'],     email: 'giulia.conti@people' },
    ],
  },
  {
    name: 'Partner dinner in Lisbon',
    days: 1,
    sendsInDays: 4,
    skus: ['CHOCOLATE-24', 'TEA-EVENING'],
    email_message: {
      subject: 'It was good to have dinner with you',
      body: 'Dear {first_name}, thank you for an evening with good conversations. Please choose something to remember it by.',
    },
    rows: [
      { name: ['Duarte', 'Pinto'] },
      { name: ['Sanne', 'Visser'] },
      { name: ['Elif', 'Arslan'] },
      { name: ['Conor', 'Walsh'] },
    ],
  },
]

/**
 * The approval rule of the demo account. Users who are not admins need approval to send more gifts than this.
 */
export const demoApprovalRule = {
  mode: 'limits',
  max_gifts: 8,
  max_cost: null,
  confirm_above: null,
  decide_by_mail: true,
} as const

/** A send of a user who is not an admin. The send waits for approval. */
export const waitingSend: DemoSend = {
  name: 'Support team of the year',
  days: 0.2,
  skus: ['SPEAKER-LAGOON', 'LAMP-PINE', 'BOOKS-50'],
  email_message: {
    subject: 'Support team of the year: that is you',
    body: 'Dear {first_name}, our customers have voted, and your team has won. Please choose your prize.',
  },
  rows: [
    { name: ['Adaeze', 'Nwosu'] },
    { name: ['Björn', 'Dahl'] },
    { name: ['Chiara', 'Gallo'] },
    { name: ['Dmitri', 'Sokolov'] },
    { name: ['Esther', 'Mwangi'] },
    { name: ['Félix', 'Gagnon'] },
    { name: ['Haruka', 'Sato'] },
    { name: ['Ignacio', 'Vega'] },
    { name: ['Jasmin', 'Keller'] },
    { name: ['Kwame', 'Boateng'] },
  ],
}
