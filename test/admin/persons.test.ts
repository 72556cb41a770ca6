import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as accounts from '#accounts'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { type AdminClient, createAdminClient, createAdminTestApp } from '#test/admin-harness'
import { createTestUser } from '#test/test-user'

const testApp = await createAdminTestApp()
const here = testApp.account.id
const other = await testApp.createAccount('Meadow')
const otherAdmin = await testApp.createUser('admin', other.id)

/** Adds a user of the other account, with their first role, and returns the credentials. */
const newPerson = (role: accounts.Role = 'admin') => testApp.createUser(role, other.id)

/** Invites an address to this account. Returns the token of the link in the email. */
async function invite(email: string, role: accounts.Role = 'sender'): Promise<string> {
  const admin = await testApp.signIn(testApp.admin)
  const { status } = await admin.post('/invitations', { email, role, name: 'Grace Hopper' })
  assert.equal(status, 201)
  const token = await testApp.findLastEmailToken(email)
  assert.ok(token)
  return token
}

const join = (client: AdminClient, token: string) =>
  client.post('/invitation', { token, with_session: true })

/** Creates a person who is an admin of the other account and a sender of this one, and signs in. */
async function signInToBoth(role: accounts.Role = 'sender') {
  const person = await newPerson()
  const client = await testApp.signIn(person)
  const { status } = await join(client, await invite(person.email, role))
  assert.equal(status, 201)
  return { person, client }
}

const readMe = async (client: AdminClient, query = '') =>
  (await client.get(`/session${query}`)).json.me

const statusIn = async (client: AdminClient, account_id: string, path = '/members') =>
  (await client.get(`${path}?in_account=${account_id}`)).status

const actionsOf = async (account_id: string) =>
  testApp.run(
    (ctx) => ctx.queryValues<string>('select action from access.audit_entry order by id'),
    account_id,
  )

describe('a person of another account', () => {
  it('joins with the sign-in that they have, and has a role in each account', async () => {
    const person = await newPerson()
    const token = await invite(person.email)
    const stranger = createAdminClient(testApp.origin)
    const preview = await stranger.post('/invitation/preview', { token })
    assert.equal(preview.json.has_sign_in, true)
    const withPassword = { token, name: 'Grace', password: 'another password here' }
    const refused = await stranger.post('/invitation', withPassword)
    assert.deepEqual([refused.status, refused.json.errors[0].param], [422, 'email'])
    assert.equal((await join(stranger, token)).status, 401)

    const client = await testApp.signIn(person)
    const joined = await join(client, token)
    assert.deepEqual(
      [joined.status, joined.json.me.account.id, joined.json.me.role],
      [201, here, 'sender'],
    )
    assert.deepEqual(
      joined.json.me.accounts.map(({ id, role, entry }: Record<string, string>) => [
        id,
        role,
        entry,
      ]),
      [
        [here, 'sender', 'open'],
        [other.id, 'admin', 'open'],
      ],
    )
    assert.equal((await join(client, token)).status, 404, 'the link works once')
    assert.equal(await statusIn(client, here), 403)
    assert.equal(await statusIn(client, other.id), 200)
    assert.equal(await statusIn(client, here, '/gift_requests'), 200)
    assert.ok((await actionsOf(here)).includes('user.accept_invitation'))
  })

  it('is not named by a link that an admin copied', async () => {
    const person = await newPerson()
    const admin = await testApp.signIn(testApp.admin)
    const body = { email: person.email, role: 'sender', name: 'Grace' }
    const { url } = (await admin.post('/invitations', body)).json
    const stranger = createAdminClient(testApp.origin)
    const token = new URL(url).hash.slice(1)
    const preview = await stranger.post('/invitation/preview', { token })
    assert.equal(preview.json.has_sign_in, false)
    const client = await testApp.signIn(person)
    assert.equal((await join(client, token)).status, 202, 'the email has the link to join with')
  })

  it('cannot use the invitation of another person', async () => {
    const token = await invite(`someone.else.${Date.now()}@example.com`)
    const { status, json } = await join(await testApp.signIn(await newPerson()), token)
    assert.equal(status, 403)
    assert.match(json.errors[0].message, /is for someone\.else/)
  })

  it('joins once, also when two requests come together', async () => {
    const person = await newPerson()
    const token = await invite(person.email)
    const client = await testApp.signIn(person)
    const both = await Promise.all([join(client, token), join(client, token)])
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 404])
    const me = await readMe(client)
    assert.equal(me.accounts.length, 2)
  })

  it('gets no new password from the command line', async () => {
    const person = await newPerson()
    const added = await testApp.run((ctx) =>
      accounts.createUser(ctx, { email: person.email, role: 'packer' }),
    )
    assert.equal(added.password, undefined)
    assert.equal((await readMe(await testApp.signIn(person))).accounts.length, 2)
  })
})

