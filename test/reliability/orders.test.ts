import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, it } from 'node:test'
import { createCipher, parseKeyring } from '#platform/crypto/encryption'
import { createTestApp } from '#test/api-harness'
import { eventually } from '#test/eventually'
import { startFakeEasyPost } from '#test/fake-easypost'
import {
  createCups,
  createFulfilmentRunner,
  createRedeemedGift,
  findStates,
} from '#test/fulfilment-fixture'

const key = 'test:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk='
const testApp = await createTestApp()
Object.assign(testApp.deployment, { cipher: createCipher(parseKeyring(key)) })
const easyPost = await startFakeEasyPost()
after(() => easyPost.close())

const processArguments = JSON.stringify({
  url: testApp.url,
  key,
  easypost: easyPost.url,
  secret: 'a secret of sixteen letters',
})

const start = (): ChildProcess =>
  spawn(process.execPath, ['test/reliability/fulfilment-process.ts', processArguments], {
    stdio: 'inherit',
  })

/** Kills the process after EasyPost receives a request, but before the process receives the response. */
async function killAfterRequest(line: RegExp): Promise<void> {
  const child = start()
  const killed = Promise.withResolvers<void>()
  easyPost.respond(async (requestLine) => {
    if (!line.test(requestLine)) return false
    child.kill('SIGKILL')
    await once(child, 'exit')
    setImmediate(killed.resolve)
    return false // lets the fake carrier process the request
  })
  await killed.promise
  easyPost.respond(() => false)
}

it('a parcel gets one label, whichever request is interrupted by a kill', async () => {
  const catalogue = await createCups(testApp)
  for (const line of [/^GET/, /^POST \/v2\/shipments$/, /\/buy$/]) {
    const [shipmentCount, boughtCount] = [easyPost.shipments.length, easyPost.boughtCount()]
    const id = await createRedeemedGift(testApp, catalogue)
    await killAfterRequest(line)
    assert.equal((await findStates(testApp, id)).at(-1), 'redeemed', 'the response was lost')
    // Each run ends at once, until the lease of the killed process (1.5 s) has expired.
    const placeOrders = async () => {
      await once(start(), 'exit')
      return (await findStates(testApp, id)).at(-1) !== 'redeemed'
    }
    await eventually(placeOrders, { timeoutMs: 30_000, message: 'the order is placed' })
    assert.deepEqual((await findStates(testApp, id)).slice(-2), ['redeemed', 'ordered'])
    assert.equal(easyPost.shipments.length, shipmentCount + 1, String(line))
    assert.equal(easyPost.boughtCount(), boughtCount + 1, String(line))
    const [parcel] = await createFulfilmentRunner(testApp).parcels(id)
    assert.equal(parcel?.tracking_code, easyPost.shipments.at(-1)?.tracking_code)
  }
})
