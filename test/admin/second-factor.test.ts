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

/** Creates a user with an authenticator app and a session. The first code is already used. */
async function createUserWithTotp() {
  const ada = await testApp.createUser('admin')
  const client = await testApp.signIn(ada)
  const { secret, uri, qr } = (await client.post('/security/totp', { password: ada.password })).json
  assert.match(uri, /^otpauth:\/\/totp\/Bestow/)
  assert.match(qr, /^<svg/)
  const { status, json } = await client.put('/security/totp', { code: currentCode(secret) })
  assert.equal(status, 200)
  testApp.time.offsetMs += halfMinute // advances the time, so that a new code is valid
  return { ada, client, secret, backupCodes: json.backup_codes as string[] }
}

async function startSignIn({ email, password }: Credentials) {
  const client = createAdminClient(origin)
  const result = await client.post('/session', { email, password })
  assert.equal(result.status, 202)
  assert.equal(client.cookies.size, 0, 'a password alone starts no session')
  return { client, token: result.json.challenge_token as string }
}

describe('an authenticator app', () => {
  it('is required after the password', async () => {
    const { ada, secret } = await createUserWithTotp()
    const { client, token } = await startSignIn(ada)
    assert.equal((await client.get('/sessions')).status, 401)
    const invalid = await client.post('/session/code', { challenge_token: token, code: '000000' })
    assert.equal(invalid.status, 401)
    const right = await client.post('/session/code', {
      challenge_token: token,
      code: currentCode(secret),
    })
    assert.equal(right.status, 201)
    assert.equal(right.json.me.has_totp, true)
    const { data } = (await client.get('/sessions')).json
    assert.equal(data[0].method, 'password_and_code')
  })

  it('accepts each code once', async () => {
    const { ada, secret } = await createUserWithTotp()
    const code = currentCode(secret)
    const [one, two] = [await startSignIn(ada), await startSignIn(ada)]
    assert.equal(
      (await one.client.post('/session/code', { challenge_token: one.token, code })).status,
      201,
    )
    assert.equal(
      (await two.client.post('/session/code', { challenge_token: two.token, code })).status,
      401,
    )
    testApp.time.offsetMs += halfMinute
    const next = { challenge_token: one.token, code: currentCode(secret) }
    assert.equal(
      (await one.client.post('/session/code', next)).status,
      401,
      'the challenge token is used',
    )
  })

  it('accepts codes that are 30 s off, but not 90 s', async () => {
    const { ada, secret } = await createUserWithTotp()
    testApp.time.offsetMs += 10 * halfMinute
    const { client, token } = await startSignIn(ada)
    const codeAt = (seconds: number) => totpCode(secret, new Date(now().getTime() + seconds * 1000))
    for (const seconds of [-90, 90])
      assert.equal(
        (await client.post('/session/code', { challenge_token: token, code: codeAt(seconds) }))
          .status,
        401,
      )
    assert.equal(
      (await client.post('/session/code', { challenge_token: token, code: codeAt(-30) })).status,
      201,
    )
  })

  it('allows ten wrong codes over all tickets', async () => {
    const { ada, secret } = await createUserWithTotp()
    const [one, two] = [await startSignIn(ada), await startSignIn(ada)]
    for (let n = 0; n < 10; n++) {
      const guess = { challenge_token: one.token, code: String(n).repeat(6) }
      assert.equal((await one.client.post('/session/code', guess)).status, 401)
    }
    const right = { challenge_token: two.token, code: currentCode(secret) }
    assert.equal((await two.client.post('/session/code', right)).status, 429)
  })

  it('has ten single-use backup codes', async () => {
    const { ada, client, backupCodes } = await createUserWithTotp()
    assert.equal(backupCodes.length, 10)
    const [code = ''] = backupCodes
    const one = await startSignIn(ada)
    const typed = { challenge_token: one.token, code: ` ${code.toLowerCase().replace('-', ' ')}` }
    assert.equal((await one.client.post('/session/code', typed)).status, 201)
    const two = await startSignIn(ada)
    const again = { challenge_token: two.token, code }
    assert.equal((await two.client.post('/session/code', again)).status, 401)
    assert.equal((await client.get('/security')).json.backup_codes_left, 9)
    const newCodes = await client.post('/security/backup-codes', { password: ada.password })
    assert.equal(newCodes.json.backup_codes.length, 10)
    const three = await startSignIn(ada)
    const old = { challenge_token: three.token, code: backupCodes[1] }
    assert.equal((await three.client.post('/session/code', old)).status, 401)
  })

  it('is enabled and disabled only with the password', async () => {
    const { ada, client } = await createUserWithTotp()
    for (const path of ['/security/totp', '/security/totp/disable', '/security/backup-codes'])
      assert.equal((await client.post(path, { password: 'a guess' })).status, 422, path)
    assert.equal((await client.post('/security/totp', { password: ada.password })).status, 422)
    assert.equal(
      (await client.post('/security/totp/disable', { password: ada.password })).status,
      204,
    )
    await testApp.signIn(ada)
  })

  it('is inactive before the first valid code', async () => {
    const ada = await testApp.createUser('sender')
    const client = await testApp.signIn(ada)
    await client.post('/security/totp', { password: ada.password })
    const invalid = await client.put('/security/totp', { code: '123' })
    assert.deepEqual([invalid.status, invalid.json.errors[0].param], [422, 'code'])
    await testApp.signIn(ada)
  })

  it('is still required after a password reset', async () => {
    const { ada } = await createUserWithTotp()
    await createAdminClient(origin).post('/password-reset', { email: ada.email })
    const token = await testApp.findLastEmailToken(ada.email)
    await createAdminClient(origin).put('/password-reset', { token, password: 'quite another one' })
    await startSignIn({ ...ada, password: 'quite another one' })
  })

  it('has an encrypted secret in the database', async () => {
    const { ada, secret } = await createUserWithTotp()
    const [row] = await testApp.run((ctx) =>
      ctx.query<{ text: string; encrypted: Buffer }>(
        'select p::text as text, totp_encrypted as encrypted from access.person p where id = $1',
        [ada.id],
      ),
    )
    assert.ok(row !== undefined && !row.text.includes(secret))
    assert.ok(!row.encrypted.includes(secret))
  })

  it('rejects an expired or made-up challenge token', async () => {
    const { ada, secret } = await createUserWithTotp()
    const { client, token } = await startSignIn(ada)
    testApp.time.offsetMs += 6 * 60_000
    assert.equal(
      (await client.post('/session/code', { challenge_token: token, code: currentCode(secret) }))
        .status,
      401,
    )
    const rejected = await client.post('/session/code', {
      challenge_token: 'made-up',
      code: currentCode(secret),
    })
    assert.equal(rejected.status, 401)
  })
})

