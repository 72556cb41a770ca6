import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TxContext } from '#platform/postgres/database'
import { createTestApp } from '#test/api-harness'
import { pluck } from '#test/pluck'
import * as contacts from './index.ts'
import type { ContactValues } from './tables.ts'

const app = await createTestApp()
const other = await createTestApp()
const create = (values: Partial<ContactValues>) =>
  app.run((ctx) => contacts.createContact(ctx, values))
const find = (id: string) => app.run((ctx) => contacts.findContact(ctx, id))
const browse = (filter: contacts.ContactFilter, run = app.run) =>
  run((ctx: TxContext) => contacts.browseContacts(ctx, filter, { limit: 10, order: 'asc' }))
const paramsOf = (error: unknown) =>
  (error as { fieldErrors: { param: string }[] }).fieldErrors.map(({ param }) => param)

describe('a contact', () => {
  it('has the values, their origin, and its groups', async () => {
    const { id } = await create({
      given_name: ' Ada ',
      family_name: 'Larkin',
      work_emails: ['Ada@Example.com', 'ada@example.com'],
      private_emails: ['ada@home.example'],
      country: 'de',
      phone: '0151 12345678',
      birthday: '--02-29',
      start_date: '2024-02-29',
      groups: ['Berlin', 'berlin', 'Sales'],
      fields: { Size: 'M', Empty: '' },
      external_ids: ['E-1'],
    })
    const found = await find(id)
    assert.ok(found)
    assert.deepEqual(found.work_emails, ['Ada@Example.com'])
    assert.deepEqual(
      [found.given_name, found.country, found.phone],
      ['Ada', 'DE', '+4915112345678'],
    )
    assert.deepEqual(found.groups, ['Berlin', 'Sales'])
    assert.deepEqual(found.fields, { Size: 'M' })
    assert.equal(found.origins.phone?.source, 'manual')
    assert.equal(found.origins.department, undefined)
    assert.equal(contacts.toName(found), 'Ada Larkin')
  })

  // biome-ignore format: one error a line
  const invalid: readonly [string, Partial<ContactValues>, string][] = [
    ['no name and no address', { department: 'Sales' },              'given_name'],
    ['an address',             { work_emails: ['x@example.com', 'no'] }, 'work_emails.1'],
    ['a phone number',         { given_name: 'A', phone: '12' },     'phone'],
    ['a country',              { given_name: 'A', country: 'XX' },   'country'],
    ['a language',             { given_name: 'A', language: '??' },  'language'],
    ['a time zone',            { given_name: 'A', time_zone: 'Mars/Base' }, 'time_zone'],
    ['a day',                  { given_name: 'A', start_date: '2023-02-29' }, 'start_date'],
    ['a birthday',             { given_name: 'A', birthday: '--02-30' }, 'birthday'],
    ['a manager',              { given_name: 'A', manager_id: '0190b5a0-0000-7000-8000-000000000000' }, 'manager_id'],
    ['a long text',            { given_name: 'A'.repeat(201) },      'given_name'],
    ['too many own fields',    { given_name: 'A', fields: Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`f${at}`, 'x'])) }, 'fields'],
    ['too many bytes',         { given_name: 'A', fields: Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`f${at}`, 'x'.repeat(999)])) }, 'fields'],
    ['one address twice',      { private_emails: ['q@example.com'], work_emails: ['q@example.com'] }, 'private_emails.0'],
  ]
  for (const [name, values, param] of invalid)
    it(`is rejected with an error for ${name}`, () =>
      assert.rejects(create(values), (error) => paramsOf(error).includes(param)))

  it('does not share an address or an external id with another contact', async () => {
    await create({ work_emails: ['taken@example.com'], external_ids: ['T-1'] })
    await assert.rejects(
      create({ private_emails: ['TAKEN@example.com'], external_ids: ['T-1'] }),
      (error) => {
        assert.deepEqual(paramsOf(error), ['private_emails.0', 'external_ids.0'])
        return true
      },
    )
  })

  it('changes only the given fields, and records the time of “do not gift”', async () => {
    const { id } = await create({ given_name: 'Grace', department: 'Navy' })
    const changed = await app.run((ctx) =>
      contacts.updateContact(ctx, id, { department: 'Navy', do_not_gift: 'Asked us' }),
    )
    assert.deepEqual(changed?.changed, ['do_not_gift'])
    const found = await find(id)
    assert.ok(found?.do_not_gift_since instanceof Date)
    assert.deepEqual([found.given_name, found.department], ['Grace', 'Navy'])
    await app.run((ctx) => contacts.updateContact(ctx, id, { do_not_gift: '' }))
    assert.equal((await find(id))?.do_not_gift_since, null)
  })

  it('loses its manager when the manager is deleted, and is no manager of itself', async () => {
    const boss = await create({ given_name: 'Boss' })
    const { id } = await create({ given_name: 'Report', manager_id: boss.id })
    for (const manager_id of [id, id.toUpperCase()])
      await assert.rejects(
        app.run((ctx) => contacts.updateContact(ctx, id, { manager_id })),
        (error) => paramsOf(error).includes('manager_id'),
      )
    assert.equal(await app.run((ctx) => contacts.deleteContact(ctx, boss.id)), true)
    assert.equal((await find(id))?.manager_id, null)
  })
})

