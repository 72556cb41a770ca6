import * as access from '#access'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import type { Work } from '#platform/postgres'

/**
 * Gives an account the demo catalogue and campaigns, and a person in whose name they are sent. The
 * work must be the account's. Answers whom it made, with the password, which is shown only here.
 */
export async function seed(work: Work): Promise<{ person: access.Person; password: string }> {
  const made = await access.createPerson(work, {
    email: `dana@${work.account_id.slice(-12)}.example.com`,
    name: 'Dana Lark',
    role: 'admin',
  })
  const variants = await catalogue.createDemo(work)
  await campaigns.createDemoCampaigns(work, made.person.id, variants)
  return made
}
