import { Type } from 'typebox'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import type { TxContext } from '#platform/postgres/database'
import { itemsWithStock, permission, terms, text, timestamp } from './output-schemas.ts'
import { readOnly, type Tool, tool, toolInput } from './tool.ts'

const invitationTexts = {
  email: 'the recipient gets an email with a link',
  gift_link: 'you get a link to pass on to the recipient',
  one_link: 'one public link for many people; not for sending to one person',
  sender_provided_address:
    'the gift is shipped to an address that you provide, with the items you choose',
} as const

const findCampaigns = tool({
  name: 'find_campaigns',
  scope: 'campaigns:read',
  title: 'Find matching campaigns',
  description:
    'Lists the available campaigns of the account with their items and stock. Call this tool before sending a gift: preview_gift needs the id of a campaign.',
  hints: readOnly,
  input: toolInput({
    about: Type.Optional(
      Type.String({
        description:
          'Words for the occasion or the gift, such as "birthday tea". Default: all campaigns.',
        maxLength: 200,
      }),
    ),
    invitation_method: Type.Optional(
      Type.String({
        enum: Object.keys(invitationTexts),
        description: 'Only campaigns with this invitation method.',
      }),
    ),
  }),
  output: Type.Object({
    campaigns: Type.Array(Type.Object({ ...terms, sender: text(), items: itemsWithStock })),
  }),
  async run({ ctx }, { about = '', invitation_method }) {
    const terms = about.toLowerCase().split(/\s+/).filter(Boolean)
    const matches = (await listAvailable(ctx))
      .filter(
        (each) => invitation_method === undefined || each.invitation_method === invitation_method,
      )
      .map((campaign) => ({ campaign, score: relevance(campaign, terms) }))
      .filter(({ score }) => terms.length === 0 || score > 0)
      .sort((a, b) => b.score - a.score)
    const found = matches.slice(0, maxResults).map(({ campaign }) => campaign)
    const maxChoices = await campaigns.maxChoicesById(
      ctx,
      found.map(({ id }) => id),
    )
    const results = []
    for (const campaign of found) {
      const choices = maxChoices.get(campaign.id) ?? 1
      results.push(await toCampaignResult(ctx, campaign, choices))
    }
    return { output: { campaigns: results } }
  },
})

const maxResults = 10

/**
 * Reads all pages of campaigns that are available, neither paused nor ended. An account has dozens of campaigns and not thousands, so
 * this is fast.
 */
async function listAvailable(ctx: TxContext): Promise<campaigns.Campaign[]> {
  const all: campaigns.Campaign[] = []
  for (let after: string | undefined; ; ) {
    const page = { limit: 25, order: 'desc', ...(after === undefined ? {} : { after }) } as const
    const { data, has_more } = await campaigns.list(ctx, { state: 'available' }, page)
    all.push(...(await campaigns.withoutClosed(ctx, data)))
    after = data.at(-1)?.id
    if (!has_more || all.length >= 500) return all
  }
}

/** Computes the score of a campaign from the number of matching terms. A match in the name counts double. */
function relevance(campaign: campaigns.Campaign, terms: readonly string[]): number {
  const name = campaign.name.toLowerCase()
  const all = [
    campaign.description,
    campaign.theme.headline,
    ...campaign.products.flatMap((product) => [product.name, product.description]),
  ]
    .join(' ')
    .toLowerCase()
  return terms.reduce(
    (score, term) => score + (name.includes(term) ? 2 : 0) + (all.includes(term) ? 1 : 0),
    0,
  )
}

const describeChoice = (
  { selection_mode }: Pick<campaigns.Campaign, 'selection_mode'>,
  maxChoices: number,
): string => {
  if (selection_mode === 'all') return 'all items'
  return maxChoices === 1
    ? 'one of the items, of their choice'
    : `one to ${maxChoices} of the items, of their choice, each of another product`
}

/** Converts a campaign to the result for an agent, with the items and the amounts of donations. */
export async function toCampaignResult(
  ctx: TxContext,
  campaign: campaigns.Campaign,
  maxChoices: number,
) {
  const ids = campaign.products.flatMap(({ variants }) => variants.map(({ id }) => id))
  const variants = await catalogue.variantsById(ctx, ids)
  return {
    id: campaign.id,
    name: campaign.name,
    description: campaign.description,
    how_it_invites: invitationTexts[campaign.invitation_method],
    recipient_gets: describeChoice(campaign, maxChoices),
    expires_after_days: campaign.expires_after_days,
    sender: campaign.sender.name,
    items: campaign.products.flatMap((product) =>
      product.variants.map((variant) => ({
        variant_id: variant.id,
        name: variant.name === product.name ? product.name : `${product.name}: ${variant.name}`,
        kind: product.kind,
        donation: toAmount(variants.get(variant.id)?.donation),
        in_stock:
          product.kind === 'digital'
            ? null
            : variant.stock_levels.reduce((sum, level) => sum + level.available, 0),
      })),
    ),
  }
}

/**
 * Returns the amount that the sender gives if the recipient chooses a donation. Returns null for other items.
 */
const toAmount = (donation: catalogue.DonationDetails | undefined) =>
  donation?.donation_amount_minor == null
    ? null
    : { amount: donation.donation_amount_minor, currency: donation.donation_currency }

const accountSummary = tool({
  name: 'account_summary',
  scope: null,
  title: 'Account of the token',
  description:
    'Returns the account of the token, the stage (staging or production), and whether and how many gifts the token may send.',
  hints: readOnly,
  input: toolInput({}),
  output: Type.Object({
    account: text('The name of the account.'),
    stage: text(),
    region: text(),
    tier: text(),
    clock: timestamp('The time of the account, which a test clock can advance.'),
    ...permission,
  }),
  async run({ ctx, caller, agent_id, now }) {
    const account = await accounts.findAccount(ctx, ctx.account_id)
    const quota = await apiKeys.findDailyQuota(ctx, agent_id, now)
    return {
      output: {
        account: account?.name,
        stage: ctx.deployment.stage,
        region: ctx.deployment.region,
        tier: caller.tier,
        clock: ctx.now,
        may_send: quota !== undefined,
        sending: quota ?? null,
      },
    }
  },
})

export const campaignTools: readonly Tool[] = [findCampaigns, accountSummary]
