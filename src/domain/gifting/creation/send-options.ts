import * as campaigns from '#campaigns'
import {
  type Address,
  adHocGiftValidator,
  type EmailMessage,
  type FieldError,
  type NewLineItem,
  newGiftRequestValidator,
  type SelectionMode,
  type Sender,
  throwIfAny,
  type Validator,
} from '#contract'
import { fillMessage } from '#contract/merge-fields'
import type * as greetings from '#greetings'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { adHocOffering, getOfferingSnapshot } from '../lifecycle/offering-snapshot.ts'
import { validateMergeFields } from './merge-fields.ts'
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

/** One row of the list. */
export interface BulkSendInput {
  recipient: { first_name: string; last_name: string; email: string }
  shipping_address?: Address
  /** The number for text messages. */
  phone?: string
  /** The index of this row among rows with the same email address, from 0. */
  occurrence?: number
  /** The line in the list of the sender, from 1. */
  line?: number
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

/** Throws for errors in the send options, which apply to the whole list. */
export function assertValidOptions(options: SendOptions, { offering }: ResolvedCampaign): void {
  const { campaign_id, variant_ids = [], line_items } = options
  const problems: FieldError[] = validateMergeFields(options.email_message)
  if (campaign_id === undefined && line_items === undefined) {
    if (variant_ids.length === 0) problems.push(nothingSelected)
    variant_ids.forEach((id, index) => {
      if (offering?.variants.has(id) !== true)
        problems.push({ ...unknownVariant, param: `variant_ids.${index}` })
    })
  }
  if (campaign_id !== undefined && variant_ids.length > 0) problems.push(variantsNotAllowed)
  const bytes = variant_ids.length === 0 ? 0 : Buffer.byteLength(offering?.content ?? '')
  if (bytes > campaigns.maxOfferingBytes)
    problems.push({
      code: 'too_long',
      param: 'variant_ids',
      message: campaigns.offeringTooLargeMessage(bytes),
    })
  throwIfAny(problems)
}

const nothingSelected: FieldError = {
  code: 'required',
  param: 'variant_ids',
  message: 'must contain at least one item',
}
const unknownVariant = {
  code: 'invalid_reference',
  message: 'names no variant of this account',
} as const
const variantsNotAllowed: FieldError = {
  code: 'not_allowed',
  param: 'variant_ids',
  message: 'is only allowed without a campaign: a campaign has its own items',
}

/** Builds the request body that the API accepts for this row. */
export function toCreateBody(
  options: SendOptions,
  { recipient, shipping_address }: BulkSendInput,
): object {
  const { campaign_id, line_items, email_message, send_at, expires_at } = options
  const members = {
    campaign_id,
    recipient,
    shipping_address,
    line_items,
    email_message: email_message && fillMessage(email_message, recipient),
    send_at,
    expires_at,
  }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

export const validatorFor = ({ campaign_id }: SendOptions): Validator =>
  campaign_id === undefined ? adHocGiftValidator : newGiftRequestValidator
