import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import {
  type AdminClient,
  type Credentials,
  createAdminClient,
  createAdminTestApp,
} from '#test/admin-harness'
import { createAuthenticator, totpCode } from '#test/fake-authenticator'

const testApp = await createAdminTestApp()
const { origin } = testApp
const halfMinute = 30_000

beforeEach(async () => {
  testApp.time.offsetMs = 0
  await testApp.run((ctx) => ctx.query('delete from access.sign_in_attempt'), '*')
})

const now = () => new Date(Date.now() + testApp.time.offsetMs)
const currentCode = (secret: string) => totpCode(secret, now())

/** Somebody with an authenticator app; a first code has been used. */
async function userWithTotp() {
  const ada = await testApp.createUser('admin')
  const visitor = await testApp.signIn(ada)
  const { secret, uri, qr } = (await visitor.post('/security/totp', { password: ada.password }))
    .json
  assert.match(uri, /^otpauth:\/\/totp\/Bestow/)
  assert.match(qr, /^<svg/)
  const { status, json } = await visitor.put('/security/totp', { code: currentCode(secret) })
  assert.equal(status, 200)
  testApp.time.offsetMs += halfMinute // the next code
  return { ada, visitor, secret, backupCodes: json.backup_codes as string[] }
}

async function startSignIn({ email, password }: Credentials) {
  const visitor = createAdminClient(origin)
  const result = await visitor.post('/session', { email, password })
  assert.equal(result.status, 202)
  assert.equal(visitor.cookies.size, 0, 'a password alone opens nothing')
  return { visitor, ticket: result.json.ticket as string }
}

