import {
  emailDomain,
  type FieldError,
  type NewOneLink,
  newOneLinkValidator,
  normalizeNewOneLink,
  throwIfAny,
  toDomainKey,
} from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'

export interface ValidatedOneLink {
  body: NewOneLink
  campaign: gifting.SendableTerms
  offering: gifting.OfferingSnapshot
}

/** Validates the body of `POST /one_links` and throws all errors at once. */
export async function validateOneLink(
  ctx: TxContext,
  raw: unknown,
  requestErrors: readonly FieldError[] = [],
  team_id?: string,
): Promise<ValidatedOneLink> {
  const body = normalizeNewOneLink(raw) as NewOneLink
  const problems: FieldError[] = [...requestErrors, ...newOneLinkValidator(body)]
  const hasNoErrors = (name: string) =>
    !problems.some(({ param }) => param === '' || param === name || param.startsWith(`${name}.`))
  const addError: gifting.AddError = (code, param, message) =>
    problems.push({ code, param, message })
  let campaign: gifting.SendableTerms | undefined
  if (hasNoErrors('campaign_id')) {
    const party = gifting.actingParty(ctx)
    const named = { ...party, team_id: team_id ?? party.team_id }
    campaign = await gifting.campaignLookup(ctx, undefined, named)(body.campaign_id)
    gifting.checkCampaign(campaign, addError)
    checkMethod(campaign, addError)
  }
  if (
    hasNoErrors('expires_at') &&
    body.expires_at !== undefined &&
    new Date(body.expires_at) <= ctx.now
  )
    addError('invalid', 'expires_at', 'must be in the future')
  throwIfAny(problems)
  if (campaign === undefined) throw new Error('a body without errors was not validated')
  return { body, campaign, offering: await gifting.getOfferingSnapshot(ctx, campaign) }
}

function checkMethod(
  campaign: gifting.SendableTerms | undefined,
  addError: gifting.AddError,
): void {
  if (campaign === undefined || campaign.invitation_method === 'one_link') return
  addError(
    'not_allowed',
    'campaign_id',
    `must name a campaign with the invitation method one_link; this one has ${campaign.invitation_method}`,
  )
}

/** Returns the distinct domains in lower case. */
export const normalizeDomains = ({
  allowed_email_domains = [],
}: Pick<NewOneLink, 'allowed_email_domains'>): string[] => [
  ...new Map(
    allowed_email_domains.map((domain) => [toDomainKey(domain), domain.toLowerCase()]),
  ).values(),
]

/** Returns whether the one-link accepts claims with this email address. */
export const isEmailAllowed = (email: string, domains: readonly string[]): boolean =>
  domains.length === 0 || domains.map(toDomainKey).includes(emailDomain(email))
