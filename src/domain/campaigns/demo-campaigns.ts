import * as catalogue from '#catalogue'
import type { CardDesign } from '#contract'
import type { Wrapping } from './wrapping.ts'

/**
 * The campaigns of the demo account, Larkfield. There is one for each combination of invitation method and
 * selection mode, so that every page has data to show. SKUs refer to the products.
 */

export interface DemoCampaign {
  name: string
  description: string
  state: 'available' | 'archived'
  invitation_method: 'email' | 'gift_link' | 'one_link' | 'sender_provided_address'
  selection_mode: 'one' | 'all'
  visible_at_redemption: boolean
  expires_after_days: number
  max_choices?: number
  /** The SKU of the donation or the digital item that replaces unclaimed gifts. */
  fallback_sku?: string
  wrapping?: Wrapping
  card?: CardDesign
  email_message: { subject: string; body: string }
  theme: { color: string; logo_url: string; headline: string; message: string }
  /** The SKUs of the offered items, in the order in which the campaign shows them. */
  skus: readonly string[]
}

/**
 * Builds the demo campaigns with the name and the logo of an account, because a sample that a user sends
 * speaks for this account.
 */
export const buildDemoCampaigns = (logoUrl: string, company: string): readonly DemoCampaign[] =>
  demoCampaigns.map(({ theme: { color, headline, message }, email_message, ...campaign }) => ({
    ...campaign,
    email_message: {
      subject: email_message.subject.replaceAll(catalogue.demoCompany, () => company),
      body: email_message.body.replaceAll(catalogue.demoCompany, () => company),
    },
    theme: { color, logo_url: logoUrl, headline, message },
  }))

interface DemoCampaignWithoutLogo extends Omit<DemoCampaign, 'theme'> {
  theme: Omit<DemoCampaign['theme'], 'logo_url'>
}

const demoCampaigns: readonly DemoCampaignWithoutLogo[] = [
  {
    name: 'New customer welcome',
    card: 'welcome',
    description: 'Goes out when a contract is signed. The customer picks one of six.',
    state: 'available',
    invitation_method: 'email',
    selection_mode: 'one',
    visible_at_redemption: true,
    expires_after_days: 60,
    email_message: {
      subject: 'Welcome to Larkfield: here’s something for you',
      body: 'We’re so glad you’re here. To say thanks, pick something you like. It ships within two days.',
    },
    theme: {
      color: '#2f6b57',
      headline: 'Welcome aboard',
      message: 'Thank you for joining us. Pick the gift you like best.',
    },
    skus: ['MUG-SAGE', 'MUG-ROSE', 'NOTEBOOK-INK', 'TEA-MORNING', 'PILEA-TERRACOTTA', 'BOOKS-25'],
  },
  {
    name: 'Conference speakers',
    card: 'thank-you',
    description:
      'A personal link for each speaker, handed over by the host in a message of their own. Each speaker picks up to two, or donates.',
    state: 'available',
    invitation_method: 'gift_link',
    selection_mode: 'one',
    visible_at_redemption: true,
    expires_after_days: 45,
    max_choices: 2,
    email_message: {
      subject: 'For your talk: thank you',
      body: 'People were still talking about your talk at dinner. Choose up to two presents from all of us.',
    },
    theme: {
      color: '#3f4f85',
      headline: 'What a talk',
      message: 'Everyone in the room says thank you. Choose up to two things you’d enjoy.',
    },
    skus: [
      'SPEAKER-CORAL',
      'SPEAKER-LAGOON',
      'SPEAKER-GRAPHITE',
      'LAMP-MUSTARD',
      'OLIVE-TRIO',
      'WINE-BRUT',
      'CLASS-PASTA',
      'BOOKS-50',
      'TIDE-50',
    ],
    fallback_sku: 'TIDE-25',
    wrapping: { paper: 'stars', ribbon: 'gold' },
  },
  {
    name: 'Open day hoodies',
    description:
      'One code on a poster at the door. Each visitor claims one sweatshirt in the right size, while they last.',
    state: 'available',
    invitation_method: 'one_link',
    selection_mode: 'one',
    visible_at_redemption: true,
    expires_after_days: 14,
    email_message: {
      subject: 'Your Larkfield sweatshirt',
      body: 'It was great to meet you at the open day. Tell us your size and address, and we’ll send your sweatshirt.',
    },
    theme: {
      color: '#6a5f9c',
      headline: 'Take one home',
      message: 'Choose your size. We’ll send it to your door, so there’s nothing to carry today.',
    },
    skus: ['HOODIE-S', 'HOODIE-M', 'HOODIE-L', 'HOODIE-XL'],
  },
  {
    name: 'First day at work',
    card: 'congratulations',
    description:
      'A whole box for every new colleague, sent to the address they gave us with their contract.',
    state: 'available',
    invitation_method: 'sender_provided_address',
    selection_mode: 'all',
    visible_at_redemption: false,
    expires_after_days: 30,
    email_message: {
      subject: 'A box is on its way to you',
      body: 'Your first day is almost here, and we can’t wait. A few things for your desk are on their way.',
    },
    theme: {
      color: '#c8694a',
      headline: 'See you on Monday',
      message: 'A few things to make your desk your own.',
    },
    skus: ['NOTEBOOK-CLAY', 'MUG-INDIGO', 'TOTE-NATURAL', 'COFFEE-KIT'],
  },
  {
    name: 'Thank you by post',
    card: 'thank-you',
    description: 'For partners whose office we know: something sweet, sent without asking first.',
    state: 'available',
    invitation_method: 'sender_provided_address',
    selection_mode: 'all',
    visible_at_redemption: false,
    expires_after_days: 60,
    email_message: {
      subject: 'Something from Larkfield is in the post',
      body: 'A year of working together deserves more than an email. Look out for a parcel; it is best shared.',
    },
    theme: {
      color: '#94304c',
      headline: 'With our thanks',
      message: 'For a good year together. Please share it with your team.',
    },
    skus: ['CHOCOLATE-24', 'TEA-EVENING'],
  },
  {
    name: 'Winter holidays 2025',
    card: 'holidays',
    description: 'Last winter’s present to every customer. Archived, but still in the statistics.',
    state: 'archived',
    invitation_method: 'email',
    selection_mode: 'one',
    visible_at_redemption: true,
    expires_after_days: 90,
    email_message: {
      subject: 'Happy holidays from all of us at Larkfield',
      body: 'The days are short, so here is something warm. Choose one, and have a restful end to the year.',
    },
    theme: {
      color: '#3f7460',
      headline: 'Stay warm',
      message: 'Pick one thing for the long evenings.',
    },
    skus: ['THROW-OAT', 'THROW-FOREST', 'CHOCOLATE-12', 'TEA-EVENING', 'CLASS-PASTRY'],
    fallback_sku: 'BOOKS-25',
  },
]
