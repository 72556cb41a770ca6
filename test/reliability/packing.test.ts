import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, it } from 'node:test'
import * as accounts from '#accounts'
import { createCipher, parseKeyring } from '#platform/crypto/encryption'
import { newId } from '#platform/lib/ids'
import { freePort } from '#scripts/demo/processes'
import { root } from '#scripts/steps'
import { type AdminClient, type AdminResponse, createAdminClient } from '#test/admin-harness'
import { createTestApp } from '#test/api-harness'
import { eventually } from '#test/eventually'
import { findEmittedEvents } from '#test/fulfilment-fixture'
import { createPackingFixture } from '#test/packing-fixture'
import { ensureServiceBundle } from '#test/service-bundle'

/*
 * The tests of two packers who work with a production instance, which is killed in the middle of their work.
 */

const key = `test:${Buffer.alloc(32, 9).toString('base64')}`
const timeoutMs = 60_000
const giftCount = 50

const bundle = ensureServiceBundle()
const testApp = await createTestApp({ stage: 'production' })
Object.assign(testApp.deployment, { cipher: createCipher(parseKeyring(key)) })
const port = await freePort()
const baseUrl = `http://127.0.0.1:${port}`

/** Starts the service with the default carrier of a production instance. */
function startService(): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !/^BESTOW_|^PORT$/.test(name))
  const child = spawn(process.execPath, [bundle, 'serve'], {
    env: {
      ...Object.fromEntries(inherited),
      PORT: String(port),
      BESTOW_HOST: '127.0.0.1',
      BESTOW_DATABASE_URL: testApp.url,
      BESTOW_SECRET_KEY: key,
      BESTOW_STAGE: 'production',
      BESTOW_REGION: 'us',
      BESTOW_ORIGIN: baseUrl,
    },
    cwd: root,
    stdio: 'ignore',
  })
  after(() => child.kill('SIGKILL'))
  return child
}

const waitUntilReady = () =>
  eventually(async () => (await fetch(`${baseUrl}/readyz`).catch(() => undefined))?.ok === true, {
    timeoutMs,
    intervalMs: 50,
    message: 'the service is ready',
  })

/** Signs in a packer. Repeats each request until the service responds, as a person would. */
async function signInPacker() {
  const user = { email: `${newId()}@example.com`, role: 'packer', name: 'Pat Packer' } as const
  const { user: created, password } = await testApp.run((ctx) => accounts.createUser(ctx, user))
  const client = createAdminClient(baseUrl)
  const { status, text } = await client.post('/session', { email: user.email, password })
  assert.equal(status, 201, text)
  const post = (path: string, body?: unknown): Promise<AdminResponse> =>
    eventually(
      async () => {
        const response = await client.post(path, body).catch(() => undefined)
        return response !== undefined && response.status < 500 && response
      },
      { timeoutMs, intervalMs: 50, message: path },
    )
  return { id: created.id, client, post }
}

type Packer = Awaited<ReturnType<typeof signInPacker>>

/**
 * Packs all parcels and gives them to the carrier until none is left. Calls `onHandedOver` after each parcel.
 */
async function packAll({ client, post }: Packer, onHandedOver: () => Promise<void>) {
  for (;;) {
    const own = await getLeases(client)
    const id = own[0] ?? (await post('/packing/leases/next', { count: 3 })).json.ids[0]
    if (id === undefined) return
    await post(`/packing/parcels/${id}/pack`, { checked: 'scanned' })
    const { status, text } = await post(`/packing/parcels/${id}/hand-over`, {
      tracking_code: `NO-${id}`,
    })
    assert.equal(status, 200, text)
    await onHandedOver()
  }
}

const getLeases = (client: AdminClient): Promise<string[]> =>
  eventually(
    async () => {
      const response = await client.get('/packing/leases').catch(() => undefined)
      const rows: { id: string }[] | undefined = response?.json?.data
      return rows?.map(({ id }) => id)
    },
    { timeoutMs, intervalMs: 50, message: 'the leases' },
  )

/** Ends the time in which the hand-overs can be undone. */
const endUndoTime = () =>
  testApp.run((ctx) =>
    ctx.query('update fulfilment.pending_hand_over set due_at = now() where account_id = $1', [
      ctx.account_id,
    ]),
  )

const countScans = () =>
  testApp.run((ctx) => ctx.queryCount('select count(*)::int as count from fulfilment.scan'))

it('two packers ship 50 gifts once each, although the service is killed twice in the middle', async () => {
  const fixture = await createPackingFixture(testApp)
  const gifts = await fixture.createGifts(giftCount)
  let service = startService()
  await waitUntilReady()
  const packers = [await signInPacker(), await signInPacker()]
  let handedOver = 0
  let killed: Promise<void> | undefined
  const killOnce = async () => {
    handedOver += 1
    if (handedOver < giftCount / 3 || killed !== undefined) return
    killed = (async () => {
      service.kill('SIGKILL')
      await once(service, 'exit')
      service = startService()
      await waitUntilReady()
    })()
  }
  await Promise.all(packers.map((packer) => packAll(packer, killOnce)))
  assert.ok(killed, 'the service was killed')
  await killed
  await endUndoTime()
  await eventually(async () => (await countScans()) > giftCount / 5, { timeoutMs, intervalMs: 5 })
  service.kill('SIGKILL')
  await once(service, 'exit')
  service = startService()
  await waitUntilReady()
  await eventually(async () => (await countScans()) === giftCount, { timeoutMs, intervalMs: 50 })

  const rows = await testApp.run((ctx) =>
    ctx.query<{
      gift_request_id: string
      packed_by: string
      tracking_code: string
      id: string
      scans: number
    }>(
      `select p.id, p.gift_request_id, k.packed_by, p.tracking_code,
              (select count(*)::int from fulfilment.scan s where s.account_id = p.account_id and s.parcel_id = p.id) as scans
         from fulfilment.parcel p join fulfilment.packing k on k.account_id = p.account_id and k.parcel_id = p.id
        where k.handed_over_at is not null`,
    ),
  )
  assert.equal(rows.length, giftCount, 'every parcel is handed over')
  assert.deepEqual(new Set(rows.map(({ gift_request_id }) => gift_request_id)), new Set(gifts))
  assert.deepEqual(
    rows.filter(({ id, tracking_code, scans }) => tracking_code !== `NO-${id}` || scans !== 1),
    [],
    'each parcel has its own tracking number and one scan',
  )
  assert.equal(new Set(rows.map(({ packed_by }) => packed_by)).size, 2, 'both packers worked')
  for (const id of gifts)
    assert.equal(await findEmittedEvents(testApp, id), 'created redeemed dispatched')
  const packEntries = await testApp.run((ctx) =>
    ctx.query<{ subject_id: string }>(
      `select subject_id from access.audit_entry where action = 'packing.hand_over'`,
    ),
  )
  assert.equal(new Set(packEntries.map(({ subject_id }) => subject_id)).size, giftCount)
  assert.equal(packEntries.length, giftCount, 'each hand-over is in the audit log once')
  service.kill('SIGTERM')
})
