import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import * as accounts from '#accounts'
import * as mail from '#email'
import { createAdminClient, createAdminTestApp } from '#test/admin-harness'
import { startOpenIdProvider } from '#test/openid-provider'
import { createSingleSignOnFixture } from '#test/single-sign-on-fixture'

/*
 * The tests of email spellings. One address in four spellings is one person, wherever
 * the service accepts an address.
 */

const testApp = await createAdminTestApp()
const provider = await startOpenIdProvider()
const { configure, runTest } = createSingleSignOnFixture(testApp, provider)

const spellings = [
  'dana.jos\u00e9@b\u00fccher.example',
  'dana.jos\u00e9@xn--bcher-kva.example',
  'DANA.JOS\u00c9@B\u00dcCHER.EXAMPLE',
  'dana.jose\u0301@bu\u0308cher.example',
]
const [first = ''] = spellings
const password = 'correct horse battery'
const visitor = () => createAdminClient(testApp.origin)

beforeEach(() => testApp.run((ctx) => ctx.query('delete from access.sign_in_attempt'), '*'))

const client = await testApp.signIn(testApp.admin)
const invite = (email: string) =>
  client.post('/invitations', { email, role: 'sender', name: 'Dana' })

describe('an address in four spellings', () => {
  it('has one invitation', async () => {
    for (const email of spellings) {
      const { status, text } = await invite(email)
      assert.ok(status === 201 || status === 409 || status === 422, text)
      const { json } = await client.get('/invitations')
      assert.equal(json.data.length, 1, email)
    }
  })

  it('is one user, who cannot be invited again', async () => {
    const token = await testApp.findLastEmailToken(spellings[0] ?? '')
    const accepted = await visitor().post('/invitation', { token, name: 'Dana', password })
    assert.equal(accepted.status, 201, accepted.text)
    for (const email of spellings) assert.equal((await invite(email)).status, 422, email)
    const { json } = await client.get('/members')
    assert.equal(json.data.filter(({ name }: { name: string }) => name === 'Dana').length, 1)
  })

  for (const email of spellings) {
    it(`signs in as ${email}`, async () => {
      assert.equal((await visitor().post('/session', { email, password })).status, 201)
    })

    it(`gets a new password as ${email}`, async () => {
      assert.equal((await visitor().post('/password-reset', { email })).status, 202)
      const token = await testApp.findLastEmailToken(first)
      const reset = await visitor().put('/password-reset', { token, password })
      assert.ok(reset.status < 300, reset.text)
    })

    it(`is the member that an identity provider names as ${email}`, async () => {
      const { client: admin } = await configure()
      provider.person = { sub: `sub of ${email}`, email, email_verified: true }
      assert.equal((await runTest(admin)).json.member, 'Dana')
    })

    it(`becomes and stops being an operator as ${email}`, async () => {
      for (const isOperator of [true, false])
        assert.ok(await testApp.run((ctx) => accounts.setOperator(ctx, email, isOperator), '*'))
    })

    it(`opts out of emails as ${email}`, async () => {
      await testApp.run((ctx) => mail.optOut(ctx, email, 'recipient'))
      const found = await testApp.run((ctx) => mail.findOptedOutEmails(ctx, spellings))
      assert.equal(found.size, spellings.length)
      await testApp.run((ctx) => mail.clearOptOut(ctx, first))
      const left = await testApp.run((ctx) => mail.findOptedOutEmails(ctx, spellings))
      assert.equal(left.size, 0)
    })
  }

  it('counts as one address in the limit of failed attempts', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 40; index += 1) {
      const email = spellings[index % spellings.length]
      statuses.push((await visitor().post('/session', { email, password: 'wrong one' })).status)
    }
    const ofOneSpelling = await countUntilLimit()
    assert.ok(ofOneSpelling > 0)
    assert.equal(statuses.indexOf(429), ofOneSpelling)
  })
})

/** Counts the attempts with one spelling before the limit. */
async function countUntilLimit(): Promise<number> {
  for (let index = 0; index < 40; index += 1) {
    const { status } = await visitor().post('/session', {
      email: 'other@example.com',
      password: 'wrong one',
    })
    if (status === 429) return index
  }
  return -1
}
