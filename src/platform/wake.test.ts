import assert from 'node:assert/strict'
import { createServer, connect as dial } from 'node:net'
import { after, before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { emptyDatabase } from '#test/database'
import { createWaker } from './wake.ts'

let url: string
before(async () => {
  url = (await emptyDatabase()).url
})

const stops: (() => Promise<unknown>)[] = []
after(async () => {
  for (const stop of stops) await stop()
})

function waker() {
  const made = createWaker({ url })
  stops.push(made.stop)
  const heard = { deliveries: 0, gifts: 0 }
  made.on('deliveries', () => heard.deliveries++)
  made.on('gifts', () => heard.gifts++)
  return { ...made, heard }
}

it('wakes its own process at once and once, and other processes with one notification for many', async () => {
  const here = waker()
  const there = waker()
  await until(() => here.heard.gifts > 0 && there.heard.gifts > 0) // both listen
  const before = { here: here.heard.deliveries, there: there.heard.deliveries }
  const gifts = there.heard.gifts
  for (let n = 0; n < 100; n++) here.wake('deliveries')
  assert.equal(here.heard.deliveries, before.here + 100)
  await until(() => there.heard.deliveries > before.there)
  await sleep(100)
  assert.ok(there.heard.deliveries - before.there <= 10, 'a hundred wakes were told in a few')
  assert.equal(here.heard.deliveries, before.here + 100, 'its own echo is not heard')
  assert.equal(there.heard.gifts, gifts)
})

it('listens again after its connection was lost', async () => {
  const here = waker()
  const there = waker()
  await until(() => here.heard.gifts > 0 && there.heard.gifts > 0)
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bestow wake' and datname = current_database()`,
  )
  await client.end()
  const before = there.heard.deliveries
  await until(() => {
    here.wake('deliveries')
    return there.heard.deliveries > before + 3
  })
})

it('gives up a connection that has gone dead without a word, and takes another', async () => {
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
  const here = createWaker({
    url: through.href,
    silence: 50,
    look: 20,
    onError: (error) => errors.push(error),
  })
  let woken = 0
  here.on('gifts', () => woken++)
  await until(() => woken > 0)
  isDead = true
  await until(() => woken > 1) // it listens again, and looks for what it missed
  assert.equal(connections, 2)
  assert.ok(errors.length > 0)
  await here.stop()
  wire.close()
})

async function until(isTrue: () => boolean) {
  for (let n = 0; n < 300 && !isTrue(); n++) await sleep(10)
  assert.ok(isTrue())
}
