import type { EmailMessage } from '#contract'

/*
 * Every kind of letter and what it is about. To add one: its facts here, its words in each language
 * (words/), what it is made of in contents.ts; the compiler asks for the rest.
 */

export interface Person {
  name: string
  email: string
}

/** What every letter to a recipient knows. */
export interface ToRecipient {
  first_name: string
  /** Absent in emails that an earlier release queued. */
  last_name?: string
  /** First and last name, for letters that speak of the recipient to the sender. */
  name: string
  reference: string
  sender: Person
  /** The recipient's page. */
  url: string
  /** The sender's page of the gift request, for letters about this one. */
  web_url: string
}

/** An open invitation: until when it is. */
interface Waiting extends ToRecipient {
  expires_at: string
}

export interface Item {
  name: string
  quantity: number
}

/** Where a parcel is, as far as its carrier says. */
export interface Tracking {
  carrier: string
  code: string
  url: string | null
}

/** What every letter to the sender about one gift request knows. */
interface AboutGift {
  recipient: string
  reference: string
  web_url: string
}

/** A link that proves who its reader is. It is removed when the letter goes to another address. */
interface WithOwnUrl {
  own_url?: string
}

/** Letters to the recipient of a gift. */
export interface RecipientFacts {
  invitation: Waiting & { message: EmailMessage }
  /** Direct-send: nothing to choose, it is coming. */
  announcement: ToRecipient & { message: EmailMessage }
  reminder: Waiting
  expiring: Waiting & { days: number }
  /** `items` is null while they are a surprise. */
  redeemed: ToRecipient & { items: readonly Item[] | null }
  /** Nothing of it is posted. */
  ready: ToRecipient & { items: readonly Item[] }
  dispatched: ToRecipient & { items: readonly Item[] | null; tracking: readonly Tracking[] }
  delivered: ToRecipient
  shipping_problem: ToRecipient & { reason: string | null } & WithOwnUrl
  delivery_failed: ToRecipient & WithOwnUrl
  link_again: Waiting
  /** A place of a one-link is claimed, and opens only from this email. */
  claim_link: Waiting & { minutes: number }
  /** The recipient asks to see or correct the address. */
  recipient_link: ToRecipient & { minutes: number } & WithOwnUrl
  /** A parcel does not arrive. */
  parcel_lost: ToRecipient
  parcel_returned: ToRecipient
  /** The gift is called off after its recipient was told that it comes. */
  gift_cancelled: ToRecipient
}

/** Letters to whoever gives, and to the admins of the account. */
interface SenderFacts {
  thanks: AboutGift & { text: string }
  declined: AboutGift & { reason: string | null }
  asked: AboutGift & { text: string | null }
  bounced: AboutGift & { email: string; error: string }
  stalled: { gifts: readonly Stalled[]; web_url: string }
  failing_endpoint: {
    endpoint: string
    /** Deliveries that were given up after their last attempt. */
    abandoned: number
    /** Of the attempts of the last quarter of an hour, how many, and how many failed. */
    attempts: number
    failed: number
    web_url: string
  }
}

export interface Stalled {
  reference: string
  recipient: string
  state: 'backordered' | 'shipping_error' | 'delivery_attempt_failed' | 'ordered'
  days: number
}

/** Letters about somebody's own access. */
interface AccountFacts {
  invite_colleague: { url: string; inviter: string; account: string }
  reset_password: { url: string; minutes: number }
  verify_address: { url: string }
}

export type Facts = RecipientFacts & SenderFacts & AccountFacts
export type Kind = keyof Facts
export type RecipientKind = keyof RecipientFacts

const recipientKinds: Readonly<Record<RecipientKind, true>> = {
  invitation: true,
  announcement: true,
  reminder: true,
  expiring: true,
  redeemed: true,
  ready: true,
  dispatched: true,
  delivered: true,
  shipping_problem: true,
  delivery_failed: true,
  link_again: true,
  claim_link: true,
  recipient_link: true,
  parcel_lost: true,
  parcel_returned: true,
  gift_cancelled: true,
}

export const isToRecipientKind = (kind: Kind): kind is RecipientKind =>
  Object.hasOwn(recipientKinds, kind)

export const isToRecipient = (letter: Content): letter is ContentOf<RecipientKind> =>
  isToRecipientKind(letter.kind)

export type ContentOf<K extends Kind> = K extends Kind ? { kind: K; facts: Facts[K] } : never
/** A kind of letter together with what it says. */
export type Content = ContentOf<Kind>

/** A letter as it is posted. */
export type Letter = Content & {
  account_id: string
  to: Person
  /** The reader's own choice; the campaign's language when it is left out. */
  locale?: string | undefined
  gift_request_id?: string
  campaign_id?: string | null
  /** Which of the letters that a gift request gets only once this is: a second one is dropped. */
  slot?: string
  /** Only where the campaign invites by e-mail, or there is no campaign. */
  onlyIfInvited?: true
}

/** Letters that somebody sits and waits for go before all others. */
const urgent: ReadonlySet<Kind> = new Set<Kind>([
  'link_again',
  'claim_link',
  'recipient_link',
  'reset_password',
  'verify_address',
  'invite_colleague',
])

export const laneOf = (kind: Kind): 0 | 1 => (urgent.has(kind) ? 0 : 1)
