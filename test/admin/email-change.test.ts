import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import * as accounts from '#accounts'
import * as mail from '#email'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { type Credentials, createAdminClient, createAdminTestApp } from '#test/admin-harness'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const { origin } = testApp
const minute = 60_000
let count = 0
const newAddress = () => `new.${++count}@example.com`

beforeEach(async () => {
  testApp.time.offsetMs = 0
  await testApp.run((ctx) => ctx.query('delete from access.sign_in_attempt'), '*')
})

const request = async ({ password, ...user }: Credentials, email: string) =>
  (await testApp.signIn({ ...user, password })).post('/security/email', { email, password })
const confirm = (token: string | undefined) =>
  createAdminClient(origin).put('/email-confirmation', { token })
const subjectsTo = (email: string, account_id?: string) =>
  testApp.run(
    async (ctx) => (await mail.listByRecipient(ctx, email)).map(({ kind }) => kind),
    account_id,
  )

describe('a new email address', () => {
  it('replaces the old one after its confirmation, once, and sessions stay signed in', async () => {
    const user = await testApp.createUser('sender')
    const client = await testApp.signIn(user)
    const email = newAddress()
    const sent = await client.post('/security/email', { email, password: user.password })
    assert.equal(sent.status, 202)
    assert.equal((await client.get('/security')).json.email_change.email, email)
    assert.equal((await client.get('/session')).json.me.email, user.email, 'not yet')
    assert.deepEqual(await subjectsTo(user.email), [], 'no notice yet')

    const token = await testApp.findLastEmailToken(email)
    const confirmed = await confirm(token)
    assert.deepEqual([confirmed.status, confirmed.json], [200, { email }])
    assert.equal((await client.get('/session')).json.me.email, email)
    assert.equal((await client.get('/security')).json.email_change, null)
    assert.deepEqual(await subjectsTo(user.email), ['address_changed'])
    assert.equal((await confirm(token)).status, 404, 'the second use')

    await assert.rejects(testApp.signIn(user), /401/)
    await testApp.signIn({ ...user, email })
    const audit = await (await testApp.signIn(testApp.admin)).get(`/audit?subject_id=${user.id}`)
    const entry = audit.json.data.find(
      (each: { action: string }) => each.action === 'user.change_email',
    )
    assert.deepEqual(entry.details, { before: { email: user.email }, after: { email } })
  })

  it('needs the password, a valid address, and one that is not taken in the account', async () => {
    const user = await testApp.createUser('packer')
    const client = await testApp.signIn(user)
    const send = (email: string, password = user.password) =>
      client.post('/security/email', { email, password })
    assert.equal((await send(newAddress(), 'wrong')).json.errors[0].param, 'password')
    for (const email of ['no address', user.email, testApp.sender.email.toUpperCase()])
      assert.equal((await send(email)).json.errors[0].param, 'email', email)
    assert.equal((await client.get('/security')).json.email_change, null)
  })

  it('can change its capitalization only', async () => {
    const user = await testApp.createUser('sender')
    const email = user.email.toUpperCase()
    assert.equal((await request(user, email)).status, 202)
    assert.equal((await confirm(await testApp.findLastEmailToken(email))).status, 200)
    assert.equal((await testApp.signIn(user)).cookies.size > 0, true)
  })

  it('does not reveal a user of another account until the owner of the mailbox confirms', async () => {
    const other = await testApp.createAccount('Other')
    const stranger = await testApp.createUser('sender', other.id)
    const user = await testApp.createUser('sender')
    assert.equal((await request(user, stranger.email)).status, 202)
    const refused = await confirm(await testApp.findLastEmailToken(stranger.email))
    assert.deepEqual([refused.status, refused.json.errors[0].param], [422, 'email'])
    await testApp.signIn(user)
    await testApp.signIn(stranger)
  })

  it('expires after an hour, with the next request, and when the user cancels', async () => {
    const user = await testApp.createUser('sender')
    const client = await testApp.signIn(user)
    const ask = async (email: string) => {
      await client.post('/security/email', { email, password: user.password })
      return testApp.findLastEmailToken(email)
    }
    const first = await ask(newAddress())
    const second = await ask(newAddress())
    assert.equal((await confirm(first)).status, 404, 'replaced')
    assert.equal((await client.delete('/security/email')).status, 204)
    assert.equal((await client.delete('/security/email')).status, 404)
    assert.equal((await confirm(second)).status, 404, 'cancelled')
    const third = await ask(newAddress())
    testApp.time.offsetMs = 61 * minute
    assert.equal((await confirm(third)).status, 404, 'expired')
    assert.equal((await client.get('/session')).json.me.email, user.email)
  })

  it('ends links to the old address that set a new password', async () => {
    const user = await testApp.createUser('sender')
    await createAdminClient(origin).post('/password-reset', { email: user.email })
    const reset = await testApp.findLastEmailToken(user.email)
    const email = newAddress()
    await request(user, email)
    await confirm(await testApp.findLastEmailToken(email))
    const password = 'correct horse battery'
    const used = await createAdminClient(origin).put('/password-reset', { token: reset, password })
    assert.equal(used.status, 404)
  })

  it('cannot be confirmed after the user was removed', async () => {
    const user = await testApp.createUser('sender')
    const email = newAddress()
    await request(user, email)
    const token = await testApp.findLastEmailToken(email)
    await (await testApp.signIn(testApp.admin)).delete(`/members/${user.id}`)
    assert.equal((await confirm(token)).status, 404)
  })

  it('is limited to five requests an hour', async () => {
    const user = await testApp.createUser('sender')
    const client = await testApp.signIn(user)
    const statuses: number[] = []
    for (let n = 0; n < 6; n++)
      statuses.push(
        (await client.post('/security/email', { email: newAddress(), password: user.password }))
          .status,
      )
    assert.deepEqual(statuses, [202, 202, 202, 202, 202, 429])
  })
})

