import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as sends from '#sends'
import { createAdminFixture, recipientFields } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { readGiftPage } from '#test/gift-page'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)
const options = { campaign_id: fixture.campaign('email').id }

const rowsTo = (...emails: string[]) =>
  emails.map((email, at) => ({ recipient: recipientFields(email), line: at + 1 }))

async function start(draft_id: string, name = 'Spring thank-you') {
  const response = await sender.post('/sends', { draft_id, name, options })
  assert.equal(response.status, 200, response.text)
  return response.json
}

const statuses = ({ json }: { json: { rows: { status: string }[] } }) =>
  json.rows.map(({ status }) => status)
const eventsOf = async (id: string): Promise<string[]> =>
  pluck((await readGiftPage(sender, id)).events, 'type')
const stateOf = async (id: string): Promise<string> => (await readGiftPage(sender, id)).state
const auditCount = async (subject_id: string, action: string): Promise<number> =>
  (await admin.get(`/audit?subject_id=${subject_id}&action=${action}`)).json.data.length

describe('the calendar of sends', () => {
  it('has the gifts of a scheduled send on their day, and rejects an unknown time zone', async () => {
    const send = await start('draft-calendar', 'Autumn')
    const send_at = new Date(testApp.db.clock().getTime() + 40 * 86_400_000).toISOString()
    const rows = rowsTo('autumn.one@example.com', 'autumn.two@example.com')
    const scheduled = { ...options, send_at }
    const sent = await sender.post('/send', { options: scheduled, rows, bulk_send_id: send.id })
    assert.deepEqual(statuses(sent), ['sent', 'sent'])
    await fixture.processDue()
    const { json } = await sender.get('/sends/calendar?time_zone=UTC')
    assert.deepEqual(
      json.groups.filter((group: { send: { id: string } | null }) => group.send?.id === send.id),
      [
        {
          ...{ day: send_at.slice(0, 10), first_at: send_at, gifts: 2 },
          ...{ send: { id: send.id, name: 'Autumn' }, campaign_name: send.campaign.name },
        },
      ],
    )
    for (const query of ['?time_zone=', '?time_zone=Mars/Olympus']) {
      const { status, json: error } = await sender.get(`/sends/calendar${query}`)
      assert.equal(status, 400)
      assert.equal(error.errors[0].param, 'time_zone')
    }
  })
})

