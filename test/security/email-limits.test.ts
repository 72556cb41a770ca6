import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as mail from '#email'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { createTestApp, giftBody } from '#test/api-harness'
import { pluck } from '#test/pluck'

/*
 * The tests of email limits. No operation can send one address any number of emails. After ten emails of an
 * account in an hour, each operation that sends an email is refused, and an address gets at most 50 gifts in
 * an hour. `describeEmailLimit` tests every operation of the API.
 */

const testApp = await createTestApp()
const web = await createAdminTestApp()
const admin = await web.signIn(web.admin)
const fixture = await createAdminFixture(web)

let number = 0
const newAddress = () => `victim.${++number}@example.com`

type Run = typeof testApp.run

const sendTen = (run: Run, email: string) =>
  run(async (ctx) => {
    const { account_id } = ctx
    for (let n = 0; n < 10; n++)
      mail.enqueue(ctx, {
        ...{ account_id, kind: 'verify_address', to: { name: '', email } },
        data: { url: `https://gifts.example.com/new-email#${n}` },
      })
  })

const countTo = (run: Run, email: string) =>
  run(async (ctx) => (await mail.listByRecipient(ctx, email)).length)

async function createGift(email: string) {
  const recipient = { first_name: 'Ada', last_name: 'King', email }
  const { json } = await testApp.api.post('/gift_requests', giftBody(testApp, { recipient }))
  await testApp.advanceTime()
  return json
}

type Call = (
  gift: { id: string; recipient: { id: string } },
  email: string,
) => Promise<{
  status: number
  headers: Record<string, unknown>
  text: string
}>
const post = (path: string, body?: object) => testApp.api.post(path, body)

const emailIds = async (id: string) =>
  pluck((await testApp.api.get(`/gift_requests/${id}/emails`)).json.data, 'id')

// biome-ignore format: aligned columns
const operations: [name: string, call: Call][] = [
  ['correct the email, unchanged', ({ id }, email) => post(`/gift_requests/${id}/correct_email`, { email })],
  ['remind',                       ({ id })        => post(`/gift_requests/${id}/remind`, {})],
  ['reissue the link',             ({ id })        => post(`/gift_requests/${id}/reissue_link`, {})],
  ['resend an email',              async ({ id })  => post(`/gift_requests/${id}/resend_emails`, { email_ids: await emailIds(id) })],
  ['correct the recipient',        ({ recipient }, email) => post(`/recipients/${recipient.id}/correct_email`, { email })],
]

describe('an operation of the API', () => {
  for (const [name, call] of operations)
    it(`sends no eleventh email in an hour: ${name}`, async () => {
      const email = newAddress()
      const gift = await createGift(email)
      await testApp.advanceTime(2 * 60 * 60 * 1000)
      const allowed = await call(gift, email)
      assert.equal(allowed.status, 200, allowed.text)
      await testApp.advanceTime(2 * 60 * 60 * 1000)
      await sendTen(testApp.run, email)
      const before = await countTo(testApp.run, email)
      const refused = await call(gift, email)
      assert.equal(refused.status, 429, refused.text)
      const seconds = Number(refused.headers['retry-after'])
      assert.ok(seconds > 3_500 && seconds <= 3_600, `${seconds}`)
      assert.match(refused.text, /Another one is possible at 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ\./)
      assert.equal(await countTo(testApp.run, email), before)
    })

  it('sends at most ten emails to an address: forty corrections at once, of two gifts', async () => {
    const email = newAddress()
    const gifts = [await createGift(email), await createGift(email)]
    const corrections = Array.from({ length: 40 }, (_, n) =>
      post(`/gift_requests/${gifts[n % 2]?.id}/correct_email`, { email }),
    )
    const statuses = (await Promise.all(corrections)).map(({ status }) => status)
    assert.ok(statuses.includes(200) && statuses.includes(429), statuses.join())
    assert.ok((await countTo(testApp.run, email)) <= 10)
  })

  it('sends to another address all the same', async () => {
    const gift = await createGift(newAddress())
    await sendTen(testApp.run, gift.recipient.email)
    const corrected = await post(`/gift_requests/${gift.id}/correct_email`, { email: newAddress() })
    assert.equal(corrected.status, 200)
  })
})

