import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import { createServer } from '#app/http-server'
import * as mail from '#email'
import * as gifting from '#gifting'
import { api } from '#http/api'
import { createLog } from '#platform/observability/log'
import { createAdminFixture, homeAddress, sendDirect } from '#test/admin-fixture'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)

const references = ({ json }: { json: { data: { reference: string }[] } }) =>
  json.data.map(({ reference }) => reference)
const findAuditEntries = async (subject_id: string, action: string) =>
  (await admin.get(`/audit?subject_id=${subject_id}&action=${action}`)).json.data
const findEmails = (id: string) => testApp.run((ctx) => mail.list(ctx, { gift_request_id: id }))

describe('the list of gift requests', () => {
  const ids: Record<string, string> = {}
  before(async () => {
    ids.ada = await fixture.sendGift('ada.larkin@example.com')
    ids.ben = await fixture.sendGift('ben.okafor@example.com')
    ids.cleo = await fixture.sendGift('cleo.marsh@example.com')
    await fixture.simulateTo(ids.ben, 'shipping_error')
    await fixture.simulateTo(ids.cleo, 'cancelled')
  })
  const named = async (query: string, visitor: AdminClient = sender) => {
    const response = await visitor.get(`/gift-requests?${query}`)
    assert.equal(response.status, 200, response.text)
    return response.json.data.map((row: { recipient: { email: string } }) =>
      row.recipient.email.slice(0, 3),
    )
  }

  it('is newest first, and narrowed by each filter alone and together', async () => {
    assert.deepEqual(await named(''), ['cle', 'ben', 'ada'])
    assert.deepEqual(await named('status=redeemed'), ['ben'])
    assert.deepEqual(await named('status=submitted&mode=choice'), ['ada'])
    assert.deepEqual(await named('mode=direct'), [])
    assert.deepEqual(await named(`sender_id=${testApp.admin.id}`), ['cle', 'ben', 'ada'])
    assert.deepEqual(await named(`sender_id=${testApp.sender.id}`), [])
    assert.deepEqual(await named(`campaign_id=${fixture.campaign('email').id}&status=cancelled`), [
      'cle',
    ])
    assert.deepEqual(await named('campaign_id=nonsense'), [])
    const today = new Date().toISOString().slice(0, 10)
    assert.deepEqual(await named(`created_from=${today}&created_until=${today}`), [
      'cle',
      'ben',
      'ada',
    ])
    assert.deepEqual(await named('created_until=2020-01-01'), [])
    assert.equal((await sender.get('/gift-requests?mode=sideways')).status, 400)
    assert.equal((await sender.get('/gift-requests?created_from=soon')).status, 400)
  })

  it('knows the country once there is an address, and offers only those there are', async () => {
    const [country] = (await sender.get('/gift-requests/choices')).json.countries
    assert.match(country, /^[A-Z]{2}$/)
    assert.deepEqual(await named(`country=${country}`), ['ben'])
    assert.deepEqual(await named('country=AQ'), [])
  })

  it('finds by id, by the beginning of a reference or an e-mail address, and by words', async () => {
    const { json } = await sender.get(`/gift-requests/${ids.ada}`)
    assert.deepEqual(await named(`q=${ids.ada}`), ['ada'])
    assert.deepEqual(await named(`q=${json.reference}`), ['ada'])
    assert.deepEqual(await named(`q=${json.reference.slice(0, 8).toLowerCase()}`), ['ada'])
    assert.deepEqual(await named('q=Ada.Larkin@'), ['ada'])
    assert.deepEqual(await named('q=okaf%20BEN'), ['ben'])
    assert.deepEqual(await named('q=%25'), [])
  })

  it('tells what has rested too long where it should not', async () => {
    assert.deepEqual(await named('stalled=true'), [])
    await fixture.advanceClock(2 * 24 * 60 * 60 * 1000)
    assert.deepEqual(await named('stalled=true'), ['ben'])
  })

  it('counts each status under the other filters', async () => {
    const { json } = await sender.get('/gift-requests/counts?status=redeemed')
    const { capped, ...counts } = json
    const nonZero = (all: object) => Object.entries(all).filter(([, count]) => count > 0)
    assert.equal(String(nonZero(counts)), 'submitted,1,redeemed,1,cancelled,1,all,3')
    assert.deepEqual(capped, [])
    const narrowed = await sender.get('/gift-requests/counts?q=ben')
    assert.equal(String(nonZero(narrowed.json)), 'redeemed,1,all,1')
  })

  it('pages by cursor without a gap, and refuses a cursor from elsewhere', async () => {
    const first = await sender.get('/gift-requests?limit=2')
    assert.equal(first.json.has_more, true)
    const rest = await sender.get(`/gift-requests?limit=2&after=${first.json.data[1].id}`)
    assert.equal(rest.json.has_more, false)
    assert.equal(new Set([...references(first), ...references(rest)]).size, 3)
    assert.equal((await sender.get(`/gift-requests?after=${testApp.admin.id}`)).status, 400)
  })

  it('is saved as a file in which nothing is a formula', async () => {
    await testApp.run((ctx) =>
      gifting.sendBulk(
        ctx,
        { campaign_id: fixture.campaign('email').id },
        [
          {
            recipient: {
              first_name: '=HYPERLINK("x")',
              last_name: '+1',
              email: 'formula@example.com',
            },
          },
        ],
        { id: testApp.admin.id, name: 'Ada admin', email: testApp.admin.email },
      ),
    )
    const response = await sender.get('/gift-requests.csv?q=formula@')
    assert.match(response.headers.get('content-disposition') ?? '', /gift-requests\.csv/)
    const [head, firstRow, ...rest] = response.text.trim().split('\n')
    assert.match(head ?? '', /^reference,id,status/)
    assert.match(firstRow ?? '', /,"'=HYPERLINK\(""x""\)",'\+1,formula@example\.com,/)
    assert.deepEqual(rest, [])
    assert.equal((await sender.get('/gift-requests.csv')).text.trim().split('\n').length, 5)
  })

  it('keeps views for the person who saved them', async () => {
    const view = { name: 'Mine', query: 'status=redeemed&mode=choice' }
    const created = await sender.post('/gift-requests/views', view)
    assert.equal(created.status, 201)
    await sender.post('/gift-requests/views', { ...view, query: 'status=delivered' })
    const { data } = (await sender.get('/gift-requests/views')).json
    assert.deepEqual(data, [{ id: created.json.id, name: 'Mine', query: 'status=delivered' }])
    assert.deepEqual((await admin.get('/gift-requests/views')).json.data, [])
    assert.equal((await admin.delete(`/gift-requests/views/${created.json.id}`)).status, 404)
    assert.equal((await sender.delete(`/gift-requests/views/${created.json.id}`)).status, 204)
  })
})

describe('what is done with many at once', () => {
  it('cancels those that can be, says why of the others, and writes it all down', async () => {
    const [open, cancelledId] = [
      await fixture.sendGift('open@example.com'),
      await fixture.sendGift('gone@example.com'),
    ]
    await fixture.simulateTo(cancelledId, 'in_transit')
    const ids = [open, cancelledId, testApp.admin.id]
    const { json } = await sender.post('/gift-requests/bulk/cancel', { ids })
    assert.deepEqual(
      json.done.map(({ id }: { id: string }) => id),
      [open],
    )
    assert.deepEqual(
      json.refused.map(({ id, message }: { id: string; message: string }) => [id, message]),
      [
        [cancelledId, 'The gift request is in_transit; from there it cannot become cancelled.'],
        [testApp.admin.id, 'This gift request no longer exists.'],
      ],
    )
    const [entry] = await findAuditEntries(open, 'gift_request.cancel')
    assert.deepEqual(
      [entry.actor.id, entry.details],
      [
        testApp.sender.id,
        { before: { state: 'awaiting_recipient' }, after: { state: 'cancelled' } },
      ],
    )
    const { json: detail } = await sender.get(`/gift-requests/${open}`)
    assert.equal(detail.history.at(-1).cause, 'cancelled by Ada sender in the web app')
    assert.deepEqual(detail.actions.cancel, 'It is already cancelled.')
  })

  it('reminds once an hour', async () => {
    const id = await fixture.sendGift('remind@example.com')
    const remind = async () => (await sender.post('/gift-requests/bulk/remind', { ids: [id] })).json
    assert.match((await remind()).refused[0].message, /less than an hour ago/)
    await fixture.advanceClock(61 * 60 * 1000)
    const twice = await Promise.all([remind(), remind()])
    assert.equal(twice.flatMap(({ done }) => done).length, 1)
    assert.deepEqual(
      (await findEmails(id)).map(({ kind }) => kind),
      ['reminder', 'invitation'],
    )
  })

  it('reminds nobody who has declined, whose address bounced, or who has the link from somebody’s hands', async () => {
    const blockers = async (id: string) =>
      (await sender.post(`/gift-requests/${id}/remind`)).json.errors[0].message
    const [no, lost] = [
      await fixture.sendGift('no@example.com'),
      await fixture.sendGift('lost@example.com'),
    ]
    const byHand = await fixture.sendGift('hand@example.com', {
      campaign_id: fixture.campaign('gift_link').id,
    })
    await fixture.advanceClock(61 * 60 * 1000)
    await fixture.run((ctx) => gifting.decline(ctx, no, {}))
    const [sentEmail] = await findEmails(lost)
    await testApp.run((ctx) =>
      ctx.query(
        `insert into mail.bounced_address select account_id, to_digest, 'no such user', now()
           from mail.message where account_id = $1 and id = $2`,
        [testApp.account.id, sentEmail?.id],
      ),
    )
    assert.match(await blockers(no), /declined/)
    assert.match(await blockers(lost), /bounced/)
    assert.match(await blockers(byHand), /share the link/)
  })

  it('gives more time, and takes that back', async () => {
    const id = await fixture.sendGift('time@example.com')
    const { json: before } = await sender.get(`/gift-requests/${id}`)
    const { json } = await sender.post('/gift-requests/bulk/extend', { ids: [id], days: 14 })
    const { json: after } = await sender.get(`/gift-requests/${id}`)
    const gained = Date.parse(after.expires_at) - Date.parse(before.expires_at)
    assert.equal(gained, 14 * 24 * 60 * 60 * 1000)
    assert.ok(after.remind_at >= before.remind_at)
    const gifts = json.done.map(({ id, expires_at }: { id: string; expires_at: string }) => ({
      id,
      expires_at,
    }))
    await sender.post('/gift-requests/bulk/expire-at', { gifts })
    assert.equal((await sender.get(`/gift-requests/${id}`)).json.expires_at, before.expires_at)
    assert.equal((await findAuditEntries(id, 'gift_request.extend')).length, 2)
    const { people_actions } = (await sender.get(`/gift-requests/${id}`)).json
    assert.deepEqual(people_actions.at(-1).name, 'Ada sender')
    const past = await sender.post(`/gift-requests/${id}/expire-at`, {
      expires_at: '2020-01-01T00:00:00Z',
    })
    assert.deepEqual([past.status, past.json.errors[0].param], [422, 'expires_at'])
  })

  it('lets it expire at the new moment and not at the old one', async () => {
    const id = await fixture.sendGift('later@example.com')
    const hour = 60 * 60 * 1000
    const state = async () => (await sender.get(`/gift-requests/${id}`)).json.state
    const expires_at = new Date(fixture.now().getTime() + hour).toISOString()
    await sender.post(`/gift-requests/${id}/expire-at`, { expires_at })
    await fixture.advanceClock(hour / 2)
    assert.equal(await state(), 'awaiting_recipient')
    await fixture.advanceClock(hour)
    assert.equal(await state(), 'expired')
  })
})

describe('one gift request', () => {
  it('shows everything about it, whatever the role, but who was told where only to admins', async () => {
    const id = await fixture.sendGift('whole@example.com')
    await fixture.simulateTo(id, 'in_transit')
    const { json } = await admin.get(`/gift-requests/${id}`)
    assert.deepEqual(
      json.history.map(({ to_state }: { to_state: string }) => to_state),
      ['created', 'awaiting_recipient', 'redeemed', 'ordered', 'in_transit'],
    )
    assert.equal(json.parcels.length, 1)
    assert.ok(json.parcels[0].steps.length > 0)
    assert.deepEqual(
      json.events.map(({ type }: { type: string }) => type),
      ['gift_request_created', 'gift_request_redeemed', 'gift_request_dispatched'],
    )
    assert.deepEqual(json.mails.map(({ kind }: { kind: string }) => kind).toSorted(), [
      'dispatched',
      'invitation',
      'redeemed',
    ])
    assert.equal(json.actions.cancel, 'It was dispatched and cannot be recalled.')
    assert.equal(json.actions.correct_email, null)
    const asSender = await sender.get(`/gift-requests/${id}`)
    assert.equal(asSender.status, 200)
    assert.ok(
      asSender.json.events.every((event: { deliveries: { url: string | null }[] }) =>
        event.deliveries.every(({ url }) => url === null),
      ),
    )
    assert.equal((await sender.get(`/gift-requests/${testApp.admin.id}`)).status, 404)
  })

  it('gives the JSON of the API, byte for byte', async () => {
    const id = await fixture.sendGift('bytes@example.com')
    const { token } = await testApp.run((ctx) => apiKeys.createToken(ctx))
    const app = createServer(createLog({ level: 'silent' }))
    const authenticate = apiKeys.createAuthenticator(testApp.db, { stage: 'staging', region: 'us' })
    await app.register(api({ db: testApp.db, authenticate, rateLimit: 0, name: 'test' }), {
      prefix: '/api',
    })
    const response = await app.inject({
      url: `/api/gift_requests/${id}`,
      headers: { authorization: `Bearer ${token}`, 'service-api-version': '2026-05' },
    })
    await app.close()
    assert.equal(response.statusCode, 200)
    assert.equal((await sender.get(`/gift-requests/${id}/json`)).text, response.payload)
  })

  it('says where it goes to admins only, who say why, and the log has it', async () => {
    const id = await fixture.sendGift('home@example.com')
    await fixture.simulateTo(id, 'ordered')
    const { json, text } = await admin.get(`/gift-requests/${id}`)
    assert.deepEqual(Object.keys(json.address), ['country'])
    const reason = 'The carrier asked for the floor'
    assert.equal((await sender.post(`/gift-requests/${id}/reveal`, { reason })).status, 403)
    assert.equal((await admin.post(`/gift-requests/${id}/reveal`, { reason: '' })).status, 422)
    assert.equal((await findAuditEntries(id, 'gift_request.reveal_address')).length, 0)
    const revealed = await admin.post(`/gift-requests/${id}/reveal`, { reason })
    const { line_1 } = revealed.json.shipping_address
    assert.ok(line_1.length > 3 && !text.includes(line_1))
    assert.equal(revealed.json.json, null, 'the API does not say it in choice mode')
    const [entry] = await findAuditEntries(id, 'gift_request.reveal_address')
    assert.deepEqual([entry.actor.id, entry.details], [testApp.admin.id, { reason }])
  })

  it('keeps the JSON of a direct-send back as well, until it is revealed', async () => {
    const id = await sendDirect(fixture, sender, 'direct@example.com')
    for (const visitor of [admin, sender]) {
      assert.equal((await visitor.get(`/gift-requests/${id}/json`)).status, 403)
      assert.ok(!(await visitor.get(`/gift-requests/${id}`)).text.includes('Unter den Linden'))
    }
    const { json } = await admin.post(`/gift-requests/${id}/reveal`, { reason: 'Checking' })
    assert.equal(JSON.parse(json.json).shipping_address.line_1, 'Unter den Linden 1')
  })

  it('shows its mails, sends one again, and goes to a corrected address', async () => {
    const id = await fixture.sendGift('typo@example.com')
    const [sentEmail] = (await sender.get(`/gift-requests/${id}`)).json.mails
    const displayed = await sender.get(`/gift-requests/${id}/mails/${sentEmail.id}`)
    assert.equal(displayed.json.to, 'typo@example.com')
    const page = await sender.get(`/gift-requests/${id}/mails/${sentEmail.id}/page`)
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
    assert.match(page.text, /<html/)
    const other = await fixture.sendGift('other@example.com')
    assert.equal((await sender.get(`/gift-requests/${other}/mails/${sentEmail.id}`)).status, 404)
    assert.equal(
      (await sender.post(`/gift-requests/${other}/mails/${sentEmail.id}/resend`, {})).status,
      404,
    )
    assert.equal(
      (await sender.post(`/gift-requests/${id}/mails/${sentEmail.id}/resend`, {})).status,
      200,
    )
    const invalid = await sender.post(`/gift-requests/${id}/correct-email`, { email: 'no' })
    assert.equal(invalid.status, 422)
    assert.equal(
      (await sender.post(`/gift-requests/${id}/correct-email`, { email: 'right@example.com' }))
        .status,
      204,
    )
    const { json } = await sender.get(`/gift-requests/${id}`)
    assert.equal(json.recipient.email, 'right@example.com')
    assert.deepEqual(
      json.mails.map(({ to }: { to: string }) => to),
      ['right@example.com', 'typo@example.com', 'typo@example.com'],
    )
    const log = await findAuditEntries(id, 'gift_request')
    assert.ok(!JSON.stringify(log).includes('right@example.com'), 'the log names no recipient')
  })

  it('is shipped once more by an admin when its parcel is lost, and only once', async () => {
    const id = await fixture.sendGift('again@example.com')
    await fixture.simulateTo(id, 'in_transit')
    const path = `/gift-requests/${id}`
    const [parcel] = (await admin.get(path)).json.parcels
    const shipAgainPath = `${path}/parcels/${parcel.id}/ship-again`
    assert.equal((await admin.post(shipAgainPath)).status, 409, 'it may still arrive')
    await testApp.run((ctx) =>
      ctx.query(`update fulfilment.parcel set state = 'lost' where account_id = $1 and id = $2`, [
        testApp.account.id,
        parcel.id,
      ]),
    )
    assert.equal((await admin.get(path)).json.parcels[0].may_ship_again, true)
    assert.equal((await sender.post(shipAgainPath)).status, 403)
    assert.equal((await admin.post(shipAgainPath)).status, 204)
    const { parcels } = (await admin.get(path)).json
    assert.deepEqual(
      parcels.map((each: typeof parcel) => [each.replaces, each.may_ship_again]),
      [
        [null, false],
        [parcel.id, false],
      ],
    )
    assert.equal((await admin.post(shipAgainPath)).status, 409)
    assert.equal((await findAuditEntries(id, 'gift_request.ship_again')).length, 1)
  })

  it('takes another address where a carrier refused the first', async () => {
    const id = await fixture.sendGift('mend@example.com')
    const path = `/gift-requests/${id}/fix-address`
    const early = await sender.post(path, { shipping_address: homeAddress })
    assert.equal(early.status, 409)
    await fixture.simulateTo(id, 'shipping_error')
    const errorsOf = async (shipping_address: object) => {
      const { errors } = (await sender.post(path, { shipping_address })).json
      return errors.map(({ param }: { param: string }) => param.split('.')[1]).toSorted()
    }
    const address = { name: 'Ada', line_1: '', country: 'DE', postal_code: 'x' }
    assert.deepEqual(await errorsOf(address), ['city', 'line_1', 'postal_code'])
    assert.deepEqual(await errorsOf({}), ['country', 'line_1', 'name'])
    assert.deepEqual(await errorsOf({ ...homeAddress, street: 'x' }), ['street'])
    assert.equal((await sender.post(path, { shipping_address: homeAddress })).status, 204)
    assert.equal((await sender.get('/gift-requests?country=DE&q=mend@')).json.data.length, 1)
  })
})
