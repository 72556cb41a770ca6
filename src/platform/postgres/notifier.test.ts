import assert from 'node:assert/strict'
import { createServer, connect as dial } from 'node:net'
import { after, before, it } from 'node:test'
import pg from 'pg'
import { eventually } from '#test/eventually'
import { createEmptyDatabase } from '#test/throwaway-database'
import { createNotifier } from './notifier.ts'

let url: string
before(async () => {
  url = (await createEmptyDatabase()).url
})

const stops: (() => Promise<unknown>)[] = []
after(async () => {
  for (const stop of stops) await stop()
})

function createTestNotifier() {
  const notifier = createNotifier({ url })
  stops.push(notifier.stop)
  const received = { deliveries: 0, gifts: 0 }
  notifier.on('deliveries', () => received.deliveries++)
  notifier.on('gifts', () => received.gifts++)
  return { ...notifier, received }
}

it('notifies its own process immediately and once, and other processes with one NOTIFY for many changes', async () => {
  const here = createTestNotifier()
  const there = createTestNotifier()
  await eventually(() => here.received.gifts > 0 && there.received.gifts > 0) // waits until both notifiers listen
  const before = { here: here.received.deliveries, there: there.received.deliveries }
  const gifts = there.received.gifts
  for (let n = 0; n < 100; n++) here.notify('deliveries')
  assert.equal(here.received.deliveries, before.here + 100)
  await eventually(() => there.received.deliveries > before.there)
  assert.equal(there.received.gifts, gifts)
  // Notifications arrive in the order of the commits. After the last ones, none
  // of the earlier ones is pending.
  here.notify('gifts')
  await eventually(() => there.received.gifts > gifts)
  const ownGifts = here.received.gifts
  there.notify('gifts')
  await eventually(() => here.received.gifts > ownGifts)
  assert.ok(
    there.received.deliveries - before.there <= 10,
    'a hundred notifications were sent in a few',
  )
  assert.equal(here.received.deliveries, before.here + 100, 'its own NOTIFY is ignored')
})

it('listens again after a lost connection', async () => {
  const here = createTestNotifier()
  const there = createTestNotifier()
  await eventually(() => here.received.gifts > 0 && there.received.gifts > 0)
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bestow wake' and datname = current_database()`,
  )
  await client.end()
  const before = there.received.deliveries
  await eventually(() => {
    here.notify('deliveries')
    return there.received.deliveries > before + 3
  })
})

it('reconnects when a connection dies silently', async () => {
  const { hostname, port } = new URL(url)
  let connections = 0
  let isDead = false
  const wire = createServer((here) => {
    const isFirst = connections++ === 0
    const there = dial(Number(port), hostname)
    here.on('data', (bytes) => (isFirst && isDead) || there.write(bytes))
    there.on('data', (bytes) => (isFirst && isDead) || here.write(bytes))
    for (const socket of [here, there]) socket.on('error', () => {})
    here.on('close', () => there.destroy())
  })
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
  const address = wire.address()
  assert.ok(typeof address === 'object' && address !== null)
  const through = new URL(url)
  through.port = String(address.port)
  const errors: Error[] = []
  const here = createNotifier({
    url: through.href,
    responseTimeoutMs: 50,
    healthCheckIntervalMs: 20,
    onError: (error) => errors.push(error),
  })
  let notified = 0
  here.on('gifts', () => notified++)
  await eventually(() => notified > 0)
  isDead = true
  await eventually(() => notified > 1) // the notifier listens again and runs the listeners for missed notifications
  assert.equal(connections, 2)
  assert.ok(errors.length > 0)
  await here.stop()
  wire.close()
})