describe('a session', () => {
  it('is in the account that the request names, and only in those of the person', async () => {
    const { client } = await signInToBoth()
    assert.equal((await readMe(client)).account.id, here)
    assert.equal((await readMe(client, `?in_account=${other.id}`)).account.id, other.id)
    assert.equal((await readMe(client, '?in_account=nonsense')).account.id, here)
    const third = await testApp.createAccount('Third')
    for (const id of [third.id, 'nonsense', '0192d3a4-b5c6-7000-8abc-0123456789ab'])
      assert.equal(await statusIn(client, id, '/sessions'), 403)
    assert.equal(await statusIn(await testApp.signIn(otherAdmin), here, '/sessions'), 403)
    assert.equal(await statusIn(createAdminClient(testApp.origin), here, '/sessions'), 401)
  })

  it('opens new pages in the account that the person chose last', async () => {
    const { person, client } = await signInToBoth()
    const { status } = await client.put(`/session/account?in_account=${other.id}`)
    assert.equal(status, 204)
    assert.equal((await readMe(client)).account.id, other.id)
    assert.ok((await actionsOf(other.id)).includes('session.enter'))
    const again = await testApp.signIn(person)
    assert.equal((await readMe(again)).account.id, other.id, 'the last visited account')
  })

  it('reads and writes only the account of its request', async () => {
    const { client } = await signInToBoth('admin')
    await client.patch(`/account?in_account=${here}`, { sender_name: 'Only here' })
    const names = await Promise.all(
      [here, other.id].map(
        async (id) => (await client.get(`/account?in_account=${id}`)).json.sender_name,
      ),
    )
    assert.deepEqual(names, ['Only here', null])
  })

  it('is in another account while one is suspended', async () => {
    const { client } = await signInToBoth()
    const suspended = { reason: 'not paid' }
    await testApp.run((ctx) => accounts.suspendAccount(ctx, here, suspended), ALL_ACCOUNTS)
    try {
      const me = await readMe(client)
      assert.deepEqual([me.account.id, me.accounts.length], [other.id, 1])
      assert.equal(await statusIn(client, here, '/sessions'), 403)
    } finally {
      await testApp.run((ctx) => accounts.resumeAccount(ctx, here), ALL_ACCOUNTS)
    }
  })

  it('enters an account that requires its provider only through it', async () => {
    const { person, client } = await signInToBoth()
    await testApp.run((ctx) =>
      ctx.query(
        `insert into access.single_sign_on_provider
           (account_id, id, kind, name, path_id, state, is_required, created_at, updated_at)
         values ($1, $1, 'openid-connect', 'x', $1, '{}', true, now(), now())`,
        [here],
      ),
    )
    try {
      const me = await readMe(client)
      assert.equal(me.account.id, other.id)
      const entries = me.accounts.map(({ id, entry }: { id: string; entry: string }) => [id, entry])
      assert.deepEqual(new Map(entries).get(here), 'single_sign_on')
      assert.equal(await statusIn(client, here, '/sessions'), 403)
      assert.equal((await readMe(await testApp.signIn(person))).account.id, other.id)
    } finally {
      await testApp.run((ctx) =>
        ctx.query('delete from access.single_sign_on_provider where account_id = $1', [here]),
      )
    }
  })
})

