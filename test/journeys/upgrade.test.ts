import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, it } from 'node:test'
import pg from 'pg'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as campaigns from '#campaigns'
import * as gifting from '#gifting'
import * as oneLinks from '#one-links'
import { newId } from '#platform/lib/ids'
import { inTransaction, type TxContext } from '#platform/postgres/database'
import { migrate, readMigrations } from '#platform/postgres/migrations'
import { pluck } from '#test/pluck'
import { rowsBeforePersons } from '#test/rows-before-persons'
import { createEmptyDatabase } from '#test/throwaway-database'
import { startTestEngine } from '#test/webhook-engine-fixture'
import { openTestDatabase } from '#test/webhook-harness'
import { startReceiver } from '#test/webhook-receiver'
import * as webhooks from '#webhooks'

/*
 * The test of an upgrade. It applies the migrations one file at a time, and inserts rows after each file in
 * the format of that version. At the end, the current functions use these rows. To add a migration that
 * changes rows, insert such rows after the file before it, and assert on them at the end.
 */

const { url, drop } = await createEmptyDatabase()
const receiver = await startReceiver()
const db = openTestDatabase(url)
after(async () => {
  await db.pool.end()
  await receiver.close()
  await drop()
})
const { cipher } = db.deployment
const sha256 = (text: string) => createHash('sha256').update(text).digest()
const now = new Date()
const later = new Date(now.getTime() + 30 * 86_400_000)

const names = [
  'account',
  'person',
  'removed',
  'session',
  'product',
  'variant',
  'campaign',
  'contact',
  'endpoint',
] as const
const gifts = ['waiting', 'scheduled', 'redeemed', 'placeholder'] as const
const rows = ['first', 'second', 'third', 'one_link', 'email', 'lease'] as const
const id = Object.fromEntries(
  [...names, ...gifts, ...rows].map((name) => [name, newId()]),
) as Record<(typeof names)[number] | (typeof gifts)[number] | (typeof rows)[number], string>

const address = '{"name":"Ada","line_1":"Unter den Linden 1","postal_code":"10117","country":"DE"}'
const readVariant = { id: id.variant, sku: 'CUP', name: 'Red', images: [] }
const offering = JSON.stringify({
  selection_mode: 'one',
  visible_at_redemption: true,
  line_items: [
    { id: newId(), sku: 'CUP', variant_id: id.variant, name: 'Cup, red', quantity: 1, images: [] },
  ],
})
const secret = 'svc-whsec-upgrade'
const body = Buffer.from('{"id":"as it was sent then"}')

type RowsByTable = readonly [table: string, row: Record<string, unknown>]
const account_id = id.account
const at = { created_at: now, updated_at: now }

const gift = (name: (typeof gifts)[number], state: string, more: object): RowsByTable => [
  'gifting.gift_request',
  {
    ...{ account_id, id: id[name], reference: `GR-${name.toUpperCase()}`, state, version: 1 },
    ...{ status: state === 'redeemed' ? 'redeemed' : 'submitted', is_direct: false },
    ...{ campaign_id: id.campaign, campaign_name: 'Welcome', contact_id: id.contact },
    ...{ sender_id: id.person, sender_name: 'Dana', sender_email: 'dana@example.com' },
    ...{
      email_key: 'zoe@example.com',
      email: 'Zoe@example.com',
      first_name: 'Zoë',
      last_name: 'Ångström',
    },
    ...{ offering: sha256(offering), email_message: '{"subject":"Für dich","body":"x"}' },
    ...{ metadata: '{"order":"17"}', expires_at: later, ...at, ...more },
  },
]

const delivery = (name: 'first' | 'second' | 'third', queued: object): RowsByTable[] => {
  const event_id = id[name]
  const eventHeaders = { event_id, event_type: 'gift_request_created', payload_version: '2026-05' }
  const delivered = { account_id, id: id[name], endpoint_id: id.endpoint, ...eventHeaders }
  return [
    [
      'webhooks.event',
      {
        account_id,
        id: event_id,
        type: eventHeaders.event_type,
        subject_id: id.waiting,
        created_at: now,
      },
    ],
    ['webhooks.event_body', { account_id, event_id, payload_version: '2026-05', body }],
    ['webhooks.delivery', { ...delivered, created_at: now }],
    ['webhooks.delivery_queue', { ...delivered, ...queued }],
  ]
}

