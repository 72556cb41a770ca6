import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCipher, parseKeyring } from '#platform/crypto/encryption'
import { createTestApp } from '#test/api-harness'
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

/** Kills the process at the moment at which EasyPost has heard it, and before it hears an answer. */
async function killAt(line: RegExp): Promise<void> {
  const child = start()
  const dead = Promise.withResolvers<void>()
  easyPost.respond(async (requestLine) => {
    if (!line.test(requestLine)) return false
    child.kill('SIGKILL')
    await once(child, 'exit')
    setImmediate(dead.resolve)
    return false // and does what it was asked for
  })
  await dead.promise
  easyPost.respond(() => false)
}

it('buys one label for a parcel, wherever between question and answer it is killed', async () => {
  const shop = await createCups(testApp)
  for (const line of [/^GET/, /^POST \/v2\/shipments$/, /\/buy$/]) {
    const [shipments, bought] = [easyPost.shipments.length, easyPost.boughtCount()]
    const id = await createRedeemedGift(testApp, shop)
    await killAt(line)
    assert.equal((await findStates(testApp, id)).at(-1), 'redeemed', 'nobody heard the answer')
    for (let n = 0; (await findStates(testApp, id)).at(-1) === 'redeemed' && n < 10; n++) {
      await sleep(1_600) // until the lease of the dead has ended
      await once(start(), 'exit')
    }
    assert.deepEqual((await findStates(testApp, id)).slice(-2), ['redeemed', 'ordered'])
    assert.equal(easyPost.shipments.length, shipments + 1, String(line))
    assert.equal(easyPost.boughtCount(), bought + 1, String(line))
    const [parcel] = await createFulfilmentRunner(testApp).parcels(id)
    assert.equal(parcel?.tracking_code, easyPost.shipments.at(-1)?.tracking_code)
  }
})