describe('an authenticator app', () => {
  it('is asked for a code after the password', async () => {
    const { ada, secret } = await userWithTotp()
    const { visitor, ticket } = await startSignIn(ada)
    assert.equal((await visitor.get('/sessions')).status, 401)
    const invalid = await visitor.post('/session/code', { ticket, code: '000000' })
    assert.equal(invalid.status, 401)
    const right = await visitor.post('/session/code', { ticket, code: currentCode(secret) })
    assert.equal(right.status, 201)
    assert.equal(right.json.me.has_totp, true)
    const { data } = (await visitor.get('/sessions')).json
    assert.equal(data[0].method, 'password_and_code')
  })

  it('gives codes that count once', async () => {
    const { ada, secret } = await userWithTotp()
    const code = currentCode(secret)
    const [one, two] = [await startSignIn(ada), await startSignIn(ada)]
    assert.equal(
      (await one.visitor.post('/session/code', { ticket: one.ticket, code })).status,
      201,
    )
    assert.equal(
      (await two.visitor.post('/session/code', { ticket: two.ticket, code })).status,
      401,
    )
    testApp.time.offsetMs += halfMinute
    const next = { ticket: one.ticket, code: currentCode(secret) }
    assert.equal((await one.visitor.post('/session/code', next)).status, 401, 'the ticket is used')
  })

  it('may be half a minute off, and not two', async () => {
    const { ada, secret } = await userWithTotp()
    testApp.time.offsetMs += 10 * halfMinute
    const { visitor, ticket } = await startSignIn(ada)
    const at = (seconds: number) => totpCode(secret, new Date(now().getTime() + seconds * 1000))
    for (const seconds of [-90, 90])
      assert.equal((await visitor.post('/session/code', { ticket, code: at(seconds) })).status, 401)
    assert.equal((await visitor.post('/session/code', { ticket, code: at(-30) })).status, 201)
  })

  it('leaves ten guesses, whatever the ticket', async () => {
    const { ada, secret } = await userWithTotp()
    const [one, two] = [await startSignIn(ada), await startSignIn(ada)]
    for (let at = 0; at < 10; at++) {
      const guess = { ticket: one.ticket, code: String(at).repeat(6) }
      assert.equal((await one.visitor.post('/session/code', guess)).status, 401)
    }
    const right = { ticket: two.ticket, code: currentCode(secret) }
    assert.equal((await two.visitor.post('/session/code', right)).status, 429)
  })

  it('has ten backup codes beside it, each for once', async () => {
    const { ada, visitor: client, backupCodes } = await userWithTotp()
    assert.equal(backupCodes.length, 10)
    const [code = ''] = backupCodes
    const one = await startSignIn(ada)
    const typed = { ticket: one.ticket, code: ` ${code.toLowerCase().replace('-', ' ')}` }
    assert.equal((await one.visitor.post('/session/code', typed)).status, 201)
    const two = await startSignIn(ada)
    const again = { ticket: two.ticket, code }
    assert.equal((await two.visitor.post('/session/code', again)).status, 401)
    assert.equal((await client.get('/security')).json.backup_codes_left, 9)
    const newCodes = await client.post('/security/backup-codes', { password: ada.password })
    assert.equal(newCodes.json.backup_codes.length, 10)
    const three = await startSignIn(ada)
    const old = { ticket: three.ticket, code: backupCodes[1] }
    assert.equal((await three.visitor.post('/session/code', old)).status, 401)
  })

  it('is set up and switched off only with the password', async () => {
    const { ada, visitor } = await userWithTotp()
    for (const path of ['/security/totp', '/security/totp/end', '/security/backup-codes'])
      assert.equal((await visitor.post(path, { password: 'a guess' })).status, 422, path)
    assert.equal((await visitor.post('/security/totp', { password: ada.password })).status, 422)
    assert.equal((await visitor.post('/security/totp/end', { password: ada.password })).status, 204)
    await testApp.signIn(ada)
  })

  it('protects nothing before a first code was right', async () => {
    const ada = await testApp.createUser('sender')
    const visitor = await testApp.signIn(ada)
    await visitor.post('/security/totp', { password: ada.password })
    const invalid = await visitor.put('/security/totp', { code: '123' })
    assert.deepEqual([invalid.status, invalid.json.errors[0].param], [422, 'code'])
    await testApp.signIn(ada)
  })

  it('stays when the password is recovered by mail', async () => {
    const { ada } = await userWithTotp()
    await createAdminClient(origin).post('/recovery', { email: ada.email })
    const token = await testApp.findLastEmailToken(ada.email)
    await createAdminClient(origin).put('/recovery', { token, password: 'quite another one' })
    await startSignIn({ ...ada, password: 'quite another one' })
  })

  it('keeps its secret sealed in the database', async () => {
    const { ada, secret } = await userWithTotp()
    const [row] = await testApp.run((ctx) =>
      ctx.query<{ text: string; sealed: Buffer }>(
        'select p::text as text, totp_encrypted as sealed from access.user p where id = $1',
        [ada.id],
      ),
    )
    assert.ok(row !== undefined && !row.text.includes(secret))
    assert.ok(!row.sealed.includes(secret))
  })

  it('does not take another person’s ticket, or one that is over', async () => {
    const { ada, secret } = await userWithTotp()
    const { visitor, ticket } = await startSignIn(ada)
    testApp.time.offsetMs += 6 * 60_000
    assert.equal(
      (await visitor.post('/session/code', { ticket, code: currentCode(secret) })).status,
      401,
    )
    const rejected = await visitor.post('/session/code', {
      ticket: 'made-up',
      code: currentCode(secret),
    })
    assert.equal(rejected.status, 401)
  })
})