describe('the end of a membership', () => {
  it('ends only this account when an admin removes the person', async () => {
    const { person, client } = await signInToBoth()
    const admin = await testApp.signIn(testApp.admin)
    const { id } = await readMe(client)
    assert.equal((await admin.delete(`/members/${id}`)).status, 204)
    assert.equal((await readMe(client)).account.id, other.id)
    assert.equal(await statusIn(client, here, '/sessions'), 403)
    assert.equal((await readMe(await testApp.signIn(person))).accounts.length, 1)
    const again = await join(client, await invite(person.email))
    assert.equal(again.status, 201, 'the person can be invited again')
  })

  it('ends only this account when the person leaves', async () => {
    const { client } = await signInToBoth()
    assert.equal((await client.delete(`/session/account?in_account=${here}`)).status, 204)
    assert.deepEqual(
      (await readMe(client)).accounts.map(({ id }: { id: string }) => id),
      [other.id],
    )
    assert.ok((await actionsOf(here)).includes('user.leave'))
  })

  it('leaves no account without an admin', async () => {
    const third = await testApp.createAccount('Fourth')
    const client = await testApp.signIn(await testApp.createUser('admin', third.id))
    const { status, json } = await client.delete('/session/account')
    assert.equal(status, 409)
    assert.match(json.errors[0].message, /at least one admin/)
  })

  it('deletes the sign-in with the last account, also when both end together', async () => {
    const { person, client } = await signInToBoth()
    const ids = new Map<string, string>()
    for (const account_id of [here, other.id])
      ids.set(account_id, (await readMe(client, `?in_account=${account_id}`)).id)
    await Promise.all(
      [...ids].map(([account_id, id]) =>
        testApp.run((ctx) => accounts.removeMember(ctx, id), account_id),
      ),
    )
    assert.equal((await client.get('/sessions')).status, 401)
    const rows = await testApp.run(
      (ctx) =>
        ctx.queryCount('select count(*) from access.person where email = $1', [person.email]),
      ALL_ACCOUNTS,
    )
    assert.equal(rows, 0)
    const fresh = await testApp.run((ctx) =>
      createTestUser(ctx, { email: person.email, role: 'sender' }),
    )
    assert.ok((await testApp.signIn({ ...person, password: fresh.password })).cookies.size > 0)
  })
})

describe('a sign-in method', () => {
  it('belongs to the person: a reset password opens both accounts and is in both logs', async () => {
    const { person } = await signInToBoth()
    const guest = createAdminClient(testApp.origin)
    await guest.post('/password-reset', { email: person.email })
    const token = await testApp.findLastEmailToken(person.email)
    const password = 'a new and long password'
    assert.equal((await guest.put('/password-reset', { token, password })).status, 204)
    const me = await readMe(await testApp.signIn({ ...person, password }))
    assert.equal(me.accounts.length, 2)
    for (const id of [here, other.id])
      assert.ok((await actionsOf(id)).includes('user.reset_password'), id)
  })

  it('has a new address in both accounts, or in none', async () => {
    const { person, client } = await signInToBoth()
    const email = `new.${Date.now()}@example.com`
    const { password } = person
    await client.post(`/security/email?in_account=${here}`, { email, password })
    const token = await testApp.findLastEmailToken(email)
    const taken = await testApp.run(
      (ctx) => accounts.invite(ctx, { id: null, name: 'Op' }, { email, name: 'X', role: 'viewer' }),
      other.id,
    )
    await testApp.run(
      (ctx) =>
        ctx.query(
          `insert into access.person (id, email, email_key, created_at) values ($1, $2, $2, now())`,
          [taken.invitation.id, email],
        ),
      ALL_ACCOUNTS,
    )
    await testApp.run(
      (ctx) =>
        ctx.query(
          `insert into access.user (account_id, id, person_id, email, email_key, name, role, created_at)
           values ($1, $2, $2, $3, $3, 'X', 'viewer', now())`,
          [other.id, taken.invitation.id, email],
        ),
      ALL_ACCOUNTS,
    )
    const guest = createAdminClient(testApp.origin)
    assert.equal((await guest.put('/email-confirmation', { token })).status, 422)
    assert.equal((await readMe(client)).email, person.email)
    await testApp.run((ctx) => accounts.removeMember(ctx, taken.invitation.id), other.id)
    assert.equal((await guest.put('/email-confirmation', { token })).status, 200)
    for (const id of [here, other.id])
      assert.equal((await readMe(client, `?in_account=${id}`)).email, email)
  })

  it('is out of reach of other accounts in the database', async () => {
    const person = await newPerson()
    await testApp.signIn(person)
    for (const table of ['person', 'session', 'passkey', 'backup_code', 'password_reset']) {
      const column = table === 'person' ? 'id' : 'person_id'
      const count = (account_id: string) =>
        testApp.run(
          (ctx) =>
            ctx.queryCount(`select count(*) from access.${table} where ${column} = $1`, [
              person.id,
            ]),
          account_id,
        )
      assert.equal(await count(here), 0, table)
      if (table === 'person' || table === 'session') assert.equal(await count(other.id), 1, table)
    }
    const changed = await testApp.run((ctx) =>
      ctx.query('update access.person set password_hash = null where id = $1 returning 1', [
        person.id,
      ]),
    )
    assert.deepEqual(changed, [])
  })
})
