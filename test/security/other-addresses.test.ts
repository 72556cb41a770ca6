import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as accounts from '#accounts'
import { toEmailKey } from '#contract'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { type AdminClient, createAdminClient, createAdminTestApp } from '#test/admin-harness'
import { startOpenIdProvider } from '#test/openid-provider'
import { createScimClient } from '#test/scim-fixture'

/*
 * An admin of one account gives its users the address of a person of another account, through the identity provider. The
 * address must give no power over that person.
 */

const testApp = await createAdminTestApp()
const provider = await startOpenIdProvider()
const other = await testApp.createAccount('Meadow')
const otherAdmin = await testApp.createUser('admin', other.id)
const scim = await createScimClient(testApp, other.id)
const { email } = testApp.sender

/** Creates a user of the other account, who is known there by the address of the sender. */
async function createNamesake() {
  const user = await testApp.createUser('sender', other.id)
  const value = [{ value: email, primary: true }]
  const { status } = await scim.patch(`/Users/${user.id}`, { op: 'replace', path: 'emails', value })
  assert.equal(status, 200)
  return user
}
const namesake = await createNamesake()

describe('the address of a person of another account', () => {
  it('leads to no identity provider of this account', async () => {
    const { issuer, client_id, client_secret } = provider
    const settings = { issuer, client_id, client_secret }
    const client = await testApp.signIn(otherAdmin)
    const { password } = otherAdmin
    const names = { kind: 'openid-connect', name: 'Provider' }
    const { id } = (await client.post('/single-sign-on', names)).json.providers[0]
    const body = { name: 'Provider', settings, is_required: false, password }
    assert.equal((await client.put(`/single-sign-on/${id}`, body)).status, 200)
    const start = (address: string) =>
      createAdminClient(testApp.origin).post('/session/single-sign-on', { email: address })
    const leadsToProvider = async (address: string) =>
      (await start(address)).json.url.startsWith(provider.issuer)
    assert.equal(await leadsToProvider(email), false)
    assert.equal(await leadsToProvider(namesake.email), true, 'the address for sign-in')
  })

  it('gives a browser no attempts of its own', async () => {
    const guess = async (client: AdminClient) =>
      (await client.post('/session', { email, password: 'a guess of the password' })).status
    const client = await testApp.signIn(namesake)
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) statuses.push(await guess(client))
    assert.deepEqual(statuses, [...Array(10).fill(401), 429])
    const again = await testApp.signIn(namesake)
    assert.equal(await guess(again), 429, 'a new sign-in gives no new attempts')
  })

  it('does not reset the attempts when another person has the address', async () => {
    await testApp.run(
      (ctx) =>
        ctx.query(
          'update access.person set email = $2, email_key = $3, email_proven_at = null where id = $1',
          [namesake.id, email, toEmailKey(email)],
        ),
      ALL_ACCOUNTS,
    )
    await testApp.run((ctx) => ctx.query('delete from access.sign_in_attempt'), ALL_ACCOUNTS)
    const origin = { address: '198.51.100.7', user_agent: '' }
    const signIn = (password: string) =>
      accounts.signInWithPassword(testApp.db, { email, password }, origin)
    for (let n = 0; n < 9; n++) assert.equal((await signIn('a guess')).kind, 'refused')
    assert.equal((await signIn(namesake.password)).kind, 'signed_in')
    await assert.rejects(signIn('a guess'), accounts.TooManyAttempts)
  })
})

describe('a person whom another account has deactivated', () => {
  it('does not get another address for sign-in until the account brings the person back', async () => {
    const here = await createScimClient(testApp)
    const person = await testApp.createUser('sender')
    const add = { email: person.email, role: 'sender' } as const
    const { user } = await testApp.run((ctx) => accounts.createUser(ctx, add), other.id)
    await testApp.run(
      (ctx) =>
        ctx.query('update access.person set password_hash = null where id = $1', [person.id]),
      ALL_ACCOUNTS,
    )
    const setActive = async (value: boolean) => {
      const change = { op: 'replace', path: 'active', value }
      assert.equal((await here.patch(`/Users/${person.id}`, change)).status, 200)
    }
    await setActive(false)
    const value = [{ value: 'thief@meadow.example', primary: true }]
    const change = { op: 'replace', path: 'emails', value }
    assert.equal((await scim.patch(`/Users/${user.id}`, change)).status, 200)
    await setActive(true)
    const addresses = await testApp.run(
      (ctx) =>
        ctx.queryValues<string>(
          'select p.email from access.person p join access.user u on u.person_id = p.id where u.id = $1',
          [person.id],
        ),
      ALL_ACCOUNTS,
    )
    assert.deepEqual(addresses, [person.email])
  })
})
