import type { BenchInstance } from './instance.ts'

/** The parameters to create gift requests through the API of an instance. */
export interface GiftApiClient {
  campaign: { id: string; sender: { id: string } }
  headers: Record<string, string>
  bodyFor(email: string): string
}

export async function createGiftApiClient({
  cli,
  account_id,
  token,
}: BenchInstance): Promise<GiftApiClient> {
  const { data } = (await cli('campaigns', 'list', '--account', account_id)) as {
    data: { id: string; state: string; invitation_method: string; sender: { id: string } }[]
  }
  const campaign = data.find(
    (each) => each.state === 'available' && each.invitation_method === 'email',
  )
  if (campaign === undefined) throw new Error('the account has no available campaign')
  return {
    campaign,
    headers: {
      authorization: `Bearer ${token}`,
      'service-api-version': '2026-05',
      'content-type': 'application/json',
    },
    bodyFor: (email) =>
      JSON.stringify({
        campaign_id: campaign.id,
        recipient: { first_name: 'Ada', last_name: 'Larkin', email },
      }),
  }
}

/**
 * Returns the environment of `baseline.ts`: the rows to write for each POST, taken from one real response.
 */
export const baselineEnv = (
  { env, superuserUrl, account_id }: BenchInstance,
  { campaign }: GiftApiClient,
  endpoint_id: string,
  response: string,
): NodeJS.ProcessEnv => ({
  ...env,
  BENCH_URL: superuserUrl,
  BENCH_TEMPLATE: JSON.stringify({
    account_id,
    endpoint_id,
    campaign_id: campaign.id,
    sender_id: campaign.sender.id,
    offering: '00'.repeat(32),
    email_message: JSON.stringify(
      (JSON.parse(response) as { email_message: object }).email_message,
    ),
    body: response,
    response,
  }),
})
