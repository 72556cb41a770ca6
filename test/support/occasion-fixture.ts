import assert from 'node:assert/strict'
import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import * as contacts from '#contacts'
import * as occasions from '#occasions'
import type { TestApp } from '#test/api-harness'
import { createTestUser } from '#test/test-user'

const dayMs = 86_400_000

/** An account of its own, with a campaign and the user in whose name its rules send. */
export interface Setting {
  account_id: string
  campaign_id: string
  owner_id: string
}

/** Creates what tests of occasions share: accounts with rules, people and checks. */
export function createOccasionFixture(testApp: TestApp) {
  const { run, db } = testApp
  const campaign_id = testApp.campaign('email').id

  let users = 0
  async function addUser(account_id: string, role: accounts.Role): Promise<accounts.User> {
    users += 1
    const input = { email: `user${users}@example.org`, role }
    return (await run((ctx) => createTestUser(ctx, input), account_id)).user
  }

  /** Creates an account of its own, so that no test sees the people of another one. */
  async function createSetting(role: 'admin' | 'sender' = 'admin'): Promise<Setting> {
    const { account } = await testApp.createOtherAccount()
    const found = await run(
      (ctx) => campaigns.list(ctx, {}, { limit: 25, order: 'desc' }),
      account.id,
    )
    const campaign = found.data.find(
      ({ invitation_method, state }) => invitation_method === 'email' && state === 'available',
    )
    const owner = await addUser(account.id, role)
    assert.ok(campaign)
    return { account_id: account.id, campaign_id: campaign.id, owner_id: owner.id }
  }

  const byAdmin = (id: string) => ({
    sender: { id, name: 'Ada', email: 'ada@example.org' },
    isRestricted: false,
  })

  const today = (shift = 0) => {
    const at = new Date(db.clock().getTime() + shift * dayMs)
    return at.toISOString().slice(0, 10)
  }

  const terms = (change: Partial<occasions.RuleTerms> = {}): occasions.RuleTerms => ({
    ...{ kind: 'birthday', field: null, repeats: false, years: [], offset_days: 0 },
    ...{ group_ids: [], countries: [], departments: [], campaign_id, team_id: null },
    ...{ email_message: null, timing: 'on_day', choice_days: 0, weekends: 'same' },
    ...{ send_time: '00:00', time_zone: 'UTC', needs_approval: false, max_days_late: 3 },
    ...change,
  })

  async function addRule(
    { account_id, owner_id, campaign_id }: Setting,
    change: Partial<occasions.RuleTerms> = {},
  ): Promise<string> {
    const input = { name: 'Birthdays', owner_id, terms: terms({ campaign_id, ...change }) }
    return run(async (ctx) => {
      const { id } = await occasions.createRule(ctx, input, byAdmin(owner_id))
      await occasions.switchOn(ctx, id, byAdmin(owner_id))
      return id
    }, account_id)
  }

  let people = 0
  const addPerson = (
    { account_id }: Setting,
    change: Partial<contacts.ContactValues>,
  ): Promise<contacts.Contact> => {
    people += 1
    const values = {
      ...{ given_name: 'Ada', family_name: `Larkin ${people}` },
      work_emails: [`person${people}@example.org`],
      ...change,
    }
    return run((ctx) => contacts.createContact(ctx, values), account_id)
  }

  const check = () => accounts.processDueRows(db, occasions.dueRules)
  const checkAgain = async ({ account_id }: Setting) => {
    await run(
      (ctx) =>
        ctx.query('update occasions.rule set due_at = $1 where on_since is not null', [
          ctx.real_now,
        ]),
      account_id,
    )
    await check()
  }

  const giftsTo = ({ account_id }: Setting): Promise<string[]> =>
    run(
      (ctx) =>
        ctx.queryValues<string>(
          `select c.email_key from gifting.bulk_send_gift b
             join gifting.gift_request g on g.account_id = b.account_id and g.id = b.gift_request_id
             join gifting.contact c on c.account_id = g.account_id and c.id = g.contact_id
            where b.account_id = $1 order by 1`,
          [ctx.account_id],
        ),
      account_id,
    )

  const explain = async (setting: Setting, contact: contacts.Contact) =>
    (await run((ctx) => occasions.explainContact(ctx, contact.id), setting.account_id)).map(
      ({ reason, day, fact }) => [reason, day, fact] as const,
    )

  return {
    ...{ addPerson, addRule, addUser, byAdmin, check, checkAgain, createSetting, explain, giftsTo },
    ...{ terms, today },
  }
}
