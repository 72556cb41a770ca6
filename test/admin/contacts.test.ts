import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAdminFixture, recipientFields } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)

const create = async (values: object) => (await sender.post('/contacts', values)).json
const list = async (query: string, client = sender) =>
  (await client.get(`/contacts?${query}`)).json.data
const findAudit = async (subject_id: string) =>
  (await admin.get(`/audit?subject_id=${subject_id}`)).json.data

describe('contacts', () => {
  it('are created, changed and deleted, with ids and names of fields in the audit log', async () => {
    const { id } = await create({ given_name: 'Ada', work_emails: ['ada@http.example'] })
    const read = await sender.get(`/contacts/${id}`)
    const change = await sender.patch(
      `/contacts/${id}`,
      { phone: '+4915112345678' },
      {
        'if-match': String(read.headers.get('etag')),
      },
    )
    assert.deepEqual([change.status, change.json.phone], [200, '+4915112345678'])
    const late = await sender.patch(`/contacts/${id}`, { phone: null }, { 'if-match': '"0"' })
    assert.equal(late.status, 412)
    const invalid = await sender.patch(`/contacts/${id}`, { work_emails: ['ada'] })
    assert.deepEqual([invalid.status, invalid.json.errors[0].param], [422, 'work_emails.0'])
    assert.equal((await sender.delete(`/contacts/${id}`)).status, 204)
    assert.equal((await sender.delete(`/contacts/${id}`)).status, 404)
    const entries = await findAudit(id)
    assert.deepEqual(pluck(entries, 'action').toSorted(), [
      ...['person.change', 'person.create', 'person.delete'],
    ])
    assert.ok(!JSON.stringify(entries).includes('ada@http.example'))
  })

  it('show viewers no private address, phone number or birthday, and packers nothing', async () => {
    const { id } = await create({
      given_name: 'Seen',
      work_emails: ['seen@work.example'],
      private_emails: ['seen@secret.example'],
      phone: '+4915112345679',
      birthday: '1990-04-12',
    })
    const clientFor = async (role: 'viewer' | 'packer' | 'developer') =>
      testApp.signIn(await testApp.createUser(role))
    const viewer = await clientFor('viewer')
    const { status, json, text } = await viewer.get(`/contacts/${id}`)
    assert.deepEqual([status, json.name, json.private_emails], [200, 'Seen', []])
    assert.deepEqual([json.phone, json.birthday], [null, null])
    assert.doesNotMatch(text, /seen@|secret\.example|4915|1990-04/)
    assert.deepEqual(await list('q=secret.example', viewer), [])
    assert.equal((await list('q=seen', viewer)).length, 1)
    assert.equal((await viewer.post('/contacts', { given_name: 'X' })).status, 403)
    assert.equal((await viewer.delete(`/contacts/${id}`)).status, 403)
    for (const role of ['packer', 'developer'] as const)
      assert.equal((await (await clientFor(role)).get('/contacts')).status, 403)
  })

  it('are in groups, which are managed', async () => {
    const group = (await sender.post('/contact-groups', { name: 'Founders' })).json
    await create({ given_name: 'Grouped', groups: ['founders'] })
    const [found] = await list(`group_id=${group.id}`)
    assert.deepEqual([found.name, found.groups], ['Grouped', ['Founders']])
    const rename = (name: string) => sender.patch(`/contact-groups/${group.id}`, { name })
    assert.equal((await rename('First')).status, 204)
    assert.equal((await rename('')).status, 422)
    const groups = (await sender.get('/contact-groups')).json.data
    assert.deepEqual(
      groups.filter(({ id }: { id: string }) => id === group.id),
      [{ id: group.id, name: 'First', contacts: 1 }],
    )
    assert.equal((await sender.delete(`/contact-groups/${group.id}`)).status, 204)
    assert.equal((await sender.delete(`/contact-groups/${group.id}`)).status, 404)
  })

  it('are merged', async () => {
    const name = { given_name: 'Pair', family_name: 'Merge' }
    const one = await create({ ...name, work_emails: ['one@pair.example'] })
    const two = await create({ ...name, work_emails: ['two@pair.example'], department: 'Sales' })
    const [double] = (await sender.get('/contact-doubles')).json.data
    assert.deepEqual(pluck(double.contacts, 'id'), [one.id, two.id])
    const body = { other_id: two.id, taken: ['department'] }
    const merged = await sender.post(`/contacts/${one.id}/merge`, body)
    assert.deepEqual(merged.json.work_emails, ['one@pair.example', 'two@pair.example'])
    assert.equal(merged.json.department, 'Sales')
    assert.equal((await sender.post(`/contacts/${one.id}/merge`, body)).status, 404)
  })
})