describe('a passkey', () => {
  type Device = ReturnType<typeof createAuthenticator>

  async function addPasskey(client: AdminClient, { password }: Credentials, device: Device) {
    const { options, challenge_token } = (
      await client.post('/security/passkeys/options', { password })
    ).json
    const response = device.create(options)
    return client.post('/security/passkeys', { challenge_token, response, name: 'Telephone' })
  }

  async function createUserWithPasskey() {
    const ada = await testApp.createUser('sender')
    const client = await testApp.signIn(ada)
    const device = createAuthenticator(origin)
    const result = await addPasskey(client, ada, device)
    assert.equal(result.status, 201, result.text)
    return { ada, client, device, passkey: result.json }
  }

  async function signInWithPasskey(device: Device, changed = {}) {
    const client = createAdminClient(origin)
    const { options, challenge_token } = (await client.post('/session/passkey/options')).json
    const response = device.get(options, changed)
    const { status } = await client.post('/session/passkey', { challenge_token, response })
    return { client, status, sent: { challenge_token, response } }
  }

  it('signs in without password or code', async () => {
    const { ada, device } = await createUserWithPasskey()
    const { client, status } = await signInWithPasskey(device)
    assert.equal(status, 201)
    assert.equal((await client.get('/session')).json.me.id, ada.id)
    assert.equal((await client.get('/sessions')).json.data[0].method, 'passkey')
  })

  it('accepts each response once', async () => {
    const { device } = await createUserWithPasskey()
    const { sent } = await signInWithPasskey(device)
    assert.equal((await createAdminClient(origin).post('/session/passkey', sent)).status, 401)
  })

  it('accepts each response once for all spellings of the challenge token, also for synced passkeys without a counter', async () => {
    const ada = await testApp.createUser('sender')
    const device = createAuthenticator(origin, { isSynced: true })
    assert.equal((await addPasskey(await testApp.signIn(ada), ada, device)).status, 201)
    const { status, sent } = await signInWithPasskey(device)
    assert.equal(status, 201)
    const { challenge_token, response } = sent
    for (const spelt of [
      challenge_token,
      `${challenge_token}=`,
      `${challenge_token}==`,
      ` ${challenge_token}`,
      `!${challenge_token}`,
      `${challenge_token.slice(0, 9)} ${challenge_token.slice(9)}`,
      challenge_token.replaceAll('-', '+').replaceAll('_', '/'),
    ]) {
      const again = await createAdminClient(origin).post('/session/passkey', {
        challenge_token: spelt,
        response,
      })
      assert.equal(again.status, 401, spelt.replace(challenge_token, 'challenge_token'))
    }
  })

  it('is rejected from another origin, without user verification, or if it is not registered', async () => {
    const { device } = await createUserWithPasskey()
    for (const changed of [
      { origin: 'https://bestow.example.net' },
      { host: 'example.net' },
      { flags: 0x00 },
      { flags: 0x01 }, // the user is present, but not verified
    ])
      assert.equal((await signInWithPasskey(device, changed)).status, 401, JSON.stringify(changed))
    assert.equal((await signInWithPasskey(createAuthenticator(origin))).status, 401)
    assert.equal((await signInWithPasskey(device)).status, 201)
  })

  it('is rejected if its counter decreases, which reveals a cloned device', async () => {
    const { device } = await createUserWithPasskey()
    const client = createAdminClient(origin)
    const early = (await client.post('/session/passkey/options')).json
    const response = device.get(early.options)
    assert.equal((await signInWithPasskey(device)).status, 201)
    const late = await client.post('/session/passkey', {
      challenge_token: early.challenge_token,
      response,
    })
    assert.equal(late.status, 401)
  })

  it('is added only with the password and a challenge of the same user', async () => {
    const { client, device, ada } = await createUserWithPasskey()
    const rejected = await client.post('/security/passkeys/options', { password: 'a guess' })
    assert.equal(rejected.status, 422)
    const bob = await testApp.createUser('sender')
    const bobClient = await testApp.signIn(bob)
    const { options, challenge_token } = (
      await bobClient.post('/security/passkeys/options', { password: bob.password })
    ).json
    const other = createAuthenticator(origin)
    const body = { challenge_token, response: other.create(options), name: 'Mine' }
    assert.equal(
      (await client.post('/security/passkeys', body)).status,
      422,
      'challenge_token of another user',
    )
    assert.equal((await bobClient.post('/security/passkeys', body)).status, 201)
    assert.equal((await bobClient.post('/security/passkeys', body)).status, 422, 'second use')
    const second = await addPasskey(client, ada, createAuthenticator(origin))
    assert.equal(second.status, 201)
    assert.equal((await signInWithPasskey(device)).status, 201)
  })

  it('can be removed only by its owner, and is rejected afterwards', async () => {
    const { client, device, passkey } = await createUserWithPasskey()
    const mallory = await testApp.signIn(testApp.admin)
    assert.equal((await mallory.delete(`/security/passkeys/${passkey.id}`)).status, 404)
    assert.equal((await client.delete(`/security/passkeys/${passkey.id}`)).status, 204)
    assert.equal((await signInWithPasskey(device)).status, 401)
  })
})