/** The rows that are inserted after each migration, by the name of the migration. */
const insertedRows: Record<string, readonly RowsByTable[]> = {
  '0001_base.sql': [
    [
      'access.account',
      {
        id: account_id,
        name: 'Larkfield',
        tier: 'enterprise',
        tenant: 'larkfield-1',
        region: 'us',
        stage: 'staging',
        created_at: now,
      },
    ],
    ...rowsBeforePersons(id, db.deployment, { now, later }),
    [
      'access.idempotency_key',
      {
        account_id,
        key: sha256('order-17').toString('hex'),
        fingerprint: sha256('POST'),
        status: 201,
        content_type: 'application/json',
        body,
        created_at: now,
      },
    ],
    [
      'catalogue.product',
      {
        account_id,
        id: id.product,
        name: 'Cup',
        description: 'A cup.',
        kind: 'physical',
        images: '[]',
        ...at,
      },
    ],
    [
      'catalogue.variant',
      { account_id, product_id: id.product, position: 0, ...readVariant, images: '[]' },
    ],
    [
      'campaigns.campaign',
      {
        account_id,
        id: id.campaign,
        name: 'Welcome',
        description: '',
        invitation_method: 'one_link',
        selection_mode: 'one',
        visible_at_redemption: true,
        expires_after_days: 30,
        email_message: '{"subject":"Hello","body":"There"}',
        theme: '{"color":"#336699","logo_url":"/logo.svg","headline":"Hi","message":"You"}',
        sender_id: id.person,
        ...at,
      },
    ],
    [
      'campaigns.campaign_variant',
      { account_id, campaign_id: id.campaign, variant_id: id.variant, position: 0 },
    ],
    [
      'webhooks.endpoint',
      {
        account_id,
        id: id.endpoint,
        url: receiver.url,
        description: '',
        events: ['gift_request_created'],
        payload_version: '2026-05',
        enabled: true,
        standard_webhooks: false,
        config_version: 1,
        secret: cipher.encrypt(secret, `webhooks.endpoint ${id.endpoint}`),
        ...at,
      },
    ],
    [
      'gifting.contact',
      {
        account_id,
        id: id.contact,
        email_key: 'zoe@example.com',
        thank_you_count: 2,
        created_at: now,
      },
    ],
    ['gifting.offering', { account_id, digest: sha256(offering), content: offering }],
    gift('waiting', 'awaiting_recipient', {
      link_digest: sha256('abcdefghijklmnopqrstuv'),
      link_code: cipher.encrypt('abcdefghijklmnopqrstuv', `gifting.link ${id.waiting}`),
    }),
    gift('scheduled', 'scheduled', { send_at: later, due_at: later }),
    gift('redeemed', 'redeemed', {
      is_direct: true,
      offering: null,
      line_items: '[]',
      address: cipher.encrypt(address, `gifting.address ${id.redeemed}`),
    }),
    [
      'gifting.state_transition',
      {
        account_id,
        gift_request_id: id.waiting,
        number: 1,
        created_at: now,
        to_state: 'created',
        cause: 'created over the API',
        events: ['gift_request_created'],
      },
    ],
    ...delivery('first', { state: 0 }),
    ...delivery('second', { state: 0, attempt: 1, lease_token: id.lease }),
    [
      'webhooks.lease',
      {
        token: id.lease,
        expires_at: now,
        endpoint_ids: [id.endpoint],
        delivery_ids: [id.second],
      },
    ],
    ...delivery('third', { state: 3, attempt: 2, next_at: now }),
    [
      'gifting.fulfilment_outbox',
      { account_id, gift_request_id: id.redeemed, kind: 'place_order', created_at: now },
    ],
    [
      'gifting.one_link',
      {
        account_id,
        id: id.one_link,
        campaign_id: id.campaign,
        campaign_name: 'Welcome',
        quantity: 1,
        allowed_email_domains: [],
        require_confirmation: false,
        code_digest: sha256('vutsrqponmlkjihgfedcba'),
        code: cipher.encrypt('vutsrqponmlkjihgfedcba', `gifting.one_link ${id.one_link}`),
        expires_at: later,
        ...at,
      },
    ],
    gift('placeholder', 'unclaimed', {
      one_link_id: id.one_link,
      contact_id: null,
      email_key: '',
      email: '',
      first_name: '',
      last_name: '',
    }),
    [
      'mail.message',
      {
        account_id,
        id: id.email,
        kind: 'gift',
        gift_request_id: id.waiting,
        priority: 1,
        to_digest: sha256('zoe@example.com'),
        encrypted_payload: cipher.encrypt('{}', `mail.message ${id.email}`),
        code: 'c0de',
        state: 'sent',
        created_at: now,
        sent_at: now,
        ended_at: now,
      },
    ],
  ],
}

async function insertRows(inserts: readonly RowsByTable[]) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`set bestow.account = '*'`)
  for (const [table, row] of inserts) {
    const columns = Object.keys(row)
    const placeholders = columns.map((_column, index) => `$${index + 1}`)
    const values = Object.values(row)
    await client.query(
      `insert into ${table} (${columns.join()}) values (${placeholders.join()})`,
      values,
    )
  }
  await client.end()
}

