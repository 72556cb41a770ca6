import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as accounts from '#accounts'
import { identityProviders } from '#app/connectors'
import * as attention from '#attention'
import * as catalogue from '#catalogue'
import * as chatApps from '#chat-apps'
import * as connections from '#connections'
import * as digital from '#digital'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import * as greetings from '#greetings'
import * as oneLinks from '#one-links'
import { createCipher, parseKeyring } from '#platform/crypto/encryption'
import { areForeignKeys, checkKeys } from '#platform/jobs/check-keys'
import { newId } from '#platform/lib/ids'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createTestApp, directGiftBody } from '#test/api-harness'
import { homeAddress } from '#test/catalogue-fixture'
import { createChatAppFixture } from '#test/chat-app-fixture'
import { eventually } from '#test/eventually'
import { createFulfilmentRunner } from '#test/fulfilment-fixture'
import { photo } from '#test/media-fixture'
import { createCertificateFor } from '#test/named-certificate'
import { addNoteAndFailedRow } from '#test/person-fixture'
import { pngWithMetadata } from '#test/pictures'
import * as webhooks from '#webhooks'
import { connectors } from '../connectors.ts'
import { encryptedColumns } from '../encrypted-columns.ts'
import { run } from './program.ts'

const older = 'one:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk='
const newer = 'two:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
const testApp = await createTestApp({ cipher: createCipher(parseKeyring(older)) })
const useKeys = (keys: string) =>
  Object.assign(testApp.deployment, { cipher: createCipher(parseKeyring(keys)) })

async function bestow(keys: string, ...args: string[]) {
  const output: string[] = []
  const record = (line: string) => output.push(line)
  const env = { BESTOW_DATABASE_URL: testApp.url, BESTOW_SECRET_KEY: keys, BESTOW_STAGE: 'staging' }
  const code = await run([...args, '--json'], env, { out: record, err: record })
  return { code, output, json: JSON.parse(output.find((line) => line.startsWith('{')) ?? '{}') }
}

/** Decrypts all secrets, by their place. Fails for a value that none of these keys encrypted. */
async function decryptAll(keys: string): Promise<Record<string, string>> {
  const cipher = createCipher(parseKeyring(keys))
  const found: Record<string, string> = {}
  for (const { table, column, context } of encryptedColumns) {
    const rows = await testApp.run(
      (ctx) =>
        ctx.query<{ id: string; sealed: Buffer }>(
          `select id, ${column} as sealed from ${table} where ${column} is not null`,
        ),
      ALL_ACCOUNTS,
    )
    assert.ok(rows.length > 0, `${table}.${column} has an encrypted value`)
    for (const { id, sealed } of rows)
      found[`${table}.${column} ${id}`] = cipher.decrypt(sealed, context(id))
  }
  return found
}

it('covers every encrypted column of the schema', async () => {
  const columns = await testApp.run((ctx) =>
    ctx.query<{ name: string }>(
      `select format('%s.%s.%s', table_schema, table_name, column_name) as name from information_schema.columns
        where data_type = 'bytea' and table_schema not in ('pg_catalog', 'information_schema')
          and not exists (select from pg_inherits where inhrelid = format('%I.%I', table_schema, table_name)::regclass)
        order by 1`,
    ),
  )
  /**
   * The binary columns without secrets: digests and stored content. To add a
   * column, give the reason in this list.
   */
  const plain =
    /(_hash|_salt|_digest|\.digest|\.offering|\.fingerprint|\.public_key)$|^gifting\.bulk_send_row\.key$|^access\.idempotency_key\.body$|^webhooks\.event_body\.body$|^catalogue\.\w+\.content$/
  assert.deepEqual(
    columns.map(({ name }) => name).filter((name) => !plain.test(name)),
    encryptedColumns.map(({ table, column }) => `${table}.${column}`).sort(),
  )
})

/** Saves a file of a digital variant, so that each encrypted column has a value. */
async function uploadFile(): Promise<void> {
  await testApp.run(async (ctx) => {
    const variants = [{ sku: 'FILE', name: 'File', images: [] }]
    const product = {
      name: 'Book',
      description: '',
      kind: 'digital',
      images: [],
      variants,
    } as const
    const [variant] = (await catalogue.createProduct(ctx, product)).variants
    const id = variant?.id ?? ''
    await digital.saveDeliveries(ctx, 'digital', [{ id, is_new: true, delivery: 'file' }])
    await digital.saveFile(ctx, id, 'book.pdf', Buffer.from('%PDF-1.7'))
    await greetings.saveMedia(ctx, photo(), 'Dana waves')
    const gift = { account_id: ctx.account_id, id: newId() }
    mail.saveRecipientPhone(ctx, gift, '+4915112345678')
  })
}

