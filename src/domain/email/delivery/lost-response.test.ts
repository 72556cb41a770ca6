import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { MailTransport } from '#platform/lib/mail-transport'
import { inTransaction } from '#platform/postgres/database'
import { startPostgresProxy } from '#test/postgres-proxy'
import { createMigratedDatabase } from '#test/throwaway-database'
import { createAccount, openTestDatabase } from '#test/webhook-harness'
import * as mail from '../index.ts'

it('sends an email at once and once after a claim whose COMMIT got no response', async () => {
  const { url } = await createMigratedDatabase()
  const proxy = await startPostgresProxy(url)
  const [db, ownDb] = [openTestDatabase(url), openTestDatabase(proxy.url)]
  ownDb.pool.on('error', () => {})
  const account_id = await createAccount(db)
  const id = await inTransaction(db, account_id, async (ctx) =>
    mail.enqueue(ctx, {
      account_id,
      kind: 'verify_address',
      to: { name: 'Ada', email: 'ada@example.com' },
      data: { url: 'http://localhost:3000/confirm' },
    }),
  )
  let sent = 0
  const email: MailTransport = {
    concurrency: 1,
    send: async () => {
      sent += 1
      return { isAccepted: true, response: '250 OK' }
    },
    close: () => {},
  }
  const sender = mail.createSender(
    ownDb,
    { email },
    { from: { name: 'Bestow', email: 'gifts@example.com' }, bounceAddress: undefined },
  )
  try {
    const broken = proxy.breakAfterCommit('update mail.message m')
    await assert.rejects(sender.round())
    await broken
    assert.equal(sent, 0)
    await sender.round()
    await sender.settled()
    assert.equal(sent, 1)
    const found = await inTransaction(db, account_id, (ctx) => mail.find(ctx, id))
    assert.equal(found?.message.state, 'sent')
  } finally {
    await Promise.all([db, ownDb].map(({ pool }) => pool.end()))
  }
})
