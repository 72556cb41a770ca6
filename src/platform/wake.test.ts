import assert from 'node:assert/strict'
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

async function until(isTrue: () => boolean) {
  for (let n = 0; n < 300 && !isTrue(); n++) await sleep(10)
  assert.ok(isTrue())
}