describe('a send', () => {
  it('is created once per draft, also by concurrent requests', async () => {
    const [one, two] = await Promise.all([start('draft-once'), start('draft-once')])
    assert.equal(one.id, two.id)
    assert.equal(await auditCount(one.id, 'bulk_send.start'), 1)
    assert.equal(one.campaign.id, options.campaign_id)
    assert.equal(one.sender.id, testApp.sender.id)
  })

  it('counts its gifts and lists them, newest send first', async () => {
    const send = await start('draft-count', 'Counted')
    const rows = rowsTo('count.one@example.com', 'count.two@example.com')
    const done = await sender.post('/send', { options, rows, bulk_send_id: send.id })
    assert.deepEqual(statuses(done), ['sent', 'sent'])
    const before = (await sender.get(`/sends/${send.id}`)).json
    assert.deepEqual([before.gifts, before.waiting, before.sent], [2, 2, 0])
    const gifts = (await sender.get(`/gift_requests?bulk_send_id=${send.id}`)).json.data
    assert.deepEqual(pluck(gifts, 'id').sort(), pluck(done.json.rows, 'id').sort())
    const { bulk_send } = await readGiftPage(sender, gifts[0].id)
    assert.deepEqual([bulk_send.id, bulk_send.name], [send.id, 'Counted'])
    assert.ok(Date.parse(bulk_send.undo_until) > 0)
    const otherId = await fixture.sendGift('no.send@example.com')
    assert.equal((await readGiftPage(sender, otherId)).bulk_send, null)
    const counts = (await sender.get(`/gift-requests/counts?bulk_send_id=${send.id}`)).json
    assert.equal(counts.all, 2)
    const [newest] = (await sender.get('/sends?limit=1')).json.data
    assert.equal(newest.name, 'Counted')
    const again = await sender.post('/send', { options, rows, bulk_send_id: send.id })
    assert.deepEqual(statuses(again), ['already_sent', 'already_sent'])
    assert.equal((await sender.get(`/sends/${send.id}`)).json.gifts, 2)
  })

  it('sends no gift in the first 60 seconds, and all of them after that', async () => {
    const send = await start('draft-window')
    const rows = rowsTo('window@example.com')
    const done = await sender.post('/send', { options, rows, bulk_send_id: send.id })
    const [{ id }] = done.json.rows
    await fixture.processDue()
    assert.equal(await stateOf(id), 'scheduled')
    assert.ok(send.undo_seconds > 50 && send.undo_seconds <= 60)
    await fixture.advanceClock(61_000)
    assert.equal(await stateOf(id), 'awaiting_recipient')
    const after = (await sender.get(`/sends/${send.id}`)).json
    assert.deepEqual([after.waiting, after.sent, after.undo_seconds], [0, 1, 0])
    const late = rowsTo('window.late@example.com')
    const second = await sender.post('/send', { options, rows: late, bulk_send_id: send.id })
    await fixture.advanceClock(0)
    assert.equal(
      await stateOf(second.json.rows[0].id),
      'awaiting_recipient',
      'a row after the window is sent at once',
    )
  })

  it('keeps the time that the sender chose', async () => {
    const send_at = new Date(fixture.now().getTime() + 86_400_000).toISOString()
    const send = await start('draft-later')
    const done = await sender.post('/send', {
      options: { ...options, send_at },
      rows: rowsTo('later@example.com'),
      bulk_send_id: send.id,
    })
    const gift = await readGiftPage(sender, done.json.rows[0].id)
    assert.equal(gift.send_at, send_at)
  })

  it('is renamed, with an entry in the audit log', async () => {
    const send = await start('draft-name')
    const renamed = await sender.patch(`/sends/${send.id}`, { name: '  Autumn\n thanks ' })
    assert.equal(renamed.json.name, 'Autumn thanks')
    assert.equal(await auditCount(send.id, 'bulk_send.rename'), 1)
    for (const name of ['', ' \n', 'x'.repeat(201)]) {
      const { status, json } = await sender.patch(`/sends/${send.id}`, { name })
      assert.deepEqual([status, json.errors[0].param], [422, 'name'])
    }
    assert.equal((await sender.patch('/sends/nope', { name: 'x' })).status, 404)
  })

  it('takes rows of its own sender only', async () => {
    const send = await start('draft-foreign')
    const rows = rowsTo('foreign@example.com')
    const { status } = await admin.post('/send', { options, rows, bulk_send_id: send.id })
    assert.equal(status, 404)
  })
})

