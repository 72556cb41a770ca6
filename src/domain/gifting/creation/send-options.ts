import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import type { EmailMessage, NewLineItem, SelectionMode, Sender } from '#contract'
import type * as greetings from '#greetings'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import {
  adHocOffering,
  getOfferingSnapshot,
  narrowOffering,
} from '../lifecycle/offering-snapshot.ts'
import { campaignLookup, type FindCampaign, findTerms } from './lookups.ts'
import { type SendingParty, withTeam } from './team.ts'
import type { GiftTerms, ResolvedCampaign } from './validate.ts'

/** The settings of a bulk send, the same for all rows. Without a campaign the gifts are ad hoc. */
export interface SendOptions {
  campaign_id?: string
  /** Ad hoc: the variants offered, and whether the recipient gets one or all of them. */
  variant_ids?: readonly string[]
  selection_mode?: SelectionMode
  /** Direct-send: the items, shipped to the address of each row. */
  line_items?: readonly NewLineItem[]
  /** True if each row names its item: one of `line_items`, of `variant_ids`, or of the campaign. */
  item_per_row?: boolean
  email_message?: EmailMessage
  send_at?: string
  expires_at?: string
  /** Replaces the card of the campaign. */
  greeting?: greetings.GreetingInput
  /** The team that the gifts are for, of a sender with several. */
  team_id?: string
  /** Replaces that of the campaign, the team and the account. */
  cost_centre?: string
  /** Replaces that of the campaign, the team and the account. */
  purchase_order_number?: string
  /** Part of the dedup key of a row, in place of its item. A new send id sends rows again that were sent before. */
  send_id?: string
}

/** Days until an ad-hoc gift expires. */
const defaultExpiryDays = 60

/** Resolves the campaign, the team and the offering of a bulk send. The team is one of the sender. */
export function resolveOptions(
  ctx: TxContext,
  options: SendOptions,
  sender: Sender,
): Promise<ResolvedCampaign> {
  const party = { ...partyOf(options), user_id: sender.id }
  return resolveFor(ctx, options, sender, party, campaignLookup(ctx, undefined, party))
}

/**
 * Resolves the campaign, the team and the offering of a gift that is sent again. It stays with its team, and its campaign can
 * be paused or have ended.
 */
export function resolveAgain(
  ctx: TxContext,
  options: SendOptions,
  sender: Sender,
): Promise<ResolvedCampaign> {
  const party = partyOf(options)
  return resolveFor(ctx, options, sender, party, (id) => findTerms(ctx, id, party))
}

const partyOf = ({ team_id, cost_centre, purchase_order_number }: SendOptions): SendingParty => ({
  team_id,
  cost_centre,
  purchase_order_number,
})

async function resolveFor(
  ctx: TxContext,
  options: SendOptions,
  sender: Sender,
  party: SendingParty,
  findCampaign: FindCampaign,
): Promise<ResolvedCampaign> {
  if (options.campaign_id === undefined) return resolveAdHoc(ctx, options, sender, party)
  const campaign = await findCampaign(options.campaign_id)
  if (campaign === undefined) return { campaign, offering: undefined }
  return { campaign: { ...campaign, sender }, offering: await getOfferingSnapshot(ctx, campaign) }
}

/**
 * Resolves a campaign for a gift with items of its own, of which the recipient chooses one. Omits variants of other accounts.
 *
 * @param sender  the user who sends the gift, with the name that the recipient reads
 */
export async function resolveOwnItems(
  ctx: TxContext,
  campaign_id: string,
  variant_ids: readonly string[],
  sender: Sender,
): Promise<ResolvedCampaign> {
  const found = await campaignLookup(ctx, undefined, { user_id: sender.id })(campaign_id)
  if (found === undefined) return { campaign: undefined, offering: undefined }
  const campaign: GiftTerms = { ...found, sender, selection_mode: 'one', max_choices: 1 }
  const variants = await campaigns.previewOffer(ctx, variant_ids)
  return { campaign, offering: adHocOffering(ctx, variants, campaign) }
}

/** Returns the terms and the offering of a gift with one of the items only; undefined if they do not contain it. */
export function resolveItem(
  { campaign, offering }: ResolvedCampaign,
  variant_id: string,
): ResolvedCampaign | undefined {
  if (campaign === undefined || offering === undefined) return undefined
  const narrowed = narrowOffering(offering, variant_id, campaign)
  return narrowed && { campaign: { ...campaign, max_choices: 1 }, offering: narrowed }
}

async function resolveAdHoc(
  ctx: TxContext,
  options: SendOptions,
  sender: Sender,
  party: SendingParty,
): Promise<ResolvedCampaign> {
  const { line_items, variant_ids = [], selection_mode = 'one' } = options
  const isDirect = line_items !== undefined
  const campaign: GiftTerms = await withTeam(
    ctx,
    {
      id: null,
      name: null,
      ...{ archived_at: null, is_paused: false, ends_at: null },
      invitation_method: isDirect ? 'sender_provided_address' : 'email',
      selection_mode: isDirect ? 'all' : selection_mode,
      visible_at_redemption: !isDirect,
      expires_after_days: defaultExpiryDays,
      max_choices: 1,
      cost_centre: null,
      purchase_order_number: null,
      budget: null,
      team_ids: [],
      defaults: await accounts.findCostDefaults(ctx),
      fallback_variant_id: null,
      email_message: options.email_message ?? { subject: '', body: '' },
      sender,
    },
    party,
  )
  const ids = isDirect ? line_items.map(({ variant_id }) => variant_id) : variant_ids
  const variants = await campaigns.previewOffer(ctx, [...new Set(ids.filter(isId))])
  return { campaign, offering: adHocOffering(ctx, variants, campaign) }
}
