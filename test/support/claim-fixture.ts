import assert from 'node:assert/strict'
import * as mail from '#email'
import type * as gifting from '#gifting'
import * as oneLinks from '#one-links'
import type { TestApp } from '#test/api-harness'

type Run = Pick<TestApp, 'run'>
type Claimant = Parameters<typeof oneLinks.claim>[2]

export const createOneLink = ({ run }: Run, campaign_id: string, quantity: number) =>
  run((ctx) => oneLinks.create(ctx, { campaign_id, quantity }))

export const closeOneLink = ({ run }: Run, id: string) => run((ctx) => oneLinks.close(ctx, id))

export const claim = ({ run }: Run, one_link_id: string, claimant: Claimant) =>
  run((ctx) => oneLinks.claim(ctx, one_link_id, claimant))

/** Returns the text of the latest email to an address. Returns undefined if there is none. */
export async function latestEmail(
  { run }: Run,
  email: string,
): Promise<{ kind: string; text: string } | undefined> {
  return run(async (ctx) => {
    const [latest] = await mail.listByRecipient(ctx, email)
    if (latest === undefined) return undefined
    const found = await mail.findAsRecipient(ctx, latest.id)
    return { kind: latest.kind, text: found?.rendered?.text ?? '' }
  })
}

/** Returns the path in the latest email to an address. Opening this path confirms a claim. */
export async function confirmationPath(testApp: Run, email: string): Promise<string> {
  const latest = await latestEmail(testApp, email)
  const [url] = /http\S+\/confirm\?claim=[\w-]+/.exec(latest?.text ?? '') ?? []
  assert.ok(url !== undefined, `${email} has an email with a confirmation link`)
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Returns the token in the latest email to an address. */
export const confirmationToken = async (testApp: Run, email: string): Promise<string> =>
  (await confirmationPath(testApp, email)).split('claim=')[1] ?? ''

/** Claims a gift of a one-link. Confirms the claim with the emailed link. */
export async function claimConfirmed(
  testApp: Run,
  one_link_id: string,
  claimant: Claimant,
): Promise<gifting.Gift> {
  const claimed = await claim(testApp, one_link_id, claimant)
  assert.equal(claimed?.outcome, 'mailed')
  const token = await confirmationToken(testApp, claimant.email)
  const confirmed = await testApp.run((ctx) => oneLinks.confirmClaim(ctx, one_link_id, token))
  assert.ok(confirmed.status === 'claimed', confirmed.status)
  return confirmed.gift
}
