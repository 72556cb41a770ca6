import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import { seed } from '#app/demo-data'
import * as mail from '#email'
import * as oneLinks from '#one-links'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { type AdminClient, createAdminClient, createAdminTestApp } from '#test/admin-harness'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const password = 'correct horse battery'
let operator: AdminClient

before(async () => {
  const user = await testApp.createUser('sender')
  await testApp.run((ctx) => accounts.setOperator(ctx, user.email, true), ALL_ACCOUNTS)
  operator = await testApp.signIn(user)
})

const create = async (name: string, email: string) => {
  const body = { name, tier: 'on_demand', email, admin_name: 'Grace Hopper' }
  const created = await operator.post('/accounts', body)
  assert.equal(created.status, 201, created.text)
  return created.json
}

/** Accepts the invitation of the email. Returns the signed-in admin. */
async function accept(account_id: string, email: string): Promise<AdminClient> {
  const token = await testApp.findLastEmailToken(email, account_id)
  const client = createAdminClient(testApp.origin)
  const preview = await client.post('/invitation/preview', { token })
  assert.equal(preview.status, 200, preview.text)
  const accepted = await client.post('/invitation', { token, name: 'Grace Hopper', password })
  assert.equal(accepted.status, 201, accepted.text)
  return client
}

describe('operators', () => {
  it('create an account whose first admin signs in with the link of an email', async () => {
    const { account, invitation } = await create('Orchard', 'grace@orchard.example')
    assert.deepEqual(
      [account.name, account.tier, account.users, account.suspended_at],
      ['Orchard', 'on_demand', 0, null],
    )
    assert.match(invitation.url, /\/invitation#[\w-]{43}$/)
    const grace = await accept(account.id, 'grace@orchard.example')
    const { me } = (await grace.get('/session')).json
    assert.deepEqual([me.account.name, me.role, me.is_operator], ['Orchard', 'admin', false])
    const entries = (await grace.get('/audit')).json.data as { action: string; actor: object }[]
    assert.ok(entries.some(({ action }) => action === 'account.set_up'))
  })

  it('are named in the invitation, in which they are no user', async () => {
    const { account } = await create('Harbour', 'grace@harbour.example')
    const again = { email: 'ada@harbour.example', name: 'Ada Larkin' }
    const invited = await operator.post(`/accounts/${account.id}/invite-admin`, again)
    assert.equal(invited.status, 201, invited.text)
    const grace = await accept(account.id, 'grace@harbour.example')
    const [pending] = (await grace.get('/invitations')).json.data
    assert.deepEqual([pending.email, pending.invited_by.id], ['ada@harbour.example', null])
    assert.notEqual(pending.invited_by.name, '')
    const late = await operator.post(`/accounts/${account.id}/invite-admin`, again)
    assert.match(late.json.errors[0].message, /People have joined this account/)
  })

  it('find accounts by name, tenant and id, page by page', async () => {
    const { account } = await create('Lighthouse & Söhne', 'a@lighthouse.example')
    for (const q of ['house & sö', account.tenant.slice(0, 12), account.id]) {
      const { data } = (await operator.get(`/accounts?q=${encodeURIComponent(q)}`)).json
      assert.deepEqual(pluck(data, 'id'), [account.id], q)
    }
    assert.deepEqual((await operator.get('/accounts?q=%25')).json.data, [])
    const all = (await operator.get('/accounts?limit=100')).json.data
    const first = (await operator.get('/accounts?limit=2')).json
    const second = (await operator.get(`/accounts?limit=100&after=${first.data[1].id}`)).json
    assert.equal(first.has_more, true)
    assert.deepEqual(pluck([...first.data, ...second.data], 'id'), pluck(all, 'id'))
  })

  it('change the name and the tier, which the audit log of the account shows', async () => {
    const { account } = await create('Meadow', 'grace@meadow.example')
    const change = { name: 'Meadow Gifts', tier: 'enterprise' }
    const { json } = await operator.patch(`/accounts/${account.id}`, change)
    assert.deepEqual([json.name, json.tier], ['Meadow Gifts', 'enterprise'])
    const grace = await accept(account.id, 'grace@meadow.example')
    const [entry] = (await grace.get('/audit?action=account.change')).json.data
    assert.deepEqual(
      [entry.actor.kind, entry.details.before.name, entry.details.after.tier],
      ['operator', 'Meadow', 'enterprise'],
    )
  })

  it('get an error that names the member', async () => {
    const body = { name: 'Meadow', tier: 'on_demand', email: 'grace', admin_name: 'Grace' }
    const refused = await operator.post('/accounts', body)
    assert.deepEqual([refused.status, refused.json.errors[0].param], [422, 'email'])
    for (const [param, value] of Object.entries({ name: ' \n', admin_name: '\t', email: '' })) {
      const { json } = await operator.post('/accounts', {
        ...body,
        email: 'g@m.example',
        [param]: value,
      })
      assert.deepEqual(pluck(json.errors, 'param'), [param])
    }
    const lines = { ...body, name: 'Two\r\nLines', email: 'g@lines.example' }
    assert.equal((await operator.post('/accounts', lines)).json.account.name, 'Two Lines')
    const other = await testApp.createAccount('Other')
    const noReason = await operator.post(`/accounts/${other.id}/suspend`, { reason: ' ' })
    assert.deepEqual(pluck(noReason.json.errors, 'param'), ['reason'])
    const { data } = (await operator.get('/accounts?q=Meadow&limit=100')).json
    assert.ok(!pluck(data, 'users').includes(undefined))
    for (const path of ['/accounts/nothing', `/accounts/${testApp.admin.id}`])
      assert.equal((await operator.patch(path, { tier: 'enterprise' })).status, 404, path)
  })
})

describe('other users', () => {
  it('cannot call an operation of an operator, not even an admin on their own account', async () => {
    const admin = await testApp.signIn(testApp.admin)
    const own = `/accounts/${testApp.account.id}`
    const results = await Promise.all([
      admin.get('/accounts'),
      admin.post('/accounts', { name: 'x', tier: 'enterprise', email: 'a@b.co', admin_name: 'x' }),
      admin.patch(own, { tier: 'enterprise' }),
      admin.post(`${own}/invite-admin`, { email: 'a@b.co', name: 'x' }),
      admin.post(`${own}/suspend`, { reason: 'x' }),
      admin.post(`${own}/resume`),
    ])
    assert.deepEqual(pluck(results, 'status'), [403, 403, 403, 403, 403, 403])
  })
})

describe('the end of an account', () => {
  it('begins a term that the list shows, and that resuming calls back', async () => {
    const { account } = await create('Leaving', 'leaving@example.com')
    const path = `/accounts/${account.id}`
    assert.equal((await operator.post(`${path}/end`, { days: 30 })).status, 409)
    await operator.post(`${path}/suspend`, { reason: 'left' })
    for (const days of [0, 366, 1.5, '30'])
      assert.equal((await operator.post(`${path}/end`, { days })).status, 422, `${days}`)
    const ended = await operator.post(`${path}/end`, { days: 30 })
    assert.equal(ended.status, 200, ended.text)
    const days = (Date.parse(ended.json.erase_after) - Date.now()) / 86_400_000
    assert.ok(Math.abs(days - 30) < 0.1, `${days} days`)
    const [listed] = (await operator.get(`/accounts?q=${account.id}`)).json.data
    assert.equal(listed.erase_after, ended.json.erase_after)
    const resumed = await operator.post(`${path}/resume`)
    assert.deepEqual([resumed.json.erase_after, resumed.json.suspended_at], [null, null])
    const admin = await testApp.signIn(testApp.admin)
    assert.equal((await admin.post(`${path}/end`, { days: 30 })).status, 403)
  })
})

describe('the admins of an account that ends', () => {
  it('get an email with the date, after each change of the term, and one when it is called back', async () => {
    const { account } = await create('Sad & <Co>', 'boss@sad.example')
    const boss = await accept(account.id, 'boss@sad.example')
    const packer = { email: 'packer@sad.example', name: 'Pia', role: 'packer' as const }
    await testApp.run((ctx) => accounts.createUser(ctx, packer), account.id)
    const path = `/accounts/${account.id}`
    const listEmails = () =>
      testApp.run(async (ctx) => {
        const emails = await mail.list(ctx, {})
        const found = emails.filter(({ kind }) => kind.startsWith('account_end'))
        return Promise.all(
          found.map(async ({ id, kind, to, subject }) => {
            const text = (await mail.find(ctx, id))?.rendered?.text ?? ''
            return { kind, to: to?.email, subject, text }
          }),
        )
      }, account.id)
    await operator.post(`${path}/suspend`, { reason: 'left' })
    await operator.post(`${path}/resume`)
    assert.deepEqual(await listEmails(), [], 'an account without an end')
    await operator.post(`${path}/suspend`, { reason: 'left' })
    const { json } = await operator.post(`${path}/end`, { days: 30 })
    const [first, ...others] = await listEmails()
    assert.deepEqual(others, [])
    assert.deepEqual(
      [first?.kind, first?.to, first?.subject],
      ['account_ending', 'boss@sad.example', 'Sad & <Co> will be deleted'],
    )
    const day = new Date(Date.parse(json.erase_after) - 12 * 3_600_000)
    const text = new RegExp(
      `After \\w+, [^.]*\\b${day.getUTCDate()}\\b[^.]* ${day.getUTCFullYear()}`,
    )
    assert.match(first?.text ?? '', text)
    assert.match(first?.text ?? '', /ask the operator of localhost/)
    await operator.post(`${path}/end`, { days: 7 })
    assert.equal((await listEmails()).length, 2)
    assert.equal((await boss.get('/session')).json.me ?? null, null, 'the text says so')
    await operator.post(`${path}/resume`)
    await operator.post(`${path}/resume`)
    const kinds = pluck(await listEmails(), 'kind')
    assert.deepEqual(kinds, ['account_end_revoked', 'account_ending', 'account_ending'])
    assert.equal((await boss.get('/session')).json.me.account.name, 'Sad & <Co>')
  })
})

describe('a suspended account', () => {
  it('lets no one in and sends nothing new, until it is resumed', async () => {
    const { account } = await create('Valley', 'grace@valley.example')
    const grace = await accept(account.id, 'grace@valley.example')
    await testApp.run((ctx) => seed(ctx), account.id)
    const { token } = await testApp.run((ctx) => apiKeys.createToken(ctx, {}), account.id)
    const { data } = (await grace.get('/campaigns?state=available')).json
    const { id: campaign_id } = data.find(
      (each: { invitation_method: string }) => each.invitation_method === 'one_link',
    )
    const link = { campaign_id, quantity: 3, allowed_email_domains: [] }
    const one_link = (await grace.post('/one_links', link)).json
    const authenticate = apiKeys.createAuthenticator(testApp.db, testApp.db.deployment)
    const read = async () => ({
      session: (await grace.get('/campaigns')).status,
      token: (await authenticate(token)) === undefined ? 'rejected' : 'accepted',
      page: (await (await fetch(one_link.url)).text()).includes('closed') ? 'closed' : 'open',
      claim: (
        await testApp.run(
          (ctx) =>
            oneLinks.claim(ctx, one_link.id, {
              first_name: 'Ben',
              last_name: 'Okafor',
              email: `ben.${Math.random()}@example.com`,
            }),
          account.id,
        )
      )?.outcome,
    })
    const active = { session: 200, token: 'accepted', page: 'open' }
    const { claim, ...before } = await read()
    assert.deepEqual(before, active)
    assert.notEqual(claim, 'closed')

    const reason = { reason: 'Unpaid invoice 4711' }
    const { json } = await operator.post(`/accounts/${account.id}/suspend`, reason)
    assert.deepEqual([json.suspension_reason, json.suspended_at === null], [reason.reason, false])
    assert.deepEqual(await read(), {
      session: 401,
      token: 'rejected',
      page: 'closed',
      claim: 'closed',
    })
    testApp.time.offsetMs += 2 * 60 * 60 * 1000 // the place of the claim is due after 30 minutes
    assert.equal(await oneLinks.processDueClaims(testApp.db), 0)
    const refused = await createAdminClient(testApp.origin).post('/session', {
      email: 'grace@valley.example',
      password,
    })
    assert.match(refused.json.errors[0].message, /This account is suspended/)
    assert.ok(!refused.text.includes('4711'), 'the reason is for operators')

    await operator.post(`/accounts/${account.id}/resume`)
    assert.notEqual(await oneLinks.processDueClaims(testApp.db), 0)
    const { claim: claimAfter, ...after } = await read()
    assert.deepEqual(after, active)
    assert.notEqual(claimAfter, 'closed')
  })

  it('is not shown to have a suspension to someone without the password', async () => {
    const { account } = await create('Brook', 'grace@brook.example')
    await accept(account.id, 'grace@brook.example')
    await operator.post(`/accounts/${account.id}/suspend`, { reason: 'x' })
    const body = { email: 'grace@brook.example', password: 'wrong wrong wrong' }
    const { text } = await createAdminClient(testApp.origin).post('/session', body)
    assert.doesNotMatch(text, /suspended/)
  })

  it('is never the account of the operator', async () => {
    const own = `/accounts/${testApp.account.id}/suspend`
    const refused = await operator.post(own, { reason: 'x' })
    assert.match(refused.json.errors[0].message, /This is your own account/)
  })
})
