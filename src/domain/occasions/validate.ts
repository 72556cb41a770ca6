import * as accounts from '#accounts'
import * as contacts from '#contacts'
import type { FieldError } from '#contract'
import { findCountryRules } from '#contract/address-rules'
import { maxOffsetDays } from '#contract/occasion-limits'
import * as gifting from '#gifting'
import { isTimeZone } from '#platform/lib/time-zone'
import type { TxContext } from '#platform/postgres/database'
import type { RuleTerms } from './tables.ts'

/** Returns what is wrong with the terms of a rule, and with the user in whose name it sends. */
export async function validateTerms(
  ctx: TxContext,
  terms: RuleTerms,
  owner_id: string,
): Promise<FieldError[]> {
  const groups = terms.group_ids.length === 0 ? [] : await contacts.listGroups(ctx)
  const known = new Set(groups.map(({ id }) => id))
  return [
    ...validateDates(terms),
    ...terms.group_ids.flatMap((id, index) =>
      known.has(id) ? [] : [unknownReference(`group_ids.${index}`, 'group of contacts')],
    ),
    ...terms.countries.flatMap((code, index) =>
      findCountryRules(code) === undefined
        ? [invalid(`countries.${index}`, 'must be a country code such as DE')]
        : [],
    ),
    ...validateMessage(terms.email_message),
    ...(await validateCampaign(ctx, terms, owner_id)),
  ]
}

/** Returns what is wrong with the times of a rule, without which there is no plan. */
export function validateDates(terms: RuleTerms): FieldError[] {
  const { kind, field, years, offset_days, send_time, time_zone } = terms
  const problems: FieldError[] = []
  if (kind === 'date' && (field ?? '').trim() === '')
    problems.push({
      code: 'required',
      param: 'field',
      message: 'is required: it names the own field of contacts that has the day',
    })
  if (years.length > 0 && kind !== 'anniversary')
    problems.push(invalid('years', 'is only allowed for anniversaries'))
  if (Math.abs(offset_days) > maxOffsetDays)
    problems.push(invalid('offset_days', `must be from -${maxOffsetDays} to ${maxOffsetDays}`))
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(send_time))
    problems.push(invalid('send_time', 'must be a time such as 09:00'))
  if (!isTimeZone(time_zone))
    problems.push(invalid('time_zone', 'must be a time zone such as Europe/Berlin'))
  return problems
}

/** The most characters, as in the message of a gift request. */
const maxLengths = { subject: 255, body: 10_000 } as const

/** Returns what is wrong with the message of a rule. Gifts with it would be refused one by one. */
function validateMessage(message: RuleTerms['email_message']): FieldError[] {
  if (message === null) return []
  const problems = (['subject', 'body'] as const).flatMap((part) => {
    const text = message[part]
    const param = `email_message.${part}`
    if (text.trim() === '')
      return [
        {
          code: 'required',
          param,
          message: 'is required: without a message of its own, the rule sends that of the campaign',
        } as const,
      ]
    if (text.length > maxLengths[part])
      return [invalid(param, `must have at most ${maxLengths[part]} characters`)]
    return part === 'subject' && /\p{Cc}/u.test(text) ? [invalid(param, 'must be one line')] : []
  })
  return [...problems, ...gifting.validateMergeFields(message)]
}

async function validateCampaign(
  ctx: TxContext,
  { campaign_id, team_id }: RuleTerms,
  owner_id: string,
): Promise<FieldError[]> {
  const owner = await accounts.findActiveUser(ctx, { id: owner_id })
  if (owner === undefined) return [unknownReference('owner_id', 'active user')]
  const { id, name, email } = owner
  const options = { campaign_id, ...(team_id !== null && { team_id }) }
  const { campaign } = await gifting.resolveOptions(ctx, options, { id, name, email })
  if (campaign === undefined || campaign.archived_at !== null)
    return [unknownReference('campaign_id', 'campaign that is open')]
  if (campaign.invitation_method !== 'email')
    return [invalid('campaign_id', 'must be a campaign that invites by email')]
  return campaign.refusal === undefined ? [] : [campaign.refusal]
}

const invalid = (param: string, message: string): FieldError => ({
  code: 'invalid',
  param,
  message,
})

const unknownReference = (param: string, what: string): FieldError => ({
  code: 'invalid_reference',
  param,
  message: `names no ${what} of this account`,
})
