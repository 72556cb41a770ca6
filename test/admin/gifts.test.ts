import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import * as attention from '#attention'
import * as mail from '#email'
import * as gifting from '#gifting'
import * as sends from '#sends'
import { createAdminFixture } from '#test/admin-fixture'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'
import { readGiftPage } from '#test/gift-page'
import { pluck } from '#test/pluck'

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
  const listNames = async (query: string, client: AdminClient = sender) => {
    const response = await client.get(`/gift_requests?${query}`)
    assert.equal(response.status, 200, response.text)
    return response.json.data.map((row: { recipient: { email: string } }) =>
      row.recipient.email.slice(0, 3),
    )
  }

  it('is sorted newest first, and can be narrowed by one or several filters', async () => {
    assert.deepEqual(await listNames(''), ['cle', 'ben', 'ada'])
    assert.deepEqual(await listNames('status=redeemed'), ['ben'])
    assert.deepEqual(await listNames('status=submitted&mode=choice'), ['ada'])
    assert.deepEqual(await listNames('mode=direct'), [])
    assert.deepEqual(await listNames(`sender_id=${testApp.admin.id}`), ['cle', 'ben', 'ada'])
    assert.deepEqual(await listNames(`sender_id=${testApp.sender.id}`), [])
    assert.deepEqual(
      await listNames(`campaign_id=${fixture.campaign('email').id}&status=cancelled`),
      ['cle'],
    )
    assert.deepEqual(await listNames('campaign_id=nonsense'), [])
    const today = new Date().toISOString().slice(0, 10)
    assert.deepEqual(await listNames(`created_from=${today}&created_until=${today}`), [
      'cle',
      'ben',
      'ada',
    ])
    assert.deepEqual(await listNames('created_until=2020-01-01'), [])
    assert.equal((await sender.get('/gift_requests?mode=sideways')).status, 400)
    assert.equal((await sender.get('/gift_requests?created_from=soon')).status, 400)
  })

  it('can be filtered by country, and the filter offers only countries in use', async () => {
    const [country] = (await sender.get('/gift-requests/choices')).json.countries
    assert.match(country, /^[A-Z]{2}$/)
    assert.deepEqual(await listNames(`country=${country}`), ['ben'])
    assert.deepEqual(await listNames('country=AQ'), [])
  })

  it('can be searched by id, prefix of a reference or an email address, and words', async () => {
    const json = await readGiftPage(sender, ids.ada)
    assert.deepEqual(await listNames(`q=${ids.ada}`), ['ada'])
    assert.deepEqual(await listNames(`q=${json.reference}`), ['ada'])
    assert.deepEqual(await listNames(`q=${json.reference.slice(0, 8).toLowerCase()}`), ['ada'])
    assert.deepEqual(await listNames('q=Ada.Larkin@'), ['ada'])
    assert.deepEqual(await listNames('q=okaf%20BEN'), ['ben'])
    assert.deepEqual(await listNames('q=%25'), [])
  })

  it('can be filtered to stalled gift requests', async () => {
    assert.deepEqual(await listNames('stalled=true'), [])
    await attention.checkAccount(testApp.db, testApp.account.id)
    assert.deepEqual(await listNames('stalled=true'), ['ben'])
  })

  it('counts each status within the other filters', async () => {
    const { json } = await sender.get('/gift-requests/counts?status=redeemed')
    const { capped, ...counts } = json
    const nonZero = (all: object) => Object.entries(all).filter(([, count]) => count > 0)
    assert.equal(String(nonZero(counts)), 'submitted,1,redeemed,1,cancelled,1,all,3')
    assert.deepEqual(capped, [])
    const filtered = await sender.get('/gift-requests/counts?q=ben')
    assert.equal(String(nonZero(filtered.json)), 'redeemed,1,all,1')
  })

  it('is paginated by cursor without gaps, and rejects an unknown cursor', async () => {
    const first = await sender.get('/gift_requests?limit=2')
    assert.equal(first.json.has_more, true)
    const rest = await sender.get(`/gift_requests?limit=2&after=${first.json.data[1].id}`)
    assert.equal(rest.json.has_more, false)
    assert.equal(new Set([...references(first), ...references(rest)]).size, 3)
    assert.equal((await sender.get(`/gift_requests?after=${testApp.admin.id}`)).status, 400)
  })

  it('is exported as CSV with formulas escaped', async () => {
    await testApp.run((ctx) =>
      sends.sendBulk(
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
    const response = await sender.get('/exports/gift_requests?q=formula@')
    assert.match(response.headers.get('content-disposition') ?? '', /gift-requests\.csv/)
    const [header, firstRow, ...rest] = response.text.trim().split('\n')
    assert.match(header ?? '', /^reference,id,status/)
    assert.match(firstRow ?? '', /,"'=HYPERLINK\(""x""\)",'\+1,formula@example\.com,/)
    assert.deepEqual(rest, [])
    assert.equal((await sender.get('/exports/gift_requests')).text.trim().split('\n').length, 5)
  })

  it('is exported with the links of recipients on request only, and the audit log records it', async () => {
    const plain = (await sender.get('/exports/gift_requests')).text
    assert.doesNotMatch(plain, /redemption_url|\/r\//)
    const findDownloads = async () =>
      (await admin.get('/audit?action=account.download_links')).json.data
    assert.deepEqual(await findDownloads(), [])
    const { text } = await sender.get('/exports/gift_requests?q=ada.larkin&with_links=true')
    assert.match(text, /,redemption_url\r?\n/)
    assert.match(text, /ada\.larkin@example\.com.*,https?:\/\/\S+\/r\/\S+/)
    const downloads = await findDownloads()
    assert.deepEqual(
      downloads.map(({ actor }: { actor: { id: string } }) => actor.id),
      [testApp.sender.id],
    )
    assert.equal((await sender.get('/exports/gift_requests?with_links=maybe')).status, 400)
  })

  it('stores views for the user who saved them', async () => {
    const view = { name: 'Mine', query: 'status=redeemed&mode=choice' }
    const created = await sender.post('/saved-views', view)
    assert.equal(created.status, 201)
    await sender.post('/saved-views', { ...view, query: 'status=delivered' })
    const { data } = (await sender.get('/saved-views')).json
    assert.deepEqual(data, [
      { ...view, id: created.json.id, query: 'status=delivered', is_shared: false, is_own: true },
    ])
    assert.deepEqual((await admin.get('/saved-views')).json.data, [])
    assert.equal((await admin.delete(`/saved-views/${created.json.id}`)).status, 404)
    assert.equal((await sender.delete(`/saved-views/${created.json.id}`)).status, 204)
  })

  it('shares a view with all users of the account; its author and admins can delete it', async () => {
    const shared = { name: 'Team', query: 'status=redeemed', is_shared: true }
    const [own, others] = [
      (await admin.post('/saved-views', shared)).json,
      (await sender.post('/saved-views', shared)).json,
    ]
    await sender.post('/saved-views', { ...shared, is_shared: false })
    const views = async (user: typeof sender) =>
      (await user.get('/saved-views')).json.data.map(
        ({ id, is_shared, is_own }: Record<string, unknown>) => [id, is_shared, is_own],
      )
    assert.deepEqual(
      (await views(admin)).sort(),
      [
        [own.id, true, true],
        [others.id, true, false],
      ].sort(),
    )
    assert.equal((await views(sender)).length, 3)
    assert.equal((await sender.delete(`/saved-views/${own.id}`)).status, 404)
    assert.equal((await admin.delete(`/saved-views/${others.id}`)).status, 204)
    assert.equal((await admin.delete(`/saved-views/${own.id}`)).status, 204)
    assert.equal((await views(sender)).length, 1)
  })
})

describe('an action on a gift', () => {
  it('cancels it, names the reason if it cannot be cancelled, and is audited', async () => {
    const [open, shipped] = [
      await fixture.sendGift('open@example.com'),
      await fixture.sendGift('gone@example.com'),
    ]
    await fixture.simulateTo(shipped, 'in_transit')
    const cancel = (id: string) => sender.post(`/gift_requests/${id}/cancel`)
    const cancelled = await cancel(open)
    assert.deepEqual([cancelled.status, cancelled.json.id], [200, open])
    assert.deepEqual(
      (await cancel(shipped)).json.errors[0].message,
      'The gift request is in_transit and cannot become cancelled.',
    )
    assert.equal((await cancel(testApp.admin.id)).status, 404)
    const [entry] = await findAuditEntries(open, 'gift_request.cancel')
    assert.deepEqual(
      [entry.actor.id, entry.details],
      [
        testApp.sender.id,
        { before: { state: 'awaiting_recipient' }, after: { state: 'cancelled' } },
      ],
    )
    const detail = await readGiftPage(sender, open)
    assert.equal(detail.history.at(-1).cause, 'cancelled by Ada sender in the web app')
    assert.deepEqual(detail.actions.cancel, 'It is already cancelled.')
  })

  it('sends at most one reminder per hour', async () => {
    const id = await fixture.sendGift('remind@example.com')
    const remind = () => sender.post(`/gift_requests/${id}/remind`)
    assert.match((await remind()).json.errors[0].message, /less than an hour ago/)
    await fixture.advanceClock(61 * 60 * 1000)
    const twice = await Promise.all([remind(), remind()])
    assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 409])
    assert.deepEqual(pluck(await findEmails(id), 'kind'), ['reminder', 'invitation'])
  })

  it('sends no reminder if the recipient declined, the address bounced, or the link is shared by hand', async () => {
    const rejection = async (id: string) =>
      (await sender.post(`/gift_requests/${id}/remind`)).json.errors[0].message
    const [declined, bounced] = [
      await fixture.sendGift('no@example.com'),
      await fixture.sendGift('lost@example.com'),
    ]
    const byHand = await fixture.sendGift('hand@example.com', {
      campaign_id: fixture.campaign('gift_link').id,
    })
    await fixture.advanceClock(61 * 60 * 1000)
    await fixture.run((ctx) => gifting.decline(ctx, declined, {}))
    const [sentEmail] = await findEmails(bounced)
    await testApp.run((ctx) =>
      ctx.query(
        `insert into mail.bounced_address select account_id, to_digest, 'no such user', now()
           from mail.message where account_id = $1 and id = $2`,
        [testApp.account.id, sentEmail?.id],
      ),
    )
    assert.match(await rejection(declined), /declined/)
    assert.match(await rejection(bounced), /bounced/)
    assert.match(await rejection(byHand), /share the link/)
  })

  it('extends the expiry, and reverts the extension', async () => {
    const id = await fixture.sendGift('time@example.com')
    const before = await readGiftPage(sender, id)
    const setExpiry = (expires_at: string) =>
      sender.post(`/gift_requests/${id}/extend`, { expires_at })
    const later = new Date(Date.parse(before.expires_at) + 14 * 24 * 60 * 60 * 1000).toISOString()
    await setExpiry(later)
    const after = await readGiftPage(sender, id)
    assert.equal(after.expires_at, later)
    assert.ok(after.remind_at >= before.remind_at)
    await setExpiry(before.expires_at)
    assert.equal((await readGiftPage(sender, id)).expires_at, before.expires_at)
    assert.equal((await findAuditEntries(id, 'gift_request.extend')).length, 2)
    const { user_actions } = await readGiftPage(sender, id)
    assert.deepEqual(user_actions.at(-1).name, 'Ada sender')
    const past = await setExpiry('2020-01-01T00:00:00Z')
    assert.deepEqual([past.status, past.json.errors[0].param], [422, 'expires_at'])
  })

  it('changes the expiry: the gift request expires at the new time', async () => {
    const id = await fixture.sendGift('later@example.com')
    const hour = 60 * 60 * 1000
    const state = async () => (await readGiftPage(sender, id)).state
    const expires_at = new Date(fixture.now().getTime() + hour).toISOString()
    await sender.post(`/gift_requests/${id}/extend`, { expires_at })
    await fixture.advanceClock(hour / 2)
    assert.equal(await state(), 'awaiting_recipient')
    await fixture.advanceClock(hour)
    assert.equal(await state(), 'expired')
  })
})
