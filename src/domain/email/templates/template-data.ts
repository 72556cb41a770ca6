import type { EmailMessage, problemKinds } from '#contract'

/*
 * All email templates and their data. To add a template: add its data here, its texts in each language
 * (locales/), and its builder in build-content.ts; the compiler reports what is missing.
 */

export interface NamedAddress {
  name: string
  email: string
}

/** The data of every email to a recipient. */
export interface RecipientEmailData {
  first_name: string
  /** Absent in emails that an earlier release queued. */
  last_name?: string
  /** First and last name, for emails to the sender. */
  name: string
  reference: string
  /** The country of the confirmed address. */
  country?: string
  sender: NamedAddress
  /** The recipient's page. */
  url: string
  /** The sender's page of the gift request, for emails to the sender. */
  web_url: string
  /**
   * The items that the recipient gets. Null for a surprise. Absent before the choice, and in emails that an earlier
   * release queued.
   */
  items?: readonly EmailItem[] | null
}

/** An invitation that is open until `expires_at`. */
interface OpenInvitationData extends RecipientEmailData {
  expires_at: string
  /** Stops the reminders of the gift. Absent in emails that an earlier release queued. */
  reminders_url?: string
}

export interface EmailItem {
  name: string
  /** Absent in emails that an earlier release queued. */
  variant_id?: string
  quantity: number
  image_url?: string
}

/** A donation that the sender makes for the recipient. */
export interface EmailDonation {
  charity: string
  /** In the smallest unit of the currency. */
  amount_minor: number
  currency: string
}

/** The tracking data of a parcel, as reported by its carrier. */
export interface ParcelTracking {
  carrier: string | null
  code: string | null
  url: string | null
  /** When the carrier expects to deliver it. Absent in emails that an earlier release queued. */
  estimated_at?: string | null
}

/** The data of every email to the sender about one gift request. */
interface SenderEmailData {
  recipient: string
  reference: string
  web_url: string
}

/** A link that proves the recipient's identity. Removed when the email goes to another address. */
interface WithOwnUrl {
  own_url?: string
}

/** Emails to the recipient of a gift. */
export interface RecipientTemplateData {
  invitation: OpenInvitationData & { message: EmailMessage }
  /** A direct gift: nothing to choose, shipping starts at once. */
  announcement: RecipientEmailData & { message: EmailMessage; is_digital?: boolean }
  reminder: OpenInvitationData
  expiring: OpenInvitationData & { days: number }
  redeemed: RecipientEmailData & { items: readonly EmailItem[] | null }
  /** All items are digital. */
  ready: RecipientEmailData & { items: readonly EmailItem[] } & WithOwnUrl
  /** All items are donations. */
  donated: RecipientEmailData & { donations: readonly EmailDonation[] }
  /** A user of the account replaced the code of a digital item. */
  code_replaced: RecipientEmailData & { items: readonly EmailItem[] } & WithOwnUrl
  dispatched: RecipientEmailData & {
    items: readonly EmailItem[] | null
    tracking: readonly ParcelTracking[]
  }
  delivered: RecipientEmailData & WithOwnUrl
  shipping_problem: RecipientEmailData & { reason: string | null } & WithOwnUrl
  delivery_failed: RecipientEmailData & WithOwnUrl
  link_resend: OpenInvitationData
  /** A place of a one-link is reserved; the link in this email confirms the claim. */
  claim_link: RecipientEmailData & { minutes: number }
  /** All places are taken; the link in this email puts the claimant on the waiting list. */
  waiting_list_link: RecipientEmailData & { minutes: number }
  /** A place is free for the next person on the waiting list. */
  waiting_list_offer: RecipientEmailData & { hours: number }
  /** The claim was approved, and the gift can be opened. */
  claim_approved: OpenInvitationData
  claim_rejected: RecipientEmailData
  /** The recipient requests access to see or correct the address. */
  recipient_link: RecipientEmailData & { minutes: number } & WithOwnUrl
  /** The recipient requests access to digital items. */
  content_link: RecipientEmailData & { minutes: number } & WithOwnUrl
  /** A parcel will not arrive. */
  parcel_lost: RecipientEmailData
  parcel_returned: RecipientEmailData
  /** The gift is cancelled after its recipient was notified of it. */
  gift_cancelled: RecipientEmailData
  /** An item of the gift is out of stock. */
  gift_backordered: RecipientEmailData & { is_digital: boolean }
  /** The gift expired before its recipient redeemed it. */
  gift_expired: RecipientEmailData
  /** The sender answers a problem report. */
  problem_answer: RecipientEmailData & { text: string }
  /** The recipient changed the redeemed gift. */
  gift_changed: RecipientEmailData & { items: readonly EmailItem[] | null }
  /** The gift was packed before the change took effect. */
  gift_not_changed: RecipientEmailData & { items: readonly EmailItem[] | null }
}

