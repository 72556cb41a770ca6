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
  /** The message before the names are filled in, to find its translation. */
  message_template: EmailMessage
  campaign: { id: string; name: string } | null
  theme: campaigns.Theme | null
  wrapping: campaigns.Wrapping
  /** The card, and the photo or video of the sender. */
  greeting: greetings.Greeting
  /** The language that the recipient selected, and the campaign's language. */
  locale: string | null
  campaign_locale: string | null
  /** The language of the items: of the account's catalogue, or else of the campaign. Null if it is not known. */
  catalogue_locale: string | null
  /** Whether texts address the recipient formally; null: as usual in each language. */
  tone: Tone | null
  /** The campaign's texts that are in the language of the page. */
  translated?: ReadonlySet<campaigns.TranslatedText>
  selection_mode: SelectionMode
  /** With selection mode `one`: how many items the recipient may choose, each of another product. */
  max_choices: number
  /** If false, the items are a surprise. */
  visible_at_redemption: boolean
  /** The items offered. With selection mode `all` the recipient gets one variant of each product. */
  items: readonly RedemptionItem[]
  /** With selection mode `all`: the items that may not go to the recipient's place. */
  left_out: readonly RedemptionItem[]
  /** The items the recipient gets; null until they are locked. */
  line_items: readonly RedemptionItem[] | null
  /** The digital items of the gift, without their contents; empty for a cancelled gift. */
  digital_items: readonly digital.GivenItem[]
  /** The donations of the gift that count, also those of an expired gift. */
  donations: readonly donations.Donation[]
  /** The saved selection; after redemption, the locked items. */
  chosen: readonly string[]
  /** The full address; null unless the visitor has a recipient proof. */
  shipping_address: Address | null
  /** The part of the address that every visitor with the link sees. */
  destination: { city: string | null; region: string | null; country: string } | null
  /** SHA-256 of the email address for which recipient proofs by email are valid. */
  owner_digest: Buffer
  /** Whether the recipient can request a link with a proof by email. */
  can_request_link: boolean
  /** The number of days that the account stores the address after the gift ended. */
  retention_days: number
  send_at: Date | null
  expires_at: Date
  opened_at: Date | null
  declined_at: Date | null
  decline_reason: string | null
  renewal_requested_at: Date | null
  /** When the recipient stated to be old enough for the items, and the age in years. */
  age_confirmed_at: Date | null
  age_confirmed: number | null
  thank_you_note: (ThankYouNote & { changeable_until: Date }) | null
  /** The recipient's reaction to the delivered gift. */
  reaction: Reaction | null
  reacted_at: Date | null
  created_at: Date
  updated_at: Date
}

/** Returns the data of the recipient's page; undefined if the account has no such gift request. */
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

/** Builds the page of a loaded gift request, or of one that is not stored (preview). */
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
 * Visitors with only the link, such as the sender, see city and country, and times in the zone of the region. The recipient's browser gets the full
 * address from `addressForRecipient`.
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

/** The sender can correct the email address, so only the address at redemption may get a link with a proof. */
export const canRequestLink = (gift: Gift, session: RedemptionSession | undefined): boolean =>
  gift.email !== '' &&
  gift.line_items !== null &&
  getOwnerDigest(gift, session).equals(hashEmail(gift.email))

/** The digest of the address that the gift belongs to: the one at the redemption. */
export const getOwnerDigest = (gift: Gift, session: RedemptionSession | undefined): Buffer =>
  session?.confirmed_email_digest ?? hashEmail(gift.email)

const baseFields = (gift: Gift) => ({
  account_id: gift.account_id,
  id: gift.id,
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
