import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as accounts from '#accounts'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createAdminTestApp } from '#test/admin-harness'

/*
 * The admins of an account choose its identity provider, which can name any person of the account. So a password or a passkey
 * that was set in a session by single sign-on must not open other accounts of the person.
 */

const testApp = await createAdminTestApp()
const other = await testApp.createAccount('Meadow')
const planted = 'planted by the provider'

/** Creates a user of this account, for whom the provider sets a password and a passkey. */
async function plant() {
  const user = await testApp.createUser('sender')
  const provider = await testApp.signIn(user)
  await testApp.run(
    (ctx) =>
      ctx.query(
        `update access.session set method = 'single_sign_on', confirmed_at = now() where person_id = $1`,
        [user.id],
      ),
    ALL_ACCOUNTS,
  )
  const change = { new_password: planted }
  assert.equal((await provider.put('/security/password', change)).status, 204)
  await testApp.run((ctx) =>
    ctx.query(
      `insert into access.passkey
         (id, person_id, credential_id, public_key, counter, transports, name, is_synced, created_at, by_single_sign_on)
       values (gen_random_uuid(), $1::uuid, $1::uuid::text, '', 0, '{}', 'Planted', true, now(), true)`,
      [user.id],
    ),
  )
  return user
}

const countPasskeys = (person_id: string) =>
  testApp.run(
    (ctx) =>
      ctx.queryCount('select count(*) from access.passkey where person_id = $1', [person_id]),
    ALL_ACCOUNTS,
  )

it('a password and a passkey of a provider end when the person gets another account', async () => {
  const user = await plant()
  const attacker = await testApp.signIn({ ...user, password: planted })
  await testApp.run(
    (ctx) => accounts.createUser(ctx, { email: user.email, role: 'admin' }),
    other.id,
  )
  assert.equal((await attacker.get(`/members?in_account=${other.id}`)).status, 401)
  await assert.rejects(testApp.signIn({ ...user, password: planted }), /401/)
  assert.equal(await countPasskeys(user.id), 0)
})

it('a person who joins with the password retains it, and other sessions end', async () => {
  const user = await plant()
  const another = await testApp.signIn({ ...user, password: planted })
  const invited = await testApp.run(
    (ctx) =>
      accounts.invite(
        ctx,
        { id: null, name: 'Operator' },
        { email: user.email, name: 'V', role: 'sender' },
      ),
    other.id,
  )
  const person = await testApp.signIn({ ...user, password: planted })
  const body = { token: invited.mailed_token, with_session: true }
  assert.equal((await person.post('/invitation', body)).status, 201)
  assert.equal((await person.get(`/sessions?in_account=${other.id}`)).status, 200)
  assert.equal((await another.get('/sessions')).status, 401)
  assert.equal(await countPasskeys(user.id), 0)
  await testApp.signIn({ ...user, password: planted })
})

it('a password that the person set with an emailed link stays', async () => {
  const user = await plant()
  const guest = await testApp.signIn(testApp.sender)
  await guest.post('/password-reset', { email: user.email })
  const token = await testApp.findLastEmailToken(user.email)
  const password = 'my own new password'
  assert.equal((await guest.put('/password-reset', { token, password })).status, 204)
  await testApp.run(
    (ctx) => accounts.createUser(ctx, { email: user.email, role: 'admin' }),
    other.id,
  )
  const client = await testApp.signIn({ ...user, password })
  assert.equal((await client.get(`/members?in_account=${other.id}`)).status, 200)
})