describe('the import of contacts', () => {
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const check = (text: string, options = {}) =>
    sender.post('/contact-import/check', { content: encode(text), ...options })
  const load = (rows: { line: number; cells: object }[], source = 'import') =>
    sender.post('/contact-import', {
      source,
      file_name: 'people.csv',
      rows: rows.map(({ line, cells }) => ({ line, cells })),
    })

  it('checks a CSV file, and imports its rows once', async () => {
    const csv = 'Vorname;Nachname;E-Mail;Geburtsdatum\nGrace;Hopper;grace@file.example;12.04.1990\n'
    const checked = (await check(csv)).json
    assert.deepEqual([checked.source, checked.needs_date_order], ['import', false])
    assert.deepEqual(pluck(checked.rows, 'status'), ['created'])
    assert.deepEqual(await list('q=grace@file.example'), [])
    assert.deepEqual(pluck((await load(checked.rows)).json.rows, 'status'), ['created'])
    assert.deepEqual(pluck((await load(checked.rows)).json.rows, 'status'), ['unchanged'])
    const [found] = await list('q=grace@file.example')
    assert.deepEqual([found.birthday, found.origins.birthday.name], ['1990-04-12', 'people.csv'])
  })

  it('asks for the order of day and month', async () => {
    const csv = 'Email,Start date\nd@file.example,03/04/2024\n'
    assert.equal((await check(csv)).json.needs_date_order, true)
    const { needs_date_order, rows } = (await check(csv, { date_order: 'month_first' })).json
    assert.deepEqual([needs_date_order, rows[0].status], [false, 'created'])
  })

  it('reads vCards', async () => {
    const vcard = [
      ...['BEGIN:VCARD', 'VERSION:4.0', 'FN:Ada Card', 'BDAY:--0229', 'UID:card-1'],
      ...['EMAIL;TYPE=home:ada@card.example', 'END:VCARD', ''],
    ].join('\r\n')
    const { source, rows } = (await check(vcard)).json
    assert.equal(source, 'vcard')
    await load(rows, source)
    const [found] = await list('q=ada@card.example')
    assert.deepEqual([found.name, found.birthday], ['Ada Card', '--02-29'])
    assert.equal(found.origins.birthday.source, 'vcard')
  })

  it('rejects a file without people, and too many rows at once', async () => {
    const noPeople = await check('Colour,Size\nred,M\n')
    assert.deepEqual([noPeople.status, noPeople.json.errors[0].param], [422, 'content'])
    const rows = Array.from({ length: 201 }, (_, at) => ({ line: at + 2, cells: {} }))
    assert.equal((await load(rows)).status, 422)
  })
})

describe('a contact with “do not gift”', () => {
  it('is refused when a send is checked and when it is created', async () => {
    const email = 'no.gifts@example.com'
    await create({ given_name: 'No', work_emails: [email], do_not_gift: 'Works for a regulator' })
    const body = {
      options: { campaign_id: fixture.campaign('email').id },
      rows: [{ recipient: recipientFields('No.Gifts@example.com') }],
    }
    for (const path of ['/send/check', '/send']) {
      const [row] = (await sender.post(path, body)).json.rows
      assert.equal(row.status, 'rejected')
      assert.equal(row.errors[0].param, 'recipient.email')
      assert.match(row.errors[0].message, /Works for a regulator/)
    }
    assert.deepEqual((await sender.get(`/gift_requests?q=${email}`)).json.data, [])
  })
})
