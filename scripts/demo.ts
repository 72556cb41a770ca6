/**
 * `npm run demo` starts a temporary instance, and a receiver that uses only the published rules. It sends
 * fifty gift requests in one batch, and advances most of them through their lifecycle. It ends with the
 * numbers of emitted and received events.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pc from 'picocolors'
import { createDemoApi, type DemoApi } from './demo/api.ts'
import { type Arrival, formatDelivery } from './demo/delivery-line.js'
import { formatTable } from './demo/print.ts'
import { freePort, runJson, startProcess } from './demo/processes.ts'
import { buildGiftBodies, finalStates, giftPaths, simulatedPaths } from './demo/scenario.ts'
import { createStepPrinter } from './demo/step-printer.ts'

const data = mkdtempSync(join(tmpdir(), 'bestow demo '))
const port = await freePort()
const env: NodeJS.ProcessEnv = {
  ...process.env,
  PORT: String(port),
  BESTOW_DATA_DIR: data,
  BESTOW_SEED: 'none',
  BESTOW_STAGE: 'staging',
  BESTOW_LOG_LEVEL: 'warn',
  BESTOW_RATE_LIMIT: '0',
  BESTOW_SIMULATOR: 'auto',
  BESTOW_WEBHOOK_RETRY_DELAYS: '400ms,800ms,1600ms,3200ms',
  BESTOW_WEBHOOK_ALLOW_PRIVATE: 'true',
}

const arrivals: Arrival[] = []
const print = (line: string) => console.log(line)
const timeoutMs = 60_000 // milliseconds after which events that have not arrived count as lost

const receiverReady = Promise.withResolvers<string>()
const receiver = startProcess({
  args: ['scripts/demo/receiver.js', '--port', '0', '--fail-every', '10', '--secret-from-stdin'],
  env,
  onLine(line) {
    const message = JSON.parse(line) as Arrival | { listening: string }
    if ('listening' in message) return receiverReady.resolve(message.listening)
    arrivals.push(message)
    print(formatDelivery(message))
  },
})
const service = startProcess({ args: ['src/app/main.ts', 'serve'], env, onLine: () => {} })

const steps = createStepPrinter()
try {
  process.exitCode = (await runDemo()) ? 0 : 1
} catch (error) {
  steps.fail()
  throw error
} finally {
  steps.start('remove the temporary instance')
  await service.stop()
  await receiver.stop()
  rmSync(data, { recursive: true, force: true })
  steps.finish()
}

async function runDemo(): Promise<boolean> {
  print('')
  steps.start('start a temporary instance with its database')
  await waitUntilReady()
  steps.start('create an account with a catalogue')
  const { id: account, api } = await createAccount(await receiverReady.promise)
  steps.finish()
  print(`\n${pc.bold('Ready.')} Sending fifty gift requests in one batch.\n`)
  const campaign = await findCampaign(account)
  const { data: gifts } = (await api.post('/gift_requests/batch', {
    gift_requests: buildGiftBodies(campaign),
  })) as {
    data: { id: string }[]
  }
  for (const [index, path] of giftPaths.entries()) {
    const gift = gifts[index]
    if (gift === undefined) break
    for (const to of path) await advanceGift(api, gift.id, to)
  }
  await waitUntilEnded(api, gifts.slice(giftPaths.length - simulatedPaths.length, giftPaths.length))
  const emitted = await countEmittedEvents(api, gifts)
  await waitForArrivals(emitted)
  return printReport(account, emitted)
}

function advanceGift(api: DemoApi, id: string, to: string): Promise<unknown> {
  return to === 'cancelled'
    ? api.post(`/gift_requests/${id}/cancel`)
    : api.post(`/test_helpers/gift_requests/${id}/advance`, { to })
}

/** Waits until the simulator has finished these gift requests, at a speed of one day per second. */
async function waitUntilEnded(api: DemoApi, gifts: readonly { id: string }[]): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (const { id } of gifts) {
    while (!finalStates.includes(await getLastState(api, id))) {
      if (Date.now() > deadline)
        throw new Error(`The gift request ${id} did not reach a final state.`)
      await sleep(100)
    }
  }
}

async function getLastState(api: DemoApi, id: string): Promise<string> {
  const { data: transitions } = (await api.get(`/gift_requests/${id}/history`)) as {
    data: { to: string }[]
  }
  return transitions.at(-1)?.to ?? ''
}

async function waitUntilReady(): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (response?.ok) return
    if (service.child.exitCode !== null) break
    await sleep(100)
  }
  throw new Error('The instance did not become ready.')
}

async function createAccount(url: string): Promise<{ id: string; api: DemoApi }> {
  const { account } = (await runJson(
    ['accounts', 'create', '--name', 'Demo', '--tier', 'enterprise'],
    env,
  )) as {
    account: { id: string }
  }
  await runJson(['seed', '--account', account.id], env)
  const { token } = await runJson(['tokens', 'create', '--account', account.id], env)
  const { secret } = await runJson(
    ['endpoints', 'create', '--account', account.id, '--url', url],
    env,
  )
  receiver.child.stdin?.write(`${secret}\n`)
  return { id: account.id, api: createDemoApi(`http://127.0.0.1:${port}/api`, String(token)) }
}

async function findCampaign(account: string): Promise<string> {
  const { data: campaigns } = (await runJson(['campaigns', 'list', '--account', account], env)) as {
    data: { id: string; state: string; invitation_method: string }[]
  }
  const campaign = campaigns.find(
    ({ state, invitation_method }) => state === 'available' && invitation_method === 'email',
  )
  if (campaign === undefined)
    throw new Error('The demo catalogue has no available campaign that invites by email.')
  return campaign.id
}

/** Counts the emitted events in the histories of the gift requests, independent of the deliveries under test. */
async function countEmittedEvents(api: DemoApi, gifts: readonly { id: string }[]): Promise<number> {
  let emitted = 0
  for (const { id } of gifts) {
    const { data: transitions } = (await api.get(`/gift_requests/${id}/history`)) as {
      data: { events: string[] }[]
    }
    emitted += transitions.flatMap(({ events }) => events).length
  }
  return emitted
}

function countAccepted(): number {
  return new Set(arrivals.filter(({ status }) => status < 300).map(({ event }) => event)).size
}

async function waitForArrivals(emitted: number): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (countAccepted() < emitted && Date.now() < deadline) await sleep(50)
}

async function printReport(account: string, emitted: number): Promise<boolean> {
  await sleep(300) // the service records the last responses with a delay
  const { data: deliveries } = (await runJson(
    ['deliveries', 'list', '--account', account],
    env,
  )) as {
    data: { attempts: unknown[] }[]
  }
  const acceptedAttempts = arrivals.filter(({ status }) => status < 300).length
  const lost = emitted - countAccepted()
  const forged = arrivals.filter(({ verified }) => !verified).length
  print('')
  print(
    formatTable([
      ['events emitted', emitted],
      ['deliveries', deliveries.length],
      ['attempts', deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0)],
      ['retried on purpose', arrivals.length - acceptedAttempts],
      ['duplicates', acceptedAttempts - countAccepted(), true],
      ['invalid signatures', forged, true],
      ['lost', lost, true],
    ]),
  )
  print('')
  return lost === 0 && forged === 0
}