/** Emails to senders and to admins of the account. */
interface SenderTemplateData {
  thank_you_note: SenderEmailData & { text: string }
  declined: SenderEmailData & { reason: string | null }
  renewal_request: SenderEmailData & { text: string | null }
  /** The recipient reports a problem. `photos` is the number of photos. */
  problem_report: SenderEmailData & {
    problem: (typeof problemKinds)[number]
    text: string
    photos: number
  }
  /** A member mentions the reader in a comment on a gift. */
  gift_comment: {
    author: string
    text: string
    /** The recipient and the reference. */
    gift: string
    reference: string
    web_url: string
  }
  bounced: SenderEmailData & { email: string; error: string }
  /** Claims of a one-link wait for approval. */
  claims_waiting: { campaign: string; web_url: string }
  /**
   * A send waits for an approval; `count` is the number of gifts. `decide_url` decides without a sign-in; null if the account
   * does not allow that.
   */
  approval_request: {
    requester: string
    name: string
    count: number
    expires_at: string
    web_url: string
    decide_url: string | null
  }
  /** The end of a send that needed approval, to its sender. `approver` is empty for an expired one. */
  approval_result: {
    result: 'approved' | 'rejected' | 'expired'
    approver: string
    name: string
    reason: string | null
    web_url: string
  }
  /**
   * Gifts that need attention; `count` includes those that `lines` leaves out. `others` are the items about other subjects
   * that are assigned to the reader.
   */
  attention_digest: {
    lines: readonly DigestLine[]
    count: number
    others?: { count: number; url: string }
    web_url: string
    unsubscribe_url: string
  }
  /** Variants with few codes left. */
  low_codes: { variants: readonly LowCodes[]; web_url: string }
  /** API keys that expire soon. */
  expiring_keys: { keys: readonly { name: string; expires_at: string }[]; web_url: string }
  failing_endpoint: {
    endpoint: string
    /** Deliveries abandoned after their last attempt. */
    abandoned: number
    /** Attempts within the last 15 minutes, and how many of them failed. */
    attempts: number
    failed: number
    web_url: string
  }
}

interface LowCodes {
  name: string
  free: number
  /** The number of items that wait for a code. */
  waiting: number
}

/** The causes of items about gifts (`attention/tables.ts`). */
export type DigestCause =
  | 'out_of_stock'
  | 'label_refused'
  | 'not_accepted'
  | 'not_dispatched'
  | 'not_delivered'
  | 'mail_rejected'
  | 'not_redeemed'
  | 'lost'
  | 'returned'
  | 'lost_and_cancelled'
  | 'returned_and_cancelled'

/** A gift that needs attention. */
export interface DigestLine {
  reference: string
  recipient: string
  cause: DigestCause
  since: string
  /** The page of the first action. */
  url: string
}

/** Emails about the recipient's own user account. */
export interface AccountTemplateData {
  invite_colleague: { url: string; inviter: string; account: string }
  invite_packer: { url: string; inviter: string; account: string }
  invite_member: { url: string; inviter: string; account: string }
  reset_password: { url: string; minutes: number }
  verify_address: { url: string }
  /** This email goes to the previous address of a user. */
  address_changed: { url: string; email: string; account: string }
  /** To the admins of an account that is to be deleted. */
  account_ending: { url: string; account: string; erase_after: string }
  account_end_revoked: { url: string; account: string }
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
  donated: true,
  code_replaced: true,
  dispatched: true,
  delivered: true,
  shipping_problem: true,
  delivery_failed: true,
  link_resend: true,
  claim_link: true,
  waiting_list_link: true,
  waiting_list_offer: true,
  claim_approved: true,
  claim_rejected: true,
  recipient_link: true,
  content_link: true,
  parcel_lost: true,
  parcel_returned: true,
  gift_cancelled: true,
  gift_backordered: true,
  gift_expired: true,
  problem_answer: true,
  gift_changed: true,
  gift_not_changed: true,
}

export const isRecipientTemplate = (kind: TemplateName): kind is RecipientTemplateName =>
  Object.hasOwn(recipientTemplates, kind)

export const isRecipientEmail = (
  template: TemplateWithData,
): template is TemplateWithDataFor<RecipientTemplateName> => isRecipientTemplate(template.kind)

export type TemplateWithDataFor<K extends TemplateName> = K extends TemplateName
  ? { kind: K; data: TemplateData[K] }
  : never
export type TemplateWithData = TemplateWithDataFor<TemplateName>

/** An email to enqueue. */
export type Email = TemplateWithData & {
  account_id: string
  to: NamedAddress
  /** The recipient's chosen language; defaults to the campaign's language. */
  locale?: string | undefined
  gift_request_id?: string
  campaign_id?: string | null
  /** Identifies an email that a gift request gets only once; a duplicate is dropped. */
  dedup_key?: string
  /** Enqueues only where the campaign invites by email, or without a campaign. */
  onlyIfInvitedByEmail?: true
  /** Sends no text message, also if the gift request has a phone number. */
  isEmailOnly?: true
}
