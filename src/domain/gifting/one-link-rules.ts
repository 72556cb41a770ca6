import { domainToASCII } from 'node:url'
import type * as campaigns from '#campaigns'
import {
  type FieldError,
  type NewOneLink,
  newOneLinkValidator,
  normalizeNewOneLink,
  throwIfAny,
} from '#contract'
import type { TxContext } from '#platform/postgres'
import { type Choice, offeringOf } from './offering.ts'
import { campaignsBy, checkCampaign, type Wrong } from './vet.ts'

export interface VettedOneLink {
  body: NewOneLink
  campaign: campaigns.ForGiving
  choice: Choice
}

/** Looks at everything in the body of `POST /one_links`, and refuses with all that is wrong with it at once. */
export async function vetOneLink(
  ctx: TxContext,
  raw: unknown,
  earlier: readonly FieldError[] = [],
): Promise<VettedOneLink> {
  const body = normalizeNewOneLink(raw) as NewOneLink
  const problems: FieldError[] = [...earlier, ...newOneLinkValidator(body)]
  const isClean = (name: string) =>
    !problems.some(({ param }) => param === '' || param === name || param.startsWith(`${name}.`))
  const wrong: Wrong = (code, param, message) => problems.push({ code, param, message })
  let campaign: campaigns.ForGiving | undefined
  if (isClean('campaign_id')) {
    campaign = await campaignsBy(ctx)(body.campaign_id)
    checkCampaign(campaign, wrong)
    checkMethod(campaign, wrong)
  }
  if (
    isClean('expires_at') &&
    body.expires_at !== undefined &&
    new Date(body.expires_at) <= ctx.now
  )
    wrong('invalid', 'expires_at', 'must lie in the future')
  throwIfAny(problems)
  if (campaign === undefined) throw new Error('a body without problems was not vetted')
  return { body, campaign, choice: await offeringOf(ctx, campaign) }
}

function checkMethod(campaign: campaigns.ForGiving | undefined, wrong: Wrong): void {
  if (campaign === undefined || campaign.invitation_method === 'one_link') return
  wrong(
    'not_allowed',
    'campaign_id',
    `must name a campaign with the invitation method one_link; this one has ${campaign.invitation_method}`,
  )
}

/** A domain as it is compared: letters of every script in the one form that DNS knows. */
const domainKey = (domain: string) => domainToASCII(domain) || domain.toLowerCase()

/** Each domain once, in lower case. */
export const domainsOf = ({ allowed_email_domains = [] }: NewOneLink): string[] => [
  ...new Set(allowed_email_domains.map((domain) => domain.toLowerCase())),
]

/** Whether somebody with this e-mail address may claim. */
export const isAllowed = (email: string, domains: readonly string[]): boolean =>
  domains.length === 0 ||
  domains.map(domainKey).includes(domainKey(email.slice(email.lastIndexOf('@') + 1)))
