import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as mail from '#email'
import * as gifting from '#gifting'
import { captureTransport } from '#platform/lib/mail-transport'
import { createTestApp, giftBody } from '#test/api-harness'

/*
 * The tests of the limits of text messages for countries, accounts and numbers. The limits exist because the
 * operator pays for text messages.
 */

const testApp = await createTestApp()
const { db } = testApp
Object.assign(testApp.deployment, { smsLimits: { countries: ['DE', 'US'], maxPerDay: 20 } })
const sending = { from: { name: 'Bestow', email: 'gifts@example.com' }, bounceAddress: undefined }
const textCounts = { sent: 0, refused: 0 }
const sender = mail.createSender(
  db,
  { email: captureTransport, sms: mail.captureTexts, textCounts },
  sending,
)

const create = (phone: string) => testApp.api.post('/gift_requests', giftBody(testApp, { phone }))
async function sendAll(): Promise<void> {
  await testApp.advanceTime()
  while ((await sender.round()) > 0);
}
const textOf = async (id: string) =>
  (await testApp.run((ctx) => gifting.listTextMessages(ctx, id)))[0]

// biome-ignore format: aligned columns
const refused: [name: string, phone: string, message: RegExp][] = [
  ['Iridium',              '+881612345678', /Satellite/],
  ['Inmarsat',             '+870773111632', /Satellite/],
  ['Thuraya',              '+882161234567', /Satellite/],
  ['a premium number (GB)', '+449012345678', /premium/],
  ['a premium number (DE)', '+499001234567', /premium/],
  ['a premium number (US)', '+19005551234',  /premium/],
  ['international premium', '+979123456789', /premium/],
  ['a toll-free number',   '+80012345678',  /mobile phone/],
  ['an unassigned number', '+4990012345678', /unassigned/],
  ['Jamaica, not the US',  '+18765551234',  /country JM.*DE, US/],
  ['another country',      '+33612345678',  /country FR.*DE, US/],
]

describe('a number that gets no text messages', () => {
  for (const [name, phone, message] of refused)
    it(`is refused: ${name}`, async () => {
      const { status, json } = await create(phone)
      assert.equal(status, 422)
      assert.equal(json.errors[0].param, 'phone')
      assert.match(json.errors[0].message, message)
    })
})

describe('the limits of a day', () => {
  it('are three for a number, and 20 for an account, in all gifts', async () => {
    const gifts = []
    for (let n = 0; n < 5; n++) gifts.push((await create('+4915112345678')).json.id)
    await sendAll()
    const states = await Promise.all(gifts.map(async (id) => (await textOf(id))?.state))
    assert.deepEqual(states.toSorted(), ['bounced', 'bounced', 'sent', 'sent', 'sent'])
    const stopped = (await Promise.all(gifts.map(textOf))).find((each) => each?.state === 'bounced')
    assert.match(stopped?.error ?? '', /already got 3 text messages/)

    for (let n = 0; n < 20; n++) await create(`+49151123456${30 + n}`)
    await sendAll()
    assert.deepEqual(textCounts, { sent: 20, refused: 5 })
    const last = (await create('+4915112345699')).json.id
    await sendAll()
    assert.match((await textOf(last))?.error ?? '', /already sent 20 .*BESTOW_SMS_MAX_PER_DAY/)

    const other = await testApp.createOtherAccount()
    const { json } = await other.api.get('/campaigns')
    const campaign_id = json.data.find(
      (each: { invitation_method: string }) => each.invitation_method === 'email',
    ).id
    await other.api.post(
      '/gift_requests',
      giftBody(testApp, { campaign_id, phone: '+4915112345678' }),
    )
    await sendAll()
    assert.equal(textCounts.sent, 21, 'another account has limits of its own')
  })

  it('end with the day', async () => {
    await testApp.advanceTime(24 * 60 * 60 * 1000)
    const { json } = await create('+4915112345678')
    await sendAll()
    assert.equal((await textOf(json.id))?.state, 'sent')
  })
})
