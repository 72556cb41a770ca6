import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { toEmailKey } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'

interface PreviewedRecipient {
  email: string
  /** The country of the recipient, if the agent knows it. */
  country?: string | undefined
}

/** The number of a recipient's recent gifts in which the code looks for a country. */
const maxRecentGifts = 5

/**
 * Finds recipients who can choose nothing, because no item of the campaign may be sent to their country.
 * Returns a warning for them. If the country of a recipient is not given, the function uses the country of
 * the latest gift with an address.
 */
export async function findDestinationWarnings(
  ctx: TxContext,
  campaign: Pick<campaigns.Campaign, 'id' | 'invitation_method'>,
  recipients: readonly PreviewedRecipient[],
): Promise<string[]> {
  if (campaign.invitation_method === 'sender_provided_address') return [] // the address validation checks it
  const items = await campaigns.listOfferedVariants(ctx, campaign.id)
  const isAvailableIn = (country: string) =>
    items.some((item) => catalogue.checkDestination(item, { country }) !== 'denied')
  const emailsByCountry = new Map<string, string[]>()
  for (const { email, country = await findLatestCountry(ctx, email) } of recipients) {
    if (country === undefined || isAvailableIn(country.toUpperCase())) continue
    const key = country.toUpperCase()
    emailsByCountry.set(key, [...(emailsByCountry.get(key) ?? []), email])
  }
  return [...emailsByCountry].map(
    ([country, emails]) =>
      `No item of this campaign may be sent to ${catalogue.formatDestination(country)}: ${emails.join(', ')} can choose nothing.`,
  )
}

async function findLatestCountry(ctx: TxContext, email: string): Promise<string | undefined> {
  const filter = { email_key: toEmailKey(email) }
  const { data } = await gifting.list(ctx, filter, { limit: maxRecentGifts, order: 'desc' })
  return data.find(({ country }) => country !== null)?.country ?? undefined
}