describe('two requests at the same instant', () => {
  it('confirm a link once', async () => {
    const user = await testApp.createUser('sender')
    const email = newAddress()
    await request(user, email)
    const token = await testApp.findLastEmailToken(email)
    const statuses = (await Promise.all([confirm(token), confirm(token)])).map(
      ({ status }) => status,
    )
    assert.deepEqual(statuses.sort(), [200, 404])
    assert.deepEqual(await subjectsTo(user.email), ['address_changed'])
  })

  it('give one address to one of two users', async () => {
    const users = [await testApp.createUser('sender'), await testApp.createUser('sender')]
    const email = newAddress()
    const tokens: string[] = []
    for (const user of users)
      tokens.push(
        await testApp.run(async (ctx) => {
          const input = { user_id: user.id, person_id: user.id, email: user.email }
          return (await accounts.requestEmailChange(ctx, input, email)).token
        }),
      )
    const statuses = (await Promise.all(tokens.map(confirm))).map(({ status }) => status)
    assert.deepEqual(statuses.sort(), [200, 422])
    const owners = await testApp.run(
      (ctx) => ctx.query('select id from access.user where email_key = $1', [email]),
      ALL_ACCOUNTS,
    )
    assert.equal(owners.length, 1)
  })

  it('store one of two new addresses of a user', async () => {
    const user = await testApp.createUser('sender')
    const client = await testApp.signIn(user)
    const emails = [newAddress(), newAddress()]
    const sent = await Promise.all(
      emails.map((email) => client.post('/security/email', { email, password: user.password })),
    )
    assert.deepEqual(pluck(sent, 'status'), [202, 202])
    const statuses: number[] = []
    for (const email of emails)
      statuses.push((await confirm(await testApp.findLastEmailToken(email))).status)
    assert.deepEqual(statuses.sort(), [200, 404])
  })
})
