import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import { type SmtpScript, startSmtpServer } from '#test/smtp-server'
import { createSmtpTransport } from '#test/smtp-transport'
import { createMigratedDatabase } from '#test/throwaway-database'
import { createAccount, openTestDatabase } from '#test/webhook-harness'
import * as mail from '../index.ts'

const senderConfig: mail.SenderConfig = {
  from: { name: 'Bestow', email: 'gifts@example.com' },
  bounceAddress: undefined,
}
const limits: mail.SendLimits = { retryDelaysMs: [0, 0, 0, 0], timeoutMs: 5_000, leaseMs: 60_000 }

let db: Database
let account_id: string
const cleanups: (() => unknown)[] = []

before(async () => {
  db = openTestDatabase((await createMigratedDatabase()).url)
  account_id = await createAccount(db)
})
beforeEach(() =>
  asOperator(async (ctx) => {
    await ctx.query('delete from mail.message')
    await ctx.query('delete from mail.bounced_address')
  }),
)
after(async () => {
  for (const close of cleanups) await close()
  await db.pool.end()
})

const asOperator = <T>(run: Parameters<typeof inTransaction<T>>[2]): Promise<T> =>
  inTransaction(db, ALL_ACCOUNTS, run)

const findRejections = () => asOperator(mail.findSenderRejections)

async function openServer(script: SmtpScript, credentials = '') {
  const server = await startSmtpServer(script)
  const url = server.url.replace('//', `//${credentials}`)
  const transport = createSmtpTransport({ url, tls: 'none', maxConnections: 20 })
  cleanups.push(
    () => transport.close(),
    () => server.close(),
  )
  return transport
}

const enqueueTo = (...emails: string[]) =>
  inTransaction(db, account_id, async (ctx) =>
    emails.map((email) =>
      mail.enqueue(ctx, {
        ...{ account_id, kind: 'verify_address', to: { name: 'Ada', email } },
        data: { url: 'http://localhost:3000/confirm' },
      }),
    ),
  )

async function send(transport: Awaited<ReturnType<typeof openServer>>, ...emails: string[]) {
  const ids = await enqueueTo(...emails)
  await mail.sendDue(db, transport, senderConfig, limits)
  return ids
}

const addressesAt = (domain: string, count: number) =>
  Array.from({ length: count }, (_, n) => `ada${n}@${domain}`)

const blocked = '5.7.1 <ada@corp.example>: 203.0.113.9 is on a block list'

it('finds a provider that rejects the sender, until it accepts an email again', async () => {
  const state = { isBlocked: true }
  const transport = await openServer({
    onRecipient: (to) =>
      state.isBlocked && to.endsWith('@corp.example') ? { code: 550, text: blocked } : undefined,
  })
  await send(transport, ...addressesAt('corp.example', 4))
  assert.equal(await findRejections(), undefined)
  await send(transport, 'eve@CORP.example', ...addressesAt('other.example', 3))
  const found = await findRejections()
  assert.equal(found?.count, 5)
  assert.match(found.response, /^550 5\.7\.1 <…>: 203\.0\.113\.9 is on a block list$/)
  assert.ok(Date.now() - found.since.getTime() < 60_000)
  state.isBlocked = false
  await send(transport, 'ada@other.example')
  assert.equal((await findRejections())?.count, 5)
  await send(transport, 'ada@corp.example')
  assert.equal(await findRejections(), undefined)
})

it('finds rejections by servers of many domains that no accepted email has followed', async () => {
  const state = { isBlocked: true }
  const transport = await openServer({
    onRecipient: () =>
      state.isBlocked ? { code: 550, text: 'SPF check failed for example.com' } : undefined,
  })
  await send(transport, ...Array.from({ length: 6 }, (_, n) => `ada@corp${n}.example`))
  assert.equal((await findRejections())?.count, 6)
  state.isBlocked = false
  await send(transport, 'ada@corp9.example')
  assert.equal(await findRejections(), undefined)
})

it('finds a rejected password with the third attempt of each email', async () => {
  const state = { isRejected: true }
  const transport = await openServer(
    {
      onSignIn: () =>
        state.isRejected ? { code: 535, text: '5.7.8 authentication failed' } : undefined,
    },
    'mailer:secret@',
  )
  await send(transport, ...addressesAt('corp.example', 5))
  await mail.sendDue(db, transport, senderConfig, limits)
  assert.equal(await findRejections(), undefined)
  await mail.sendDue(db, transport, senderConfig, limits)
  const found = await findRejections()
  assert.equal(found?.count, 5)
  assert.match(found.response, /535 .*authentication failed/)
  state.isRejected = false
  await mail.sendDue(db, transport, senderConfig, limits)
  assert.equal(await findRejections(), undefined)
})

it('does not take unknown addresses and full mailboxes for rejections of the sender', async () => {
  const replies = ['5.1.1 no such user', '5.2.2 mailbox full']
  const transport = await openServer({
    onRecipient: (_to, time) => ({ code: 550, text: replies[time % 2] ?? '' }),
  })
  await send(transport, ...addressesAt('corp.example', 12))
  assert.equal(await findRejections(), undefined)
})

it('finds rejections that are reported later, although the relay accepts every email', async () => {
  const transport = await openServer({})
  const ids = await send(transport, ...addressesAt('corp.example', 5))
  await asOperator(async (ctx) => {
    for (const id of ids) {
      const outgoing = await mail.findOutgoing(ctx, id, senderConfig)
      const ref = mail.parseMessageRef(outgoing?.message_id ?? '')
      assert.ok(ref)
      const bounce = { ...ref, response: `550 ${blocked}`, isInvalidAddress: false }
      assert.ok(await mail.recordBounce(ctx, bounce))
    }
  })
  const [id] = await send(transport, 'ada@corp.example')
  assert.equal((await findRejections())?.count, 5)
  // a quarter of an hour later no report about the accepted email has come
  await asOperator((ctx) =>
    ctx.query(
      `update mail.message set sent_at = sent_at - interval '16 minutes',
         ended_at = case when id = $1 then ended_at else ended_at - interval '17 minutes' end`,
      [id],
    ),
  )
  assert.equal(await findRejections(), undefined)
})