describe('a passkey', () => {
  type Device = ReturnType<typeof createAuthenticator>

  async function addPasskey(visitor: AdminClient, { password }: Credentials, device: Device) {
    const { options, ticket } = (await visitor.post('/security/passkeys/options', { password }))
      .json
    const response = device.create(options)
    return visitor.post('/security/passkeys', { ticket, response, name: 'Telephone' })
  }

  async function withPasskey() {
    const ada = await testApp.createUser('sender')
    const visitor = await testApp.signIn(ada)
    const device = createAuthenticator(origin)
    const result = await addPasskey(visitor, ada, device)
    assert.equal(result.status, 201, result.text)
    return { ada, visitor, device, passkey: result.json }
  }

  async function enter(device: Device, changed = {}) {
    const visitor = createAdminClient(origin)
    const { options, ticket } = (await visitor.post('/session/passkey/options')).json
    const response = device.get(options, changed)
    const { status } = await visitor.post('/session/passkey', { ticket, response })
    return { visitor, status, sent: { ticket, response } }
  }

  it('signs in without password or code', async () => {
    const { ada, device } = await withPasskey()
    const { visitor, status } = await enter(device)
    assert.equal(status, 201)
    assert.equal((await visitor.get('/session')).json.me.id, ada.id)
    assert.equal((await visitor.get('/sessions')).json.data[0].method, 'passkey')
  })

  it('counts once: what was sent cannot be sent again', async () => {
    const { device } = await withPasskey()
    const { sent } = await enter(device)
    assert.equal((await createAdminClient(origin).post('/session/passkey', sent)).status, 401)
  })

  it('counts once however its ticket is spelt, also for synced passkeys, which count nothing', async () => {
    const ada = await testApp.createUser('sender')
    const device = createAuthenticator(origin, { isSynced: true })
    assert.equal((await addPasskey(await testApp.signIn(ada), ada, device)).status, 201)
    const { status, sent } = await enter(device)
    assert.equal(status, 201)
    const { ticket, response } = sent
    for (const spelt of [
      ticket,
      `${ticket}=`,
      `${ticket}==`,
      ` ${ticket}`,
      `!${ticket}`,
      `${ticket.slice(0, 9)} ${ticket.slice(9)}`,
      ticket.replaceAll('-', '+').replaceAll('_', '/'),
    ]) {
      const again = await createAdminClient(origin).post('/session/passkey', {
        ticket: spelt,
        response,
      })
      assert.equal(again.status, 401, spelt.replace(ticket, 'ticket'))
    }
  })

  it('opens nothing from another site, without the person, or for a stranger', async () => {
    const { device } = await withPasskey()
    for (const changed of [
      { origin: 'https://bestow.example.net' },
      { host: 'example.net' },
      { flags: 0x00 },
      { flags: 0x01 }, // somebody touched it, and nobody checked who
    ])
      assert.equal((await enter(device, changed)).status, 401, JSON.stringify(changed))
    assert.equal((await enter(createAuthenticator(origin))).status, 401)
    assert.equal((await enter(device)).status, 201)
  })

  it('does not go backwards: a copy of the device is noticed', async () => {
    const { device } = await withPasskey()
    const visitor = createAdminClient(origin)
    const early = (await visitor.post('/session/passkey/options')).json
    const response = device.get(early.options)
    assert.equal((await enter(device)).status, 201)
    const late = await visitor.post('/session/passkey', { ticket: early.ticket, response })
    assert.equal(late.status, 401)
  })

  it('is added only with the password, with our challenge, to oneself', async () => {
    const { visitor, device, ada } = await withPasskey()
    const refused = await visitor.post('/security/passkeys/options', { password: 'a guess' })
    assert.equal(refused.status, 422)
    const bob = await testApp.createUser('sender')
    const bobClient = await testApp.signIn(bob)
    const { options, ticket } = (
      await bobClient.post('/security/passkeys/options', { password: bob.password })
    ).json
    const other = createAuthenticator(origin)
    const given = { ticket, response: other.create(options), name: 'Mine' }
    assert.equal((await visitor.post('/security/passkeys', given)).status, 422, 'his ticket')
    assert.equal((await bobClient.post('/security/passkeys', given)).status, 201)
    assert.equal((await bobClient.post('/security/passkeys', given)).status, 422, 'a second time')
    const second = await addPasskey(visitor, ada, createAuthenticator(origin))
    assert.equal(second.status, 201)
    assert.equal((await enter(device)).status, 201)
  })

  it('is removed by its owner alone, and opens nothing then', async () => {
    const { visitor, device, passkey } = await withPasskey()
    const mallory = await testApp.signIn(testApp.admin)
    assert.equal((await mallory.delete(`/security/passkeys/${passkey.id}`)).status, 404)
    assert.equal((await visitor.delete(`/security/passkeys/${passkey.id}`)).status, 204)
    assert.equal((await enter(device)).status, 401)
  })
})
