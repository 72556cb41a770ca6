import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestApp } from '#test/api-harness'
import { pluck } from '#test/pluck'
import * as contacts from './index.ts'
import type { ContactValues } from './tables.ts'

const app = await createTestApp()
const create = (values: Partial<ContactValues>) =>
  app.run((ctx) => contacts.createContact(ctx, values))
const find = (id: string) => app.run((ctx) => contacts.findContact(ctx, id))

describe('doubles', () => {
  it('have the same phone, or the same name and a domain', async () => {
    const ada = { given_name: 'Ada', family_name: 'Double' }
    const one = await create({ ...ada, work_emails: ['ada@double.example'] })
    const two = await create({ ...ada, work_emails: ['a.double@double.example'] })
    await create({ ...ada, work_emails: ['ada@elsewhere.example'] })
    const phone = '+4915112345678'
    const three = await create({ given_name: 'Grace', phone })
    const four = await create({ given_name: 'G.', phone })
    const found = await app.run((ctx) => contacts.listDoubles(ctx))
    assert.deepEqual(
      found.map(({ reason, contacts: pair }) => [reason, pluck(pair, 'id')]),
      [
        ['phone', [three.id, four.id]],
        ['name_and_domain', [one.id, two.id]],
      ],
    )
  })

  it('become one contact with the values that a person chose, and the lists of both', async () => {
    const one = await create({
      given_name: 'Ada',
      department: 'Sales',
      work_emails: ['one@merge.example'],
      external_ids: ['X-1'],
      groups: ['A'],
      fields: { size: 'M' },
    })
    const two = await create({
      given_name: 'Adeline',
      department: 'Marketing',
      work_emails: ['two@merge.example'],
      external_ids: ['X-2'],
      groups: ['B'],
      fields: { size: 'L', pet: 'cat' },
      do_not_gift: 'Asked us',
      manager_id: one.id,
    })
    const report = await create({ given_name: 'Report', manager_id: two.id })
    await app.run((ctx) =>
      contacts.mergeContacts(ctx, one.id, two.id, ['department', 'manager_id']),
    )
    const merged = await find(one.id)
    assert.equal(await find(two.id), undefined)
    assert.deepEqual([merged?.given_name, merged?.department], ['Ada', 'Marketing'])
    assert.deepEqual(merged?.work_emails, ['one@merge.example', 'two@merge.example'])
    assert.deepEqual(
      [merged?.external_ids, merged?.groups],
      [
        ['X-1', 'X-2'],
        ['A', 'B'],
      ],
    )
    assert.deepEqual(merged?.fields, { pet: 'cat', size: 'M' })
    assert.deepEqual([merged?.do_not_gift, merged?.manager_id], ['Asked us', null])
    assert.equal((await find(report.id))?.manager_id, one.id)
    assert.equal(merged?.origins.department?.source, 'manual')
    assert.equal(merged?.origins.groups?.source, 'merge')
  })

  it('are two contacts of the account', async () => {
    const { id } = await create({ given_name: 'Single' })
    const merge = (other: string) => app.run((ctx) => contacts.mergeContacts(ctx, id, other, []))
    await assert.rejects(merge(id), { code: 'not_allowed' })
    assert.equal(await merge('0190b5a0-0000-7000-8000-000000000000'), undefined)
  })
})
