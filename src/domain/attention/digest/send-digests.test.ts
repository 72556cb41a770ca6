import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import * as accounts from '#accounts'
import * as mail from '#email'
import { newId } from '#platform/lib/ids'
import { createTestApp, giftBody } from '#test/api-harness'
import { createAttentionFixture, seedGifts } from '#test/attention-fixture'
import { drain } from '#test/eventually'
import { startSmtpServer } from '#test/smtp-server'
import { createSmtpTransport } from '#test/smtp-transport'
import * as attention from '../index.ts'

const hourMs = 3_600_000
const testApp = await createTestApp()
const { check, findItem, setState } = createAttentionFixture(testApp)
const sender = await testApp.run((ctx) =>
  ctx
    .query<{ id: string; email: string }>('select id, email from access.user order by id limit 1')
    .then(([user]) => user ?? { id: '', email: '' }),
)

const send = () => attention.sendDigests(testApp.db)
const listDigests = async () =>
  (await testApp.run((ctx) => mail.list(ctx, {}))).filter(({ kind }) => kind === 'attention_digest')

/** Creates a gift in a state that needs attention, and raises its item more than an hour ago. */
async function createGiftInNeed(
  state = 'shipping_error',
): Promise<{ id: string; reference: string }> {
  const { json } = await testApp.api.post('/gift_requests', giftBody(testApp))
  await testApp.advanceTime()
  await setState(json.id, state)
  await check()
  await testApp.advanceTime(2 * hourMs)
  return json
}

/** Lets the last emails be older than a day. */
const passDay = () =>
  testApp.run((ctx) =>
    ctx.query(`update attention.digest set sent_at = sent_at - interval '25 hours'`),
  )

async function readNewest() {
  const [newest] = await listDigests()
  const found = await testApp.run((ctx) => mail.find(ctx, newest?.id ?? newId()))
  return { to: newest?.to?.email, ...found?.rendered }
}

it('emails the sender once a day, and only about something new', async () => {
  const { id, reference } = await createGiftInNeed()
  const counts = await Promise.all([send(), send()])
  assert.equal(counts[0] + counts[1], 1, 'two processes send one email')
  assert.equal((await listDigests()).length, 1)
  const { to, subject, text = '', html = '' } = await readNewest()
  assert.equal(to, sender.email)
  assert.equal(subject, 'One gift needs your attention')
  for (const part of [
    reference,
    'The carrier rejected the address or the label.',
    `Correct the address: ${testApp.db.deployment.origin}/gift-requests/${id}`,
    'Since ',
    '/unsubscribe/',
  ])
    assert.ok(text.includes(part), `${part} is missing in ${text}`)
  assert.ok(html.includes(reference))

  await createGiftInNeed('backordered')
  assert.equal(await send(), 0, 'a day has not passed')
  await passDay()
  assert.equal(await send(), 1)
  assert.equal((await readNewest()).subject, '2 gifts need your attention')
  await passDay()
  assert.equal(await send(), 0, 'nothing is new')
})

it('waits for an hour, and leaves out what ended within it', async () => {
  await passDay()
  const { json } = await testApp.api.post('/gift_requests', giftBody(testApp))
  await testApp.advanceTime()
  await setState(json.id, 'backordered')
  await check()
  assert.equal(await send(), 0, 'the item is new')
  await setState(json.id, 'ordered')
  await check()
  await testApp.advanceTime(2 * hourMs)
  assert.equal(await send(), 0, 'the item has ended')
})

it('emails the admins when the sender can no longer open the gift', async () => {
  await passDay()
  const emails = await testApp.run(async (ctx) => {
    const { user: admin } = await accounts.createUser(ctx, {
      email: 'admin@larkfield.example',
      role: 'admin',
    })
    const { user: packer } = await accounts.createUser(ctx, {
      email: 'packer@larkfield.example',
      role: 'packer',
    })
    return { admin: admin.email, packer: packer.id }
  })
  const { id } = await createGiftInNeed()
  for (const sender_id of [emails.packer, newId()]) {
    const item = await findItem('address_refused', id)
    await testApp.run((ctx) =>
      ctx.query('update attention.item set sender_id = $2 where id = $1', [item?.id, sender_id]),
    )
    assert.equal(await send(), 1)
    const { to } = await readNewest()
    assert.equal(to, emails.admin)
    await testApp.run((ctx) => ctx.query('delete from attention.digest'))
    await testApp.run((ctx) =>
      ctx.query(
        `insert into attention.digest (account_id, user_id, last_number) values ($1, $2, 1000000)`,
        [testApp.account.id, sender.id],
      ),
    )
  }
})