const run = <T>(callback: (ctx: TxContext) => Promise<T>) => inTransaction(db, account_id, callback)

it('rows of every earlier migration stay readable', async () => {
  const files = readMigrations()
  for (const [index, { name }] of files.entries()) {
    const applied = await migrate(url, { only: files.slice(0, index + 1) })
    assert.deepEqual(applied, [name])
    await insertRows(insertedRows[name] ?? [])
  }
  assert.ok(Object.keys(insertedRows).every((name) => files.some((file) => file.name === name)))

  const waiting = await run((ctx) => gifting.find(ctx, id.waiting))
  assert.ok(waiting)
  const shown = gifting.buildSnapshot(db.deployment, waiting)
  assert.equal(shown.redemption_url, 'http://localhost:3000/r/abcdefghijklmnopqrstuv')
  assert.deepEqual([shown.recipient.name, shown.recipient.thank_you_count], ['Zoë Ångström', 2])
  assert.deepEqual([shown.metadata, shown.offering], ['{"order":"17"}', offering])
  const redeemed = await run((ctx) => gifting.find(ctx, id.redeemed))
  assert.ok(redeemed)
  assert.deepEqual(gifting.decryptAddress(db.deployment, redeemed), JSON.parse(address))
  const outboxEntries = await run((ctx) =>
    ctx.query('select gift_request_id from gifting.fulfilment_outbox'),
  )
  assert.deepEqual(outboxEntries, [{ gift_request_id: id.redeemed }])
  const { data } = await run((ctx) => campaigns.list(ctx, {}, { limit: 5, order: 'desc' }))
  assert.deepEqual(pluck(data, 'name'), ['Welcome'])
  const replay = await run((ctx) => apiKeys.findReplay(ctx, 'order-17', sha256('POST')))
  assert.deepEqual(replay?.body, body)
})

it('users of earlier migrations are persons with their sessions and sign-in methods', async () => {
  const user = await accounts.findSessionUser(db, 'session of Dana', { address: '127.0.0.1' })
  assert.deepEqual([user?.person_id, user?.user_id, user?.name], [id.person, id.person, 'Dana'])
  const [passkeys, codes] = await run(async (ctx) => [
    await ctx.queryValues('select person_id from access.passkey'),
    await accounts.countBackupCodes(ctx, id.person),
  ])
  assert.deepEqual([passkeys, codes], [[id.person], 1])
  const removed = await run((ctx) => accounts.findUsersById(ctx, [id.removed]))
  assert.equal(removed.get(id.removed)?.name, 'Gone')
  assert.equal(await run((ctx) => accounts.findActiveUser(ctx, { id: id.removed })), undefined)
})

it('the identity provider of earlier migrations has its address, its secret and its members', async () => {
  const [provider] = await run(accounts.listProviders)
  const { kind, path_id, settings, subject_scope, members, secret_encrypted } = provider ?? {}
  assert.deepEqual([kind, path_id, members], ['openid-connect', id.account, 1])
  assert.deepEqual(settings, { issuer: 'https://id.example', client_id: 'bestow' })
  assert.equal(subject_scope, 'https://id.example bestow')
  const context = `single sign-on ${id.session}`
  assert.equal(cipher.decrypt(secret_encrypted ?? Buffer.of(), context), 'secret of 0.1.0')
})

it('gift requests of earlier migrations can change state', async () => {
  const cancelled = await run((ctx) => gifting.cancel(ctx, id.scheduled, 'by hand'))
  assert.equal(cancelled?.state, 'cancelled')
  const found = await run((ctx) => oneLinks.findByCode(ctx, 'vutsrqponmlkjihgfedcba'))
  assert.equal(found?.id, id.one_link)
  const zoe = { first_name: 'Zoë', last_name: 'Å', email: 'zoe@example.com' }
  const claim = await run((ctx) => oneLinks.claim(ctx, id.one_link, zoe))
  assert.equal(claim?.outcome, 'claimed')
  const foundGift = await gifting.findByLink(db, 'abcdefghijklmnopqrstuv')
  assert.ok(foundGift)
})

it('pending deliveries are sent byte for byte, signed with the secret of their time', async () => {
  const engine = startTestEngine(db)
  const old = (all: readonly { body: Buffer }[]) => all.filter((each) => each.body.equals(body))
  while (old(receiver.requests).length < 3)
    await receiver.waitForRequests(receiver.requests.length + 1)
  await engine.stop()
  for (const { headers, body: sent } of old(receiver.requests) as typeof receiver.requests) {
    const stamp = Number(headers['service-webhook-dispatch-timestamp'])
    assert.equal(
      headers['service-webhook-signature'],
      webhooks.computeSignature(secret, stamp, sent),
    )
  }
})