describe('the cancellation of a send', () => {
  const sendRows = async (draft: string, emails: string[]) => {
    const send = await start(draft)
    const done = await sender.post('/send', {
      options,
      rows: rowsTo(...emails),
      bulk_send_id: send.id,
    })
    return { send, ids: pluck(done.json.rows, 'id') as string[] }
  }

  it('within the undo window emits a created and a cancelled event, and the rows can be sent again', async () => {
    const { send, ids } = await sendRows('draft-undo', ['undo.a@example.com', 'undo.b@example.com'])
    const undone = await sender.post(`/sends/${send.id}/cancel`, { scope: 'unsent' })
    assert.deepEqual(undone.json, { cancelled: 2, remaining: 0 })
    await fixture.advanceClock(61_000)
    for (const id of ids) {
      assert.equal(await stateOf(id), 'cancelled')
      assert.deepEqual((await eventsOf(id)).sort(), [
        'gift_request_cancelled',
        'gift_request_created',
      ])
      assert.equal(await auditCount(id, 'gift_request.cancel'), 1)
    }
    const next = await start('draft-undo-again')
    const rows = rowsTo('undo.a@example.com', 'undo.b@example.com')
    const sent = await sender.post('/send', { options, rows, bulk_send_id: next.id })
    assert.deepEqual(statuses(sent), ['sent', 'sent'])
  })

  it('leaves sent gifts alone, unless the sender includes them', async () => {
    const { send, ids } = await sendRows('draft-part', ['part@example.com'])
    await fixture.advanceClock(61_000)
    const unsent = await sender.post(`/sends/${send.id}/cancel`, { scope: 'unsent' })
    assert.deepEqual(unsent.json, { cancelled: 0, remaining: 0 })
    assert.equal(await stateOf(ids[0] ?? ''), 'awaiting_recipient')
    const more = await sender.post(`/sends/${send.id}/cancel`, { scope: 'unredeemed' })
    assert.deepEqual(more.json, { cancelled: 1, remaining: 0 })
    assert.equal(await stateOf(ids[0] ?? ''), 'cancelled')
    const again = await sender.post('/send', { options, rows: rowsTo('part@example.com') })
    assert.deepEqual(statuses(again), ['already_sent'], 'a gift that was sent is not sent twice')
  })

  it('accepts no more rows, and is recorded once', async () => {
    const { send } = await sendRows('draft-closed', ['closed@example.com'])
    const cancel = () => sender.post(`/sends/${send.id}/cancel`, { scope: 'unsent' })
    const results = await Promise.all([cancel(), cancel(), cancel()])
    const total = results.reduce((sum, { json }) => sum + json.cancelled, 0)
    assert.equal(total, 1, 'concurrent cancellations cancel each gift once')
    assert.equal(await auditCount(send.id, 'bulk_send.cancel'), 1)
    const rows = rowsTo('closed.late@example.com')
    const late = await sender.post('/send', { options, rows, bulk_send_id: send.id })
    assert.deepEqual([late.status, late.json.errors[0].code], [409, 'invalid_transition'])
  })

  it('leaves no gift behind when rows are sent at the same time', async () => {
    const send = await start('draft-race')
    const emails = Array.from({ length: 20 }, (_, n) => `race.${n}@example.com`)
    await Promise.all([
      sender.post('/send', { options, rows: rowsTo(...emails), bulk_send_id: send.id }),
      sender.post(`/sends/${send.id}/cancel`, { scope: 'unsent' }),
    ])
    const { json } = await sender.get(`/sends/${send.id}`)
    const last = await sender.post(`/sends/${send.id}/cancel`, { scope: 'unsent' })
    assert.equal(last.json.remaining, 0)
    assert.ok(json.gifts === 0 || json.gifts === 20)
    assert.equal((await sender.get(`/sends/${send.id}`)).json.waiting, 0)
  })

  it('continues after 100 gifts', async () => {
    const emails = Array.from({ length: 100 }, (_, n) => `many.${n}@example.com`)
    const { send } = await sendRows('draft-many', emails)
    const rest = rowsTo('many.100@example.com').map((row) => ({ ...row, line: 101 }))
    await sender.post('/send', { options, rows: rest, bulk_send_id: send.id })
    const cancel = () => sender.post(`/sends/${send.id}/cancel`, { scope: 'unsent' })
    assert.deepEqual((await cancel()).json, { cancelled: 100, remaining: 1 })
    assert.deepEqual((await cancel()).json, { cancelled: 1, remaining: 0 })
    assert.deepEqual((await cancel()).json, { cancelled: 0, remaining: 0 })
  })
})

