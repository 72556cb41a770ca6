/**
 * `npm run demo`: a throwaway instance, a receiver that knows nothing of it but the published rules,
 * fifty gift requests in one batch, and the lives of some of them. Ends with the count of what was
 * told and what arrived.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pc from 'picocolors'
import { type Api, apiAt } from './demo/api.ts'
import { freePort, runJson, startLines } from './demo/processes.ts'
import { type Arrival, lineOf, tableOf } from './demo/show.ts'
import { ends, giftBodies, lives, ownWays } from './demo/story.ts'

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
const say = (line: string) => console.log(line)
const patience = 60_000 // milliseconds until what has not arrived counts as lost

const listening = Promise.withResolvers<string>()
const receiver = startLines({
  args: ['scripts/demo/receiver.js', '--port', '0', '--fail-every', '10', '--secret-from-stdin'],
  env,
  onLine(line) {
    const said = JSON.parse(line) as Arrival | { listening: string }
    if ('listening' in said) return listening.resolve(said.listening)
    arrivals.push(said)
    say(lineOf(said))
  },
})
const service = startLines({ args: ['src/cli.ts', 'serve'], env, onLine: () => {} })

try {
  process.exitCode = (await play()) ? 0 : 1
} finally {
  await service.stop()
  await receiver.stop()
  rmSync(data, { recursive: true, force: true })
}

async function play(): Promise<boolean> {
  say(pc.bold('\nA throwaway instance starts …'))
  await ready()
  const { id: account, api } = await settleIn(await listening.promise)
  say(`${pc.bold('It is there.')} Fifty gift requests go out in one batch.\n`)
  const campaign = await campaignFor(account)
  const { data: gifts } = (await api.post('/gift_requests/batch', {
    gift_requests: giftBodies(campaign),
  })) as {
    data: { id: string }[]
  }
  for (const [index, path] of lives.entries()) {
    const gift = gifts[index]
    if (gift === undefined) break
    for (const to of path) await walk(api, gift.id, to)
  }
  await ended(api, gifts.slice(lives.length - ownWays.length, lives.length))
  const told = await eventsTold(api, gifts)
  await arrived(told)
  return report(account, told)
}

function walk(api: Api, id: string, to: string): Promise<unknown> {
  return to === 'cancelled'
    ? api.post(`/gift_requests/${id}/cancel`)
    : api.post(`/test_helpers/gift_requests/${id}/advance`, { to })
}

/** Waits until the simulator has brought these to their end, a second for a day. */
async function ended(api: Api, gifts: readonly { id: string }[]): Promise<void> {
  const until = Date.now() + patience
  for (const { id } of gifts) {
    while (!ends.includes(await lastState(api, id))) {
      if (Date.now() > until) throw new Error(`The gift request ${id} does not come to its end.`)
      await sleep(100)
    }
  }
}

async function lastState(api: Api, id: string): Promise<string> {
  const { data: moves } = (await api.get(`/gift_requests/${id}/history`)) as {
    data: { to: string }[]
  }
  return moves.at(-1)?.to ?? ''
}

async function ready(): Promise<void> {
  const until = Date.now() + patience
  while (Date.now() < until) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    if (service.child.exitCode !== null) break
    await sleep(100)
  }
  throw new Error('The instance did not become ready.')
}

async function settleIn(url: string): Promise<{ id: string; api: Api }> {
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
  return { id: account.id, api: apiAt(`http://127.0.0.1:${port}/api`, String(token)) }
}

async function campaignFor(account: string): Promise<string> {
  const { data: campaigns } = (await runJson(['campaigns', 'list', '--account', account], env)) as {
    data: { id: string; state: string; invitation_method: string }[]
  }
  const campaign = campaigns.find(
    ({ state, invitation_method }) => state === 'available' && invitation_method === 'email',
  )
  if (campaign === undefined) throw new Error('The demo catalogue has no campaign for this.')
  return campaign.id
}

/** What was told, by the gift requests' own histories: not by the deliveries that are being counted. */
async function eventsTold(api: Api, gifts: readonly { id: string }[]): Promise<number> {
  let told = 0
  for (const { id } of gifts) {
    const { data: moves } = (await api.get(`/gift_requests/${id}/history`)) as {
      data: { events: string[] }[]
    }
    told += moves.flatMap(({ events }) => events).length
  }
  return told
}

function accepted(): number {
  return new Set(arrivals.filter(({ status }) => status < 300).map(({ event }) => event)).size
}

async function arrived(told: number): Promise<void> {
  const until = Date.now() + patience
  while (accepted() < told && Date.now() < until) await sleep(50)
}

async function report(account: string, told: number): Promise<boolean> {
  await sleep(300) // what was answered last is settled a moment later
  const { data: deliveries } = (await runJson(
    ['deliveries', 'list', '--account', account],
    env,
  )) as {
    data: { attempts: unknown[] }[]
  }
  const took = arrivals.filter(({ status }) => status < 300).length
  const lost = told - accepted()
  const forged = arrivals.filter(({ verified }) => !verified).length
  say('')
  say(
    tableOf([
      ['events told', told],
      ['deliveries', deliveries.length],
      ['attempts', deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0)],
      ['retried on purpose', arrivals.length - took],
      ['duplicates', took - accepted(), true],
      ['signatures that failed', forged, true],
      ['lost', lost, true],
    ]),
  )
  say('')
  return lost === 0 && forged === 0
}