describe('the list', () => {
  it('is searched by words of names, addresses and domains, and filtered', async () => {
    const { id } = await create({
      given_name: 'Zoë',
      family_name: 'Ångström',
      work_emails: ['zoe@planet.example'],
      private_emails: ['zz@hidden.example'],
      country: 'SE',
      language: 'sv',
      groups: ['Stars'],
    })
    for (const search of [
      'angs',
      'zoe ångström',
      'planet.ex',
      'zoe@pl',
      'hidden',
      '@planet.example',
    ])
      assert.deepEqual(pluck((await browse({ search })).data, 'id'), [id], search)
    const groups = await app.run((ctx) => contacts.listGroups(ctx))
    const group_id = groups.find(({ name }) => name === 'Stars')?.id ?? ''
    const filter = { group_id, country: 'SE', language: 'sv', do_not_gift: false }
    assert.deepEqual(pluck((await browse(filter)).data, 'id'), [id])
    assert.deepEqual((await browse({ ...filter, do_not_gift: true })).data, [])
    for (const search of ['hidden', 'zoe@pl', 'zz@hidden.example'])
      assert.deepEqual((await browse({ search, hasWholeAddressesOnly: true })).data, [], search)
    assert.equal(
      (await browse({ search: 'zoe@planet.example', hasWholeAddressesOnly: true })).data.length,
      1,
    )
  })

  it('has pages by name', async () => {
    for (const family_name of ['Yb', 'Ya', 'Yc']) await create({ family_name, given_name: 'Paged' })
    const page = { limit: 2, order: 'asc' } as const
    const filter = { search: 'paged', sort: 'name' } as const
    const first = await app.run((ctx) => contacts.browseContacts(ctx, filter, page))
    assert.deepEqual(pluck(first.data, 'family_name'), ['Ya', 'Yb'])
    const second = await app.run((ctx) =>
      contacts.browseContacts(ctx, filter, { ...page, after: first.next_after ?? '' }),
    )
    assert.deepEqual(pluck(second.data, 'family_name'), ['Yc'])
  })

  it('has no contact of another account', async () => {
    const { id } = await create({ given_name: 'Ours', work_emails: ['ours@example.com'] })
    assert.equal(await other.run((ctx) => contacts.findContact(ctx, id)), undefined)
    assert.deepEqual((await browse({}, other.run)).data, [])
    assert.equal(await other.run((ctx) => contacts.deleteContact(ctx, id)), false)
    const theirs = await other.run((ctx) =>
      contacts.createContact(ctx, { given_name: 'Theirs', work_emails: ['ours@example.com'] }),
    )
    assert.notEqual(theirs.id, id)
  })
})

describe('a group', () => {
  it('has one name, can be renamed, and leaves its contacts when it is deleted', async () => {
    const { id } = await create({ given_name: 'Member', groups: ['Old name'] })
    const found = (await app.run((ctx) => contacts.listGroups(ctx))).find(
      ({ name }) => name === 'Old name',
    )
    assert.equal(found?.contacts, 1)
    const group_id = found?.id ?? ''
    await assert.rejects(
      app.run((ctx) => contacts.createGroup(ctx, 'OLD NAME')),
      (error) => paramsOf(error).includes('name'),
    )
    await app.run((ctx) => contacts.renameGroup(ctx, group_id, 'New name'))
    assert.deepEqual((await find(id))?.groups, ['New name'])
    assert.equal(await app.run((ctx) => contacts.deleteGroup(ctx, group_id)), 'New name')
    assert.deepEqual((await find(id))?.groups, [])
  })
})