/** Saves an identity provider with a client secret. */
async function saveProvider(): Promise<void> {
  const kinds = { all: identityProviders, rules: { allowPrivate: false } }
  const settings = { issuer: 'https://login.example.com', client_id: 'bestow' }
  await testApp.run(async (ctx) => {
    const { id } = await accounts.addProvider(ctx, { kind: 'openid-connect', name: 'x' }, kinds)
    const input = { name: 'x', settings, is_required: false, admits_new: false }
    const checked = { ...input, id, state: {}, subject_scope: 'x', secret: 'hidden' }
    await accounts.saveProvider(ctx, checked, newId())
  })
}

/** Enqueues a post for a chat app, and does not send it. */
async function enqueuePost(): Promise<void> {
  await createChatAppFixture(testApp)
  const link = { label: 'Open', url: 'https://bestow.example' }
  const message = { title: 'Ada said thank you', lines: [], link, buttons: [] }
  await testApp.run(async (ctx) =>
    chatApps.enqueue(ctx, { key: 'x', subject_id: newId(), to: { email: 'a@b.example' }, message }),
  )
}

/** Reports a problem with a photo, replies to it, and comments on the gift. */
async function reportProblem(gift_id: string): Promise<void> {
  const id = newId()
  const { photos } = await gifting.parsePhotos(
    [pngWithMetadata()],
    catalogue.createPictureScaler().scale,
  )
  const report = { id, problem: 'late', text: 'Where is it?', photos }
  await testApp.run((ctx) =>
    gifting.reportProblem(ctx, gift_id, { ...report, draft_ids: [], photoErrors: [] }),
  )
  const answer = { text: 'On its way.', author: 'Dana' }
  await testApp.run((ctx) => gifting.answerProblem(ctx, gift_id, id, answer))
  const comment = { text: 'The carrier has it.', mentions: [] }
  await testApp.run((ctx) =>
    gifting.addComment(ctx, gift_id, { id: newId(), name: 'Dana' }, comment),
  )
}

/**
 * Requests a new address for a gift with a label. The request waits until the
 * carrier has cancelled the label.
 */
async function requestAddressChange(id: string): Promise<void> {
  const { cancelsLocally: _, ...remote } = fulfilment.simulator
  const shipper = createFulfilmentRunner(testApp, fulfilment.createShippingConfig([remote]))
  await shipper.run()
  const shipping_address = { ...homeAddress, line_1: 'Friedrichstraße 7' }
  const outcome = await testApp.run((ctx) =>
    fulfilment.changeGift(ctx, id, { shipping_address }, shipper.shipping),
  )
  assert.deepEqual(outcome, { kind: 'pending' })
}

const client = createCertificateFor('client')
const connection = {
  headers: [{ name: 'X-Api-Key', value: 'k-1' }],
  ed25519: true,
  client_certificate: client.cert,
  client_key: client.key,
}

