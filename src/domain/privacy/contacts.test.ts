import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as contacts from '#contacts'
import { createTestApp } from '#test/api-harness'
import { dumpTables, tablesContaining } from '#test/table-dump'
import * as privacy from './index.ts'

const app = await createTestApp()

describe('the erasure of a contact', () => {
  const rows = (external_id: string, work_email: string) => [
    { line: 2, cells: { external_id, work_email, given_name: 'Back' } },
  ]
  const load = (...row: Parameters<typeof rows>) =>
    app.run((ctx) =>
      contacts.importRows(ctx, rows(...row), { source: 'import', file_name: 'people.csv' }),
    )

  it('deletes all its data, and later imports skip the person until someone adds them', async () => {
    await app.run((ctx) =>
      contacts.createContact(ctx, {
        given_name: 'Qxgone',
        work_emails: ['qxgone@work.example'],
        private_emails: ['qxgone@home.example'],
        external_ids: ['QX-1'],
        fields: { note: 'qxgone' },
      }),
    )
    const data = await app.run((ctx) => privacy.exportPersonalData(ctx, 'QXgone@home.example'))
    assert.deepEqual(data.listed_contact?.fields, { note: 'qxgone' })
    assert.ok(tablesContaining(await dumpTables(app), 'qxgone').includes('contacts.contact'))
    await app.run((ctx) => privacy.erasePersonalData(ctx, 'QXgone@home.example'))
    assert.deepEqual(tablesContaining(await dumpTables(app), 'qxgone'), [])
    for (const [external_id, email] of [
      ['QX-1', 'new@work.example'],
      ['QX-2', 'qxgone@work.example'],
    ] as const) {
      const [result] = await load(external_id, email)
      assert.equal(result?.status, 'skipped')
      assert.match(result?.warnings[0]?.message ?? '', /was erased on \d{4}-\d\d-\d\d/)
    }
    await app.run((ctx) =>
      contacts.createContact(ctx, { given_name: 'Agreed', work_emails: ['qxgone@work.example'] }),
    )
    assert.equal((await load('QX-3', 'qxgone@work.example'))[0]?.status, 'changed')
  })

  it('is remembered for an address without a contact', async () => {
    await app.run((ctx) => privacy.erasePersonalData(ctx, 'unknown@work.example'))
    assert.equal((await load('U-1', 'unknown@work.example'))[0]?.status, 'skipped')
  })
})