describe('a subscription', () => {
  it('ends with the link of the email, and begins again in the profile', async () => {
    const run = <T>(
      use: (ctx: Parameters<Parameters<typeof testApp.run<T>>[0]>[0]) => Promise<T>,
    ) => testApp.run(use)
    await run((ctx) => ctx.query('delete from attention.digest'))
    const url = await run(async (ctx) => attention.unsubscribeUrl(ctx, sender.id))
    const token = url.split('/').at(-1) ?? ''
    assert.equal(await attention.unsubscribe(testApp.db, `${token}x`), false)
    assert.equal(await attention.unsubscribe(testApp.db, ''), false)
    assert.equal(await attention.unsubscribe(testApp.db, token), true)
    assert.equal(await attention.unsubscribe(testApp.db, token), true, 'a repeated click')
    assert.equal(await run((ctx) => attention.isSubscribed(ctx, sender.id)), false)
    const before = (await listDigests()).filter(({ to }) => to?.email === sender.email).length
    await createGiftInNeed()
    await send()
    const after = (await listDigests()).filter(({ to }) => to?.email === sender.email).length
    assert.equal(after, before)
    assert.equal(await run((ctx) => attention.changeSubscription(ctx, sender.id, true)), true)
    assert.equal(await run((ctx) => attention.changeSubscription(ctx, sender.id, true)), false)
    assert.equal(await send(), 1)
  })

  it('has one-click headers in the email', async () => {
    const [newest] = await listDigests()
    const outgoing = await testApp.run((ctx) =>
      mail.findOutgoing(ctx, newest?.id ?? newId(), {
        from: { name: 'Bestow', email: 'gifts@bestow.example' },
        bounceAddress: undefined,
      }),
    )
    assert.match(outgoing?.unsubscribe_url ?? '', /\/unsubscribe\/[\w-]{40,}$/)
    assert.equal(outgoing?.unsubscribes_with_one_click, true)
  })

  it('reaches the mail server of the sender', async () => {
    const smtp = await startSmtpServer()
    after(() => smtp.close())
    const transport = createSmtpTransport({ url: smtp.url, tls: 'offered', maxConnections: 1 })
    after(() => transport.close())
    const from = { name: 'Bestow', email: 'gifts@bestow.example' }
    await createGiftInNeed()
    await passDay()
    await send()
    await drain(() => mail.sendDue(testApp.db, transport, { from, bounceAddress: undefined }))
    const [taken] = smtp.received.filter(({ to }) => to === sender.email).toReversed()
    assert.equal(taken?.parsed.from?.text, '"Bestow" <gifts@bestow.example>')
    assert.match(taken?.parsed.text ?? '', /^\* .*GR-/m)
    assert.match(taken?.source ?? '', /^List-Unsubscribe: <.*\/unsubscribe\/[\w-]{40,}>\r$/m)
    assert.match(taken?.source ?? '', /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  })
})

it('lists 20 of many gifts, and counts the others', async () => {
  const other = await testApp.createOtherAccount()
  await seedGifts(testApp, other.account.id, { count: 25 })
  await testApp.run(
    (ctx) => accounts.createUser(ctx, { email: 'many@larkfield.example', role: 'admin' }),
    other.account.id,
  )
  await attention.checkAccount(testApp.db, other.account.id)
  await testApp.run(
    (ctx) => ctx.query(`update attention.item set raised_at = raised_at - interval '2 hours'`),
    other.account.id,
  )
  await send()
  const [digest] = await testApp.run((ctx) => mail.list(ctx, {}), other.account.id)
  assert.equal(digest?.subject, '25 gifts need your attention')
  const found = await testApp.run((ctx) => mail.find(ctx, digest?.id ?? newId()), other.account.id)
  assert.match(found?.rendered?.text ?? '', /5 more gifts need your attention\./)
  assert.equal(found?.rendered?.text.match(/^\* /gm)?.length, 20)
})

it('keeps no names after a recipient was erased', async () => {
  assert.ok((await listDigests()).some(({ to }) => to !== undefined))
  await testApp.run(async (ctx) => mail.eraseDigests(ctx))
  assert.ok((await listDigests()).every(({ to }) => to === undefined))
})

it('shows an email of a template that this release no longer has', async () => {
  const [digest] = await listDigests()
  await testApp.run((ctx) =>
    ctx.query(
      `update mail.message set kind = 'stalled', encrypted_payload = '\\x00' where id = $1`,
      [digest?.id],
    ),
  )
  const found = await testApp.run((ctx) => mail.find(ctx, digest?.id ?? newId()))
  assert.equal(found?.message.subject, undefined)
  assert.equal(found?.rendered, undefined)
})

it('names the first action of each cause as the feed does', async () => {
  // biome-ignore format: read down the columns
  const causes = [
    ['backordered',             'out_of_stock'],
    ['address_refused',         'label_refused'],
    ['delivery_attempt_failed', 'not_accepted'],
    ['overdue',                 'not_dispatched'],
    ['overdue',                 'not_delivered'],
    ['email_bounced',           'mail_rejected'],
    ['expiring',                'not_redeemed'],
    ['parcel_lost',             'lost'],
    ['parcel_lost',             'returned'],
    ['parcel_lost',             'lost_and_cancelled'],
    ['parcel_lost',             'returned_and_cancelled'],
  ] as const
  const found = await findItem('backordered', (await createGiftInNeed('backordered')).id)
  assert.ok(found)
  for (const [kind, cause] of causes) {
    const [action] = attention.toItemView(testApp.db, { ...found, kind, cause }).next_actions
    assert.ok(action)
    const { text } = await mail.renderEmail(
      {
        kind: 'attention_digest',
        data: {
          lines: [
            { reference: 'GR-1', recipient: '', cause, since: '2026-01-01T00:00:00Z', url: 'x:' },
          ],
          count: 1,
          web_url: 'y:',
          unsubscribe_url: 'z:',
        },
      },
      {
        locale: 'en',
        timeZone: 'UTC',
        theme: { color: '#000000', logo_url: null, name: 'B', headline: null },
      },
    )
    assert.ok(text.includes(`${action.title}: x:`), `${cause}: ${text}`)
  }
})