describe('the failed rows of a send', () => {
  const invalid = (email: string, line: number) => ({
    recipient: { first_name: '=cmd()', last_name: 'X', email },
    line,
  })

  it('are saved once with their errors, and downloaded as a file for the next upload', async () => {
    const send = await start('draft-failed')
    const rows = [...rowsTo('fine@example.com'), invalid('no address', 2)]
    const record = () =>
      sender.post(`/sends/${send.id}/failed-rows`, { options, rows: [invalid('neither', 3)] })
    assert.deepEqual((await record()).json, { saved: 1 })
    await record()
    const done = await sender.post('/send', { options, rows, bulk_send_id: send.id })
    assert.deepEqual(statuses(done), ['sent', 'rejected'])
    const { failed, failed_rows } = (await sender.get(`/sends/${send.id}`)).json
    assert.equal(failed, 2)
    assert.deepEqual(pluck(failed_rows, 'line', 'email'), [
      [2, 'no address'],
      [3, 'neither'],
    ])
    assert.equal(failed_rows[0].errors[0].param, 'recipient.email')
    const { text } = await sender.get(`/sends/${send.id}/failed-rows.csv`)
    const [header, first] = text.replace('\ufeff', '').split('\n')
    assert.equal(header, 'first_name,last_name,email,reason,row')
    assert.match(first ?? '', /^'=cmd\(\),X,no address,/, 'formulas are escaped')
  })

  it('are not sent, and a valid row is not recorded', async () => {
    const send = await start('draft-valid')
    const rows = rowsTo('valid.only@example.com')
    const { json } = await sender.post(`/sends/${send.id}/failed-rows`, { options, rows })
    assert.deepEqual(json, { saved: 0 })
    const found = await sender.get('/gift_requests?q=valid.only@')
    assert.equal(found.json.data.length, 0)
  })

  it('are erased and exported with their person, and purged after 30 days', async () => {
    const send = await start('draft-erase')
    const row = { recipient: { first_name: '', last_name: 'Erased', email: 'Gone@Example.com' } }
    const rows = [{ ...row, line: 1 }]
    await sender.post(`/sends/${send.id}/failed-rows`, { options, rows })
    const email = 'gone@example.com'
    const exported = await admin.post('/recipients/export', { email })
    assert.equal(exported.json.failed_rows[0].row.last_name, 'Erased')
    await admin.post('/recipients/erase', { email })
    assert.equal((await sender.get(`/sends/${send.id}`)).json.failed, 0)
    await sender.post(`/sends/${send.id}/failed-rows`, { options, rows })
    assert.equal((await sender.get(`/sends/${send.id}`)).json.failed, 1)
    assert.equal(await fixture.run(sends.purgeFailures), 0)
    await fixture.run((ctx) =>
      ctx.query(
        `update gifting.bulk_send_failure set created_at = created_at - interval '31 days'
                  where account_id = $1 and bulk_send_id = '${send.id}'`,
        [ctx.account_id],
      ),
    )
    assert.equal(await fixture.run(sends.purgeFailures), 1)
  })
})

describe('merge fields', () => {
  const withMessage = (subject: string, body: string) => ({
    ...options,
    email_message: { subject, body },
  })
  const messageOf = async (id: string) =>
    JSON.parse((await sender.get(`/gift_requests/${id}`)).text).email_message

  it('are filled with the names of each row, once', async () => {
    const names = { first_name: 'Ada {last_name}', last_name: 'Lovelace' }
    const rows = [
      { recipient: { ...names, email: 'merge@example.com' } },
      { recipient: { ...recipientFields('merged@example.com'), first_name: 'Grace' } },
    ]
    const { json } = await sender.post('/send', {
      options: withMessage('For {first_name}', 'Dear {first_name} {last_name}, {2026} { } {}'),
      rows,
    })
    assert.deepEqual(await messageOf(json.rows[0].id), {
      subject: 'For Ada {last_name}',
      body: 'Dear Ada {last_name} Lovelace, {2026} { } {}',
    })
    assert.equal((await messageOf(json.rows[1].id)).subject, 'For Grace')
  })

  it('reject an unknown field by its name, and no row is sent', async () => {
    const rows = [{ recipient: recipientFields('unknown.field@example.com') }]
    const body = { options: withMessage('For {firstname}', 'Hi {first_name} {company}'), rows }
    for (const path of ['/send', '/send/check']) {
      const { status, json } = await sender.post(path, body)
      assert.equal(status, 422)
      assert.deepEqual(
        json.errors.map(({ param, message }: { param: string; message: string }) => [
          param,
          message,
        ]),
        [
          [
            'email_message.subject',
            'has the unknown field {firstname}: use {first_name} or {last_name}',
          ],
          [
            'email_message.body',
            'has the unknown field {company}: use {first_name} or {last_name}',
          ],
        ],
      )
    }
    assert.equal((await sender.get('/gift_requests?q=unknown.field@')).json.data.length, 0)
  })

  it('are shown in the preview', async () => {
    const preview = await sender.post('/send/preview', {
      options: withMessage('For {first_name}', 'Dear {first_name}'),
      recipient: { first_name: '<b>Ada</b>', last_name: 'L', email: 'preview@example.com' },
    })
    assert.equal(preview.json.subject, 'For <b>Ada</b>')
    const unknown = await sender.post('/send/preview', {
      options: withMessage('For {boss}', 'x'),
      recipient: recipientFields('preview@example.com'),
    })
    assert.deepEqual([unknown.status, unknown.json.errors[0].param], [422, 'email_message.subject'])
  })

  it('turn a message that one name makes too long into an error of its row', async () => {
    const rows = [
      { recipient: { ...recipientFields('long.name@example.com'), first_name: 'x'.repeat(100) } },
      { recipient: recipientFields('short.name@example.com') },
    ]
    const { json } = await sender.post('/send/check', {
      options: withMessage(`{first_name}${'y'.repeat(200)}`, 'Hi'),
      rows,
    })
    assert.deepEqual(pluck(json.rows, 'status'), ['rejected', 'ready'])
    assert.equal(json.rows[0].errors[0].param, 'recipient.first_name')
  })
})
