import * as campaigns from '#campaigns'
import type { EmailMessage, NewLineItem, SelectionMode, Sender } from '#contract'
import type * as greetings from '#greetings'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { adHocOffering, getOfferingSnapshot } from '../lifecycle/offering-snapshot.ts'
import type { GiftTerms, ResolvedCampaign } from './validate.ts'

/** The settings of a bulk send, the same for all rows. Without a campaign the gifts are ad hoc. */
export interface SendOptions {
  campaign_id?: string
  /** Ad hoc: the variants offered, and whether the recipient gets one or all of them. */
  variant_ids?: readonly string[]
  selection_mode?: SelectionMode
  /** Direct-send: the items, shipped to the address of each row. */
  line_items?: readonly NewLineItem[]
  email_message?: EmailMessage
  send_at?: string
  expires_at?: string
  /** Replaces the card of the campaign. */
  greeting?: greetings.GreetingInput
  /** Part of the dedup key of a row. A new send id sends rows again that were sent before. */
  send_id?: string
}

/** Days until an ad-hoc gift expires. */
const defaultExpiryDays = 60

/** Resolves the campaign and the offering of a bulk send. */
export async function resolveOptions(
  ctx: TxContext,
  options: SendOptions,
  sender: Sender,
): Promise<ResolvedCampaign> {
  if (options.campaign_id === undefined) return resolveAdHoc(ctx, options, sender)
  const { campaign_id } = options
  const campaign = isId(campaign_id) ? await campaigns.findSendable(ctx, campaign_id) : undefined
  if (campaign === undefined) return { campaign, offering: undefined }
  return { campaign: { ...campaign, sender }, offering: await getOfferingSnapshot(ctx, campaign) }
}

async function resolveAdHoc(
  ctx: TxContext,
  options: SendOptions,
  sender: Sender,
): Promise<ResolvedCampaign> {
  const { line_items, variant_ids = [], selection_mode = 'one' } = options
  const isDirect = line_items !== undefined
  const campaign: GiftTerms = {
    id: null,
    name: null,
    archived_at: null,
    invitation_method: isDirect ? 'sender_provided_address' : 'email',
    selection_mode: isDirect ? 'all' : selection_mode,
    visible_at_redemption: !isDirect,
    expires_after_days: defaultExpiryDays,
    max_choices: 1,
    cost_centre: null,
    budget: null,
    fallback_variant_id: null,
    email_message: options.email_message ?? { subject: '', body: '' },
    sender,
  }
  const ids = isDirect ? line_items.map(({ variant_id }) => variant_id) : variant_ids
  const variants = await campaigns.previewOffer(ctx, [...new Set(ids.filter(isId))])
  return { campaign, offering: adHocOffering(ctx, variants, campaign) }
}
