import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as gifting from '#gifting'
import { defaultTextsPerDay } from '#platform/deployment'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)

const { json: choices } = await sender.get('/send/choices')
const campaign_id: string = choices.campaigns.find(
  ({ invitation_method }: { invitation_method: string }) => invitation_method === 'email',
).id
const recipient = { first_name: 'Ada', last_name: 'King', email: 'ada.king@example.com' }
const row = (phone: unknown, email = recipient.email) => ({
  recipient: { ...recipient, email },
  phone,
})

it('sends a list with mobile numbers, and shows only their last digits', async () => {
  assert.equal(choices.can_send_sms, true)
  const options = { campaign_id }
  const rows = [row('+4915112345678'), row('0151 1234', 'other@example.com')]
  const { json: checked } = await sender.post('/send/check', { options, rows })
  assert.equal(checked.rows[0].status, 'ready')
  assert.equal(checked.rows[1].errors[0].param, 'recipient.phone')
  const { json: sent } = await sender.post('/send', { options, rows })
  assert.deepEqual(pluck(sent.rows, 'status'), ['sent', 'rejected'])
  await fixture.processDue()
  const { id } = sent.rows[0]
  assert.equal((await testApp.run((ctx) => gifting.listTextMessages(ctx, id))).length, 1)
  const { json: emails, text } = await sender.get(`/gift_requests/${id}/emails`)
  const message = emails.data.find(({ channel }: { channel: string }) => channel === 'sms')
  assert.equal(message.to, '+49 … 678')
  assert.match(message.subject, /has sent you a gift/)
  assert.ok(!text.includes('+4915112345678'))
  const repeated = await sender.post('/send', { options, rows })
  assert.equal(repeated.json.rows[0].status, 'already_sent')
})

it('lets admins choose further text messages', async () => {
  const read = async () => (await admin.get('/text-messages')).json
  assert.deepEqual(await read(), { kinds: [], is_possible: true })
  assert.equal((await sender.get('/text-messages')).status, 403)
  const saved = await admin.put('/text-messages', { kinds: ['delivered'] })
  assert.deepEqual([saved.status, saved.json], [200, { kinds: ['delivered'] }])
  for (const kinds of [['invitation'], ['delivered', 'delivered'], 'delivered', null])
    assert.equal((await admin.put('/text-messages', { kinds })).status, 422)
  assert.deepEqual((await read()).kinds, ['delivered'])
})

it('tells admins and senders that the text messages of the day are used up', async () => {
  const read = async () => (await sender.get('/overview/attention')).json.reached_text_limit
  assert.equal(await read(), null)
  const count = (sent: number) =>
    testApp.run((ctx) =>
      ctx.query(
        `insert into mail.text_usage (account_id, day, phone_digest, sent)
         values ($1, (now() at time zone 'UTC')::date, '', $2)
         on conflict (account_id, day, phone_digest) do update set sent = excluded.sent`,
        [ctx.account_id, sent],
      ),
    )
  await count(defaultTextsPerDay)
  assert.equal(await read(), null, 'the last one was sent')
  await count(defaultTextsPerDay + 1)
  assert.equal(await read(), defaultTextsPerDay)
})
