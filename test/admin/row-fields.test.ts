import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#platform/lib/ids'
import * as sends from '#sends'
import { createAdminFixture, recipientFields } from '#test/admin-fixture'
import { createAdminClient, createAdminTestApp } from '#test/admin-harness'
import { drain } from '#test/eventually'
import { pluck } from '#test/pluck'

/* Columns of a list as fields of its message. */

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)
const { id: campaign_id } = fixture.campaign('email')

const withMessage = (subject: string, body: string) => ({
  campaign_id,
  email_message: { subject, body },
})
const rowTo = (email: string, fields: object, line = 1) => ({
  recipient: { ...recipientFields(email), first_name: 'Ada' },
  fields,
  line,
})
const messageOf = async (id: string) =>
  (await sender.get(`/gift_requests/${id}`)).json.email_message
const errorsOf = (json: { rows: { errors?: object[] }[] }) =>
  json.rows.map(({ errors = [] }) => pluck(errors as never[], 'param', 'message'))

it('fills the columns of each row and its names, so that a column can hold the whole message', async () => {
  const rows = [
    rowTo('one@example.com', {
      company: 'Acme\n {company}',
      note: ' Dear {first_name},\n\nthank you. ',
    }),
    rowTo('two@example.com', { company: 'Globex', note: 'Hello' }, 2),
  ]
  const { json } = await sender.post('/send', {
    options: withMessage('For {company}', '{note} {company} {2026}'),
    rows: [rows[1]],
  })
  assert.deepEqual(await messageOf(json.rows[0].id), {
    subject: 'For Globex',
    body: 'Hello Globex {2026}',
  })
  const options = withMessage('For {first_name} of {company}', '{note}')
  const several = await sender.post('/send', {
    options,
    rows: [{ ...rows[0], fields: { ...rows[0]?.fields, company: 'Acme\nInc' } }],
  })
  const { id } = several.json.rows[0]
  assert.deepEqual(await messageOf(id), {
    subject: 'For Ada of Acme Inc',
    body: 'Dear Ada,\n\nthank you.',
  })
})

it('rejects a row whose field is empty, missing, too long, or has an unknown field in it', async () => {
  const options = withMessage('For {company}', 'Hello')
  const { json, status, text } = await sender.post('/send/check', {
    options,
    rows: [
      rowTo('fine@example.com', { company: 'Acme' }),
      rowTo('empty@example.com', { company: ' ' }),
      rowTo('missing@example.com', {}),
      rowTo('long@example.com', { company: 'x'.repeat(300) }),
      rowTo('nested@example.com', { company: 'Acme {boss}' }),
    ],
  })
  assert.equal(status, 200, text)
  assert.deepEqual(pluck(json.rows, 'status'), ['ready', ...Array(4).fill('rejected')])
  assert.deepEqual(errorsOf(json).slice(1), [
    [['fields.company', 'is empty, and the message contains {company}']],
    [['fields.company', 'is empty, and the message contains {company}']],
    [
      [
        'fields.company',
        'makes the subject of the message invalid, which must be at most 255 characters',
      ],
    ],
    [['fields.company', 'has the unknown field {boss}: use {first_name} or {last_name}']],
  ])
})

it('rejects the list when the message has a field that no row has, and names those of the rows', async () => {
  const { status, json } = await sender.post('/send', {
    options: withMessage('For {compny}', 'Hello {__proto__} {toString}'),
    rows: [rowTo('typo@example.com', { company: 'Acme' })],
  })
  assert.equal(status, 422)
  assert.deepEqual(pluck(json.errors, 'message'), [
    'has the unknown field {compny}: use {first_name} or {last_name} or {company}',
    'has the unknown field {toString}: use {first_name} or {last_name} or {company}',
  ])
  const badName = {
    options: withMessage('a', 'b'),
    rows: [rowTo('n@example.com', { 'Bad name': 'x' })],
  }
  const refused = await sender.post('/send/check', badName)
  assert.deepEqual([refused.status, refused.json.errors[0].param], [422, 'rows.0.fields.Bad name'])
})

it('shows the fields in the preview and in the test email', async () => {
  const body = {
    options: withMessage('For {company}', 'Dear {first_name}, {note}'),
    recipient: recipientFields('preview@example.com'),
    fields: { company: '<b>Acme</b>', note: 'thanks' },
  }
  const { json } = await sender.post('/send/preview', body)
  assert.equal(json.subject, 'For <b>Acme</b>')
  assert.match(json.text, /thanks/)
  assert.equal((await sender.post('/send/test', body)).status, 200)
})

it('keeps the fields of failed rows for the next upload, and of rows that await approval', async () => {
  const options = withMessage('For {company}', 'Hello')
  const rows = [
    rowTo('approved@example.com', { company: 'Acme' }),
    rowTo('no address', { company: '=Globex' }, 2),
  ]
  await admin.put('/approval-rule', {
    ...{ mode: 'all', max_gifts: null, max_cost: null, confirm_above: null, decide_by_mail: false },
  })
  const body = { draft_id: newId(), name: 'Companies', options, recipients: 2 }
  const { id } = (await sender.post('/sends', body)).json
  const saved = await sender.post('/send', { options, rows, bulk_send_id: id })
  assert.deepEqual(pluck(saved.json.rows, 'status'), ['saved', 'rejected'])
  const { text } = await sender.get(`/sends/${id}/failed-rows.csv`)
  const [header, first] = text.replace('\ufeff', '').split('\n')
  assert.equal(header, 'first_name,last_name,email,company,reason,row')
  assert.match(first ?? '', /no address,'=Globex,/)
  assert.equal((await sender.post(`/sends/${id}/submit`)).status, 200)
  const { recipients } = (await admin.get(`/sends/${id}/approval`)).json
  assert.deepEqual(pluck(recipients, 'fields'), [{ company: 'Acme' }], 'the approver sees them')
  const content = (await sender.get(`/sends/${id}/content`)).json
  assert.deepEqual(content.rows[0].fields, { company: 'Acme' })
  assert.equal((await admin.post(`/sends/${id}/approve`)).status, 200)
  await drain(() => sends.processApprovals(testApp.db))
  const [gift] = (await sender.get(`/gift_requests?bulk_send_id=${id}`)).json.data
  assert.equal((await messageOf(gift.id)).subject, 'For Acme')
})

it('does not let the link of an email approve texts that its page does not show', async () => {
  await admin.put('/approval-rule', {
    ...{ mode: 'all', max_gifts: null, max_cost: null, confirm_above: null, decide_by_mail: true },
  })
  const approver = await testApp.createUser('approver')
  const options = withMessage('For you', '{note}')
  const body = { draft_id: newId(), name: 'Notes', options, recipients: 1 }
  const { id } = (await sender.post('/sends', body)).json
  const rows = [rowTo('hidden@example.com', { note: 'A text of its own' })]
  await sender.post('/send', { options, rows, bulk_send_id: id })
  assert.equal((await sender.post(`/sends/${id}/submit`)).status, 200)
  const token = await testApp.findLastEmailToken(approver.email)
  const anyone = createAdminClient(testApp.origin)
  const preview = await anyone.post('/decision/preview', { token })
  assert.deepEqual(pluck(preview.json.check.problems, 'param'), ['email_message.body'])
  const refused = await anyone.post('/decision', { token, decision: 'approve' })
  assert.equal(refused.status, 422, refused.text)
  assert.match(refused.json.errors[0].message, /in place of \{note\}: sign in/)
  const client = await testApp.signIn(approver)
  assert.equal((await client.post(`/sends/${id}/approve`)).status, 200)
})
