import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as accounts from '#accounts'
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

  it('are found within a second among thousands of contacts with one name', async () => {
    const many = { name: 'Many', tier: 'enterprise' } as const
    const other = await app.run((ctx) => accounts.createAccount(ctx, many), '*')
    const found = await app.run(async (ctx) => {
      await ctx.query(
        `with added as (
           insert into contacts.contact (account_id, id, given_name, family_name, sort_name, fields, origins, created_at, updated_at)
           select $1, gen_random_uuid(), 'Info', '', 'info', '{}', '{}', now(), now() from generate_series(1, 4000) returning id)
         insert into contacts.email (account_id, email_key, contact_id, kind, position, email, domain_key)
         select $1, 'info@' || id, id, 'work', 0, 'info@' || id, id from added`,
        [ctx.account_id],
      )
      await ctx.query("set local statement_timeout = '1s'")
      return contacts.listDoubles(ctx)
    }, other.id)
    assert.deepEqual(found, [])
  })

  it('are two contacts of the account', async () => {
    const { id } = await create({ given_name: 'Single' })
    const merge = (other: string) => app.run((ctx) => contacts.mergeContacts(ctx, id, other, []))
    const report = await create({ given_name: 'Of Single', manager_id: id })
    for (const same of [id, id.toUpperCase()])
      await assert.rejects(merge(same), { code: 'not_allowed' })
    assert.equal((await find(report.id))?.manager_id, id)
    assert.equal(await merge('0190b5a0-0000-7000-8000-000000000000'), undefined)
  })
})