describe('a new gift', () => {
  const bodyTo = (email: string) =>
    giftBody(testApp, { recipient: { first_name: 'Ada', last_name: 'King', email } })
  const batchTo = (email: string, count: number) => ({
    gift_requests: Array.from({ length: count }, () => bodyTo(email)),
  })
  const limitMessage =
    /already has 50 gifts of this account within an hour\. Another one is possible at 20\d\d-/

  it('is refused at an address that has fifty of the last hour, and possible an hour later', async () => {
    const email = newAddress()
    const batch = await post('/gift_requests/batch', batchTo(email, 50))
    assert.equal(batch.status, 201, batch.text)
    const refused = await post('/gift_requests', bodyTo(email.toUpperCase()))
    assert.equal(refused.status, 422)
    const [{ code, param, message }] = refused.json.errors
    assert.deepEqual([code, param], ['not_allowed', 'recipient.email'])
    assert.match(message, limitMessage)
    assert.equal((await post('/gift_requests', bodyTo(newAddress()))).status, 201)
    await testApp.advanceTime(60 * 60 * 1000)
    assert.equal((await post('/gift_requests', bodyTo(email))).status, 201)
  })

  it('is refused in a batch, with the path of each row above the limit', async () => {
    const email = newAddress()
    assert.equal((await post('/gift_requests', bodyTo(email))).status, 201)
    const refused = await post('/gift_requests/batch', batchTo(email, 52))
    assert.equal(refused.status, 422)
    assert.deepEqual(
      pluck(refused.json.errors, 'param'),
      [49, 50, 51].map((index) => `gift_requests.${index}.recipient.email`),
    )
    assert.equal((await post('/gift_requests/batch', batchTo(email, 49))).status, 201)
  })

  it('does not pass the limit in batches that run at once', async () => {
    const email = newAddress()
    const batches = await Promise.all(
      Array.from({ length: 6 }, () => post('/gift_requests/batch', batchTo(email, 20))),
    )
    const created = batches.filter(({ status }) => status === 201)
    assert.equal(created.length, 2, batches.map(({ status }) => status).join())
  })

  it('is refused in a list of the web app', async () => {
    const campaign_id = fixture.campaign('email').id
    const email = newAddress()
    const recipient = { first_name: 'Ada', last_name: 'King', email }
    const rows = Array.from({ length: 51 }, (_, occurrence) => ({ recipient, occurrence }))
    const { json } = await admin.post('/send', { options: { campaign_id }, rows })
    const last = json.rows.at(-1)
    assert.equal(json.rows.filter((row: { status: string }) => row.status === 'sent').length, 50)
    assert.equal(last.status, 'rejected')
    assert.equal(last.errors[0].param, 'recipient.email')
    assert.match(last.errors[0].message, limitMessage)
  })
})

describe('an operation of the web app', () => {
  const invite = (email: string) =>
    admin.post('/invitations', { name: 'Kim', email, role: 'sender' })

  it('sends no eleventh email in an hour: an invitation, and an invitation again', async () => {
    const email = newAddress()
    const { json } = await invite(email)
    const again = await admin.post(`/invitations/${json.id}/resend`)
    assert.equal(again.status, 200)
    await sendTen(web.run, email)
    assert.equal((await admin.post(`/invitations/${again.json.id}/resend`)).status, 429)
    const other = newAddress()
    await sendTen(web.run, other)
    assert.equal((await invite(other)).status, 429)
  })

  it('sends no eleventh email in an hour: a new address of a user', async () => {
    const email = newAddress()
    await sendTen(web.run, email)
    const { password } = web.admin
    const refused = await admin.post('/security/email', { email, password })
    assert.equal(refused.status, 429, refused.text)
  })
})
