import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import {
  type Address,
  type EmailMessage,
  type LineItem,
  parseRawJson,
  type Reaction,
  type SelectionMode,
  type Status,
} from '#contract'
import type { Tone } from '#contract/tones'
import * as digital from '#digital'
import * as donations from '#donations'
import * as greetings from '#greetings'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as giftStore from '../lifecycle/gift-store.ts'
import { readMessage } from '../lifecycle/message.ts'
import { hashEmail } from '../lifecycle/recipient-proof.ts'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import { decryptAddress } from '../lifecycle/snapshot.ts'
import type { State } from '../lifecycle/state-machine.ts'
import type { Gift, RedemptionSession, ThankYouNote } from '../lifecycle/tables.ts'
import {
  loadCatalogue,
  type PageCatalogue,
  type RedemptionItem,
  toItem,
} from './redemption-items.ts'
import { editableUntil } from './thank-you-note.ts'

/** The data of the recipient's page. */
export interface RedemptionPage {
  account_id: string
  id: string
  /** The team whose stock the gift may take. */
  team_id: string | null
  reference: string
  state: State
  status: Status
  is_direct: boolean
  first_name: string
  last_name: string
  name: string
  email: string
  sender: { name: string; email: string }
  message: EmailMessage
  /** The message with its merge fields. It is used to find the translation of the message. */
  message_template: EmailMessage
  campaign: { id: string; name: string } | null
  theme: campaigns.Theme | null
  wrapping: campaigns.Wrapping
  /** The card of the gift, and the photo or video of the sender. */
  greeting: greetings.Greeting
  /** The language that the recipient selected. The next member is the language of the campaign. */
  locale: string | null
  campaign_locale: string | null
  /**
   * The language of the items: that of the account's catalogue, or that of the campaign. Null if it is
   * unknown.
   */
  catalogue_locale: string | null
  /** The tone in which texts address the recipient. Null means the usual tone of each language. */
  tone: Tone | null
  /** The campaign's texts that are in the language of the page. */
  translated?: ReadonlySet<campaigns.TranslatedText>
  selection_mode: SelectionMode
  /**
   * The number of items that the recipient may choose in the selection mode `one`, each from another product.
   */
  max_choices: number
  /** False if the items are a surprise. */
  visible_at_redemption: boolean
  /** The offered items. In the selection mode `all`, the recipient gets one variant of each product. */
  items: readonly RedemptionItem[]
  /** The items that must not be sent to the recipient's place. Only used in the selection mode `all`. */
  left_out: readonly RedemptionItem[]
  /** The items that the recipient gets. Null until they are locked. */
  line_items: readonly RedemptionItem[] | null
  /** The digital items of the gift, without their contents. Empty for a cancelled gift. */
  digital_items: readonly digital.GivenItem[]
  /** The valid donations of the gift, also those of an expired gift. */
  donations: readonly donations.Donation[]
  /** The ids of the selected variants. After the redemption, those of the locked items. */
  chosen: readonly string[]
  /** The full address. Null for a visitor without a recipient proof. */
  shipping_address: Address | null
  /** The part of the address that every visitor with the link sees. */
  destination: { city: string | null; region: string | null; country: string } | null
  /** The SHA-256 digest of the email address that can receive a recipient proof. */
  owner_digest: Buffer
  /** True if the recipient can request an email with a link that contains a proof. */
  can_request_link: boolean
  /** The number of days for which the account stores the address after the end of the gift. */
  retention_days: number
  send_at: Date | null
  expires_at: Date
  opened_at: Date | null
  declined_at: Date | null
  decline_reason: string | null
  renewal_requested_at: Date | null
  /** The time when the recipient confirmed the age that the items require, and the confirmed age in years. */
  age_confirmed_at: Date | null
  age_confirmed: number | null
  thank_you_note: (ThankYouNote & { changeable_until: Date }) | null
  /** The recipient's reaction to the delivered gift. */
  reaction: Reaction | null
  reacted_at: Date | null
  created_at: Date
  updated_at: Date
}

/** Returns the data of the recipient's page. Returns undefined if the account has no such gift request. */
export async function getRedemptionPage(
  ctx: TxContext,
  id: string,
): Promise<RedemptionPage | undefined> {
  const gift = isId(id) ? await giftStore.find(ctx, ctx.account_id, id) : undefined
  if (gift === undefined) return undefined
  const [session, thank_you_note] = await Promise.all([
    sessionStore.find(ctx, gift),
    sessionStore.findThankYouNote(ctx, gift),
  ])
  return buildPage(ctx, gift, session, thank_you_note)
}