it('re-encrypts everything, even after a kill half-way, while the service runs', async () => {
  const { json: gift } = await testApp.api.post('/gift_requests', directGiftBody(testApp))
  for (let n = 0; n < 3; n++) await testApp.api.post('/gift_requests', directGiftBody(testApp))
  const { json: changed } = await testApp.api.post('/gift_requests', directGiftBody(testApp))
  const { json: link } = await testApp.api.post('/one_links', {
    campaign_id: testApp.campaign('one_link').id,
    quantity: 2,
  })
  const claimant = { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' }
  await testApp.run((ctx) => oneLinks.claim(ctx, link.id, claimant))
  await testApp.run((ctx) => oneLinks.addDenied(ctx, ['rival.example']))
  await testApp.advanceTime()
  await testApp.run(async (ctx) => {
    const owner = { account_id: testApp.account.id, tier: 'enterprise' } as const
    const rules = { allowPrivate: false }
    const { endpoint } = await webhooks.createEndpoint(
      ctx,
      owner,
      { url: 'https://a.example', ...connection },
      rules,
    )
    await webhooks.rotateSecret(ctx, endpoint.id)
    const chat = { format: 'slack', name: '#gifts', url: 'https://a.example' } as const
    const registry = connections.createRegistry(connectors)
    await attention.createChat(ctx, chat, rules, registry)
    const settings = { api_key: 'EZTK_test', webhook_secret: 'sixteen letters!', from: 'adr_home' }
    const carrier = { kind: 'easypost', name: 'EasyPost', settings }
    await connections.create(ctx, carrier, registry)
    await webhooks.endpointCommands.rotateSigningKey(ctx, endpoint.id, {})
    await accounts.addDomain(ctx, 'larkfield.example')
    await ctx.query('update access.domain set proven_at = now() where account_id = $1', [
      ctx.account_id,
    ])
    await mail.saveSender(ctx, 'gifts@larkfield.example')
    const wanted = { email: 'ada@example.com', role: 'admin' } as const
    const { user } = await accounts.createUser(ctx, wanted)
    await accounts.startTotpSetup(ctx, { person_id: user.id, email: user.email })
  })
  await uploadFile()
  await saveProvider()
  await enqueuePost()
  await addNoteAndFailedRow(testApp, 'marker', gift.recipient)
  await reportProblem(gift.id)
  await requestAddressChange(changed.id)
  const before = await decryptAll(older)

  // The value of each column alone must be enough to notice a wrong key.
  for (const column of encryptedColumns)
    for (const [keys, isForeign] of [
      [older, false],
      [newer, true],
      [newer.replace('two:', 'one:'), true],
      [`${newer},${older}`, false],
    ] as const) {
      useKeys(keys)
      const checks = await testApp.run((ctx) => checkKeys(ctx, [column]), ALL_ACCOUNTS)
      assert.equal(areForeignKeys(checks), isForeign, `${column.table}.${column.column} ${keys}`)
    }
  useKeys(older)
  const wrong = await bestow(newer, 'doctor')
  assert.equal(wrong.code, 1)
  for (const { table, column } of encryptedColumns)
    assert.ok(wrong.output.join().includes(`${table}.${column}`), `${table}.${column}`)

  const both = `${newer},${older}`
  const { output } = await bestow(both, 'doctor')
  assert.match(
    output.join(),
    new RegExp(`${Object.keys(before).length} values are not encrypted with two`),
  )

  const blocker = await testApp.db.pool.connect()
  await blocker.query(`begin; set local bestow.account = '*'`)
  await blocker.query('select from gifting.gift_request for update')
  const interrupted = bestow(both, 'reencrypt')
  const waiting = `select pid from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and application_name = 'bestow cli'`
  const pid = await eventually(
    async () => (await testApp.db.pool.query<{ pid: number }>(waiting)).rows[0]?.pid,
    { message: 'the command waits for the lock' },
  )
  await testApp.db.pool.query('select pg_terminate_backend($1)', [pid])
  assert.equal((await interrupted).code, 1)
  await blocker.query('rollback')
  blocker.release()

  useKeys(both)
  assert.deepEqual(await decryptAll(both), before)
  await assert.rejects(decryptAll(newer), /key 'one'/)
  const shown = await testApp.api.get(`/gift_requests/${gift.id}`)
  assert.deepEqual(shown.json.shipping_address, gift.shipping_address)

  const done = await bestow(both, 'reencrypt')
  assert.deepEqual(
    [done.code, done.json.key, done.json.left],
    [0, 'two', 0],
    done.output.join('\n'),
  )
  assert.deepEqual(await decryptAll(newer), before)
  useKeys(newer)
  assert.deepEqual((await testApp.api.get(`/gift_requests/${gift.id}`)).json, shown.json)
  assert.equal((await testApp.api.get(`/one_links/${link.id}`)).json.url, link.url)
  const again = await bestow(both, 'reencrypt')
  const resealed = again.json.columns.map((each: { resealed: number }) => each.resealed)
  assert.deepEqual(new Set(resealed), new Set([0]))
  assert.match((await bestow(both, 'doctor')).output.join(), /you can remove one/)
})

it('reports values that it could not re-encrypt, and does not change them', async () => {
  useKeys(older)
  const one = await testApp.run((ctx) =>
    oneLinks.create(ctx, { campaign_id: testApp.campaign('one_link').id, quantity: 1 }),
  )
  const { code, output } = await bestow(newer, 'reencrypt')
  assert.equal(code, 1)
  assert.match(output.join(), /1 values are not encrypted with the first key/)
  assert.match(one.id, /-/)
  assert.equal((await bestow(`${newer},${older}`, 'reencrypt')).json.left, 0)
})
