import type { EmailMessage } from '#contract'

/*
 * Every kind of letter and what it is about. To add one: its facts here, its words in each language
 * (words/), what it is made of in contents.ts; the compiler asks for the rest.
 */

export interface NamedAddress {
  name: string
  email: string
}

/** What every letter to a recipient knows. */
export interface RecipientEmailData {
  first_name: string
  /** Absent in emails that an earlier release queued. */
  last_name?: string
  /** First and last name, for letters that speak of the recipient to the sender. */
  name: string
  reference: string
  sender: NamedAddress
  /** The recipient's page. */
  url: string
  /** The sender's page of the gift request, for letters about this one. */
  web_url: string
}

/** An open invitation: until when it is. */
interface OpenInvitationData extends RecipientEmailData {
  expires_at: string
}

export interface EmailItem {
  name: string
  quantity: number
}

/** Where a parcel is, as far as its carrier says. */
export interface ParcelTracking {
  carrier: string
  code: string
  url: string | null
}

/** What every letter to the sender about one gift request knows. */
interface SenderEmailData {
  recipient: string
  reference: string
  web_url: string
}

/** A link that proves who its reader is. It is removed when the letter goes to another address. */
interface WithOwnUrl {
  own_url?: string
}

/** Letters to the recipient of a gift. */
export interface RecipientTemplateData {
  invitation: OpenInvitationData & { message: EmailMessage }
  /** Direct-send: nothing to choose, it is coming. */
  announcement: RecipientEmailData & { message: EmailMessage }
  reminder: OpenInvitationData
  expiring: OpenInvitationData & { days: number }
  /** `items` is null while they are a surprise. */
  redeemed: RecipientEmailData & { items: readonly EmailItem[] | null }
  /** Nothing of it is posted. */
  ready: RecipientEmailData & { items: readonly EmailItem[] }
  dispatched: RecipientEmailData & {
    items: readonly EmailItem[] | null
    tracking: readonly ParcelTracking[]
  }
  delivered: RecipientEmailData
  shipping_problem: RecipientEmailData & { reason: string | null } & WithOwnUrl
  delivery_failed: RecipientEmailData & WithOwnUrl
  link_again: OpenInvitationData
  /** A place of a one-link is claimed, and opens only from this email. */
  claim_link: OpenInvitationData & { minutes: number }
  /** The recipient asks to see or correct the address. */
  recipient_link: RecipientEmailData & { minutes: number } & WithOwnUrl
  /** A parcel does not arrive. */
  parcel_lost: RecipientEmailData
  parcel_returned: RecipientEmailData
  /** The gift is called off after its recipient was told that it comes. */
  gift_cancelled: RecipientEmailData
}

/** Letters to whoever gives, and to the admins of the account. */
interface SenderTemplateData {
  thanks: SenderEmailData & { text: string }
  declined: SenderEmailData & { reason: string | null }
  asked: SenderEmailData & { text: string | null }
  bounced: SenderEmailData & { email: string; error: string }
  stalled: { gifts: readonly StalledGift[]; web_url: string }
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

export interface StalledGift {
  reference: string
  recipient: string
  state: 'backordered' | 'shipping_error' | 'delivery_attempt_failed' | 'ordered'
  days: number
}

/** Letters about somebody's own access. */
interface AccountTemplateData {
  invite_colleague: { url: string; inviter: string; account: string }
  reset_password: { url: string; minutes: number }
  verify_address: { url: string }
}

export type TemplateData = RecipientTemplateData & SenderTemplateData & AccountTemplateData
export type TemplateName = keyof TemplateData
export type RecipientTemplateName = keyof RecipientTemplateData

const recipientTemplates: Readonly<Record<RecipientTemplateName, true>> = {
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

export const isRecipientTemplate = (kind: TemplateName): kind is RecipientTemplateName =>
  Object.hasOwn(recipientTemplates, kind)

export const isRecipientEmail = (
  template: TemplateWithData,
): template is TemplateWithDataFor<RecipientTemplateName> => isRecipientTemplate(template.kind)

export type TemplateWithDataFor<K extends TemplateName> = K extends TemplateName
  ? { kind: K; data: TemplateData[K] }
  : never
/** A kind of letter together with what it says. */
export type TemplateWithData = TemplateWithDataFor<TemplateName>

/** A letter as it is posted. */
export type Email = TemplateWithData & {
  account_id: string
  to: NamedAddress
  /** The reader's own choice; the campaign's language when it is left out. */
  locale?: string | undefined
  gift_request_id?: string
  campaign_id?: string | null
  /** Which of the letters that a gift request gets only once this is: a second one is dropped. */
  dedup_key?: string
  /** Only where the campaign invites by e-mail, or there is no campaign. */
  onlyIfInvitedByEmail?: true
}

/** Letters that somebody sits and waits for go before all others. */
const urgentTemplates: ReadonlySet<TemplateName> = new Set<TemplateName>([
  'link_again',
  'claim_link',
  'recipient_link',
  'reset_password',
  'verify_address',
  'invite_colleague',
])

export const getPriority = (kind: TemplateName): 0 | 1 => (urgentTemplates.has(kind) ? 0 : 1)