/** Builds the page of a loaded gift request, or of one that is not stored (a preview). */
export async function buildPage(
  ctx: TxContext,
  gift: Gift,
  session: RedemptionSession | undefined,
  thank_you_note: ThankYouNote | undefined,
): Promise<RedemptionPage> {
  const { account_id, campaign_id } = gift
  const campaignRefs = campaign_id === null ? [] : [{ account_id, id: campaign_id }]
  const [
    settingsById,
    pageCatalogue,
    { address_retention_days: retention_days, catalogue_language, tone },
    digital_items,
    donated,
    greetingsById,
  ] = await Promise.all([
    campaigns.communicationSettingsById(ctx, campaignRefs),
    loadCatalogue(ctx, gift),
    accounts.readSettings(ctx),
    gift.line_items === null ? [] : digital.findItems(ctx, gift.id),
    donations.listDonationsByGift(ctx, gift.id),
    greetings.findByGifts(ctx, [gift]),
  ])
  const settings = settingsById.get(campaign_id ?? '')
  return {
    ...baseFields(gift),
    theme: settings?.theme ?? null,
    wrapping: settings?.wrapping ?? campaigns.defaultWrapping,
    greeting: greetingsById.get(gift.id) ?? greetings.noGreeting,
    campaign_locale: settings?.locale ?? null,
    catalogue_locale: catalogue_language ?? settings?.locale ?? null,
    tone: settings?.tone ?? tone,
    ...offeringFields(gift, pageCatalogue),
    ...sessionFields(gift, session),
    ...toDestination(ctx, gift),
    owner_digest: getOwnerDigest(gift, session),
    digital_items: gift.state === 'cancelled' ? [] : digital_items,
    donations: donated,
    can_request_link: canRequestLink(gift, session),
    retention_days,
    thank_you_note:
      thank_you_note === undefined
        ? null
        : { ...thank_you_note, changeable_until: editableUntil(thank_you_note) },
  }
}

/**
 * Returns the part of the address that a visitor with only the link sees, for example the sender: the city
 * and the country. The region is for the time zone of times on the page. The recipient's browser receives the
 * full address from `addressForRecipient`.
 */
function toDestination({ deployment }: TxContext, gift: Gift) {
  const address = decryptAddress(deployment, gift)
  return {
    shipping_address: null,
    destination:
      address === null
        ? null
        : { city: address.city ?? null, region: address.region ?? null, country: address.country },
  }
}

/**
 * Returns whether the recipient can request a link with a proof. The sender can correct the email address, so
 * only the address at the redemption may receive this link.
 */
export const canRequestLink = (gift: Gift, session: RedemptionSession | undefined): boolean =>
  gift.email !== '' &&
  gift.line_items !== null &&
  getOwnerDigest(gift, session).equals(hashEmail(gift.email))

/**
 * Returns the digest of the email address that the gift belongs to, which is the address at the redemption.
 */
export const getOwnerDigest = (gift: Gift, session: RedemptionSession | undefined): Buffer =>
  session?.confirmed_email_digest ?? hashEmail(gift.email)

const baseFields = (gift: Gift) => ({
  account_id: gift.account_id,
  id: gift.id,
  team_id: gift.team_id,
  reference: gift.reference,
  state: gift.state,
  status: gift.status,
  is_direct: gift.is_direct,
  first_name: gift.first_name,
  last_name: gift.last_name,
  name: `${gift.first_name} ${gift.last_name}`.trim(),
  email: gift.email,
  sender: { name: gift.sender_name, email: gift.sender_email },
  message: readMessage(gift),
  message_template: parseRawJson(gift.email_message),
  campaign:
    gift.campaign_id === null || gift.campaign_name === null
      ? null
      : { id: gift.campaign_id, name: gift.campaign_name },
  send_at: gift.send_at,
  expires_at: gift.expires_at,
  created_at: gift.created_at,
  updated_at: gift.updated_at,
})

function sessionFields(gift: Gift, session: RedemptionSession | undefined) {
  const lockedItems =
    gift.is_direct || gift.line_items === null ? undefined : parseRawJson(gift.line_items)
  return {
    locale: session?.locale ?? null,
    chosen: lockedItems?.map(({ variant_id }) => variant_id) ?? session?.chosen ?? [],
    opened_at: session?.opened_at ?? null,
    declined_at: session?.declined_at ?? null,
    decline_reason: session?.decline_reason ?? null,
    renewal_requested_at: session?.renewal_requested_at ?? null,
    age_confirmed_at: session?.age_confirmed_at ?? null,
    age_confirmed: session?.age_confirmed ?? null,
    reaction: session?.reaction ?? null,
    reacted_at: session?.reacted_at ?? null,
  }
}

function offeringFields({ offered, line_items, max_choices }: Gift, pageCatalogue: PageCatalogue) {
  const toItems = (items: readonly LineItem[]) => items.map((item) => toItem(item, pageCatalogue))
  const locked = line_items === null ? null : toItems(parseRawJson(line_items))
  const offering = offered === null ? undefined : parseRawJson(offered)
  return {
    selection_mode: offering?.selection_mode ?? ('all' as const),
    max_choices,
    visible_at_redemption: offering?.visible_at_redemption ?? false,
    items: offering === undefined ? (locked ?? []) : toItems(offering.line_items),
    left_out: [],
    line_items: locked,
  }
}
