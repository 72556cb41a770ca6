import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import {
  type Address,
  adHocGiftValidator,
  type FieldError,
  newGiftRequestValidator,
  throwIfAny,
  type Validator,
} from '#contract'
import { fillMessage } from '#contract/merge-fields'
import * as gifting from '#gifting'
import { messageOfRow } from './row-fields.ts'

/** One row of the list. */
export interface BulkSendInput {
  recipient: { first_name: string; last_name: string; email: string }
  shipping_address?: Address
  /** The columns of the list that the message contains, such as `company` for `{company}`. */
  fields?: Record<string, string>
  /** The item of this row, by its name, SKU or id, if `item_per_row` is set. */
  item?: string
  /** The number for text messages. */
  phone?: string
  /** The index of this row among rows with the same email address, from 0. */
  occurrence?: number
  /** The line in the list of the sender, from 1. */
  line?: number
}

/** Throws for errors in the send options, which apply to the whole list. */
export function assertValidOptions(
  options: gifting.SendOptions,
  { campaign, offering }: gifting.ResolvedCampaign,
): void {
  const { campaign_id, variant_ids = [], line_items } = options
  const problems: FieldError[] = [...accounts.validateCostSettings(options)]
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
  gifting.checkCampaign(campaign, (code, param, message) => problems.push({ code, param, message }))
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
export function toCreateBody(options: gifting.SendOptions, row: BulkSendInput): object {
  const { recipient, shipping_address } = row
  const { campaign_id, line_items, send_at, expires_at } = options
  const email_message = messageOfRow(options.email_message, row)
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

export const validatorFor = ({ campaign_id }: gifting.SendOptions): Validator =>
  campaign_id === undefined ? adHocGiftValidator : newGiftRequestValidator
