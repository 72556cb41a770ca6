import { setTimeout as sleep } from 'node:timers/promises'
import { at } from '../support/stage.ts'
import { endWorker, openWorld, type Phase, startWorker, type Target, type World } from './world.ts'

export interface Shape {
  /** What the bad endpoints do. */
  way: 'hang' | 'drip' | 'refuse' | 'slow'
  bad: number
  /** All endpoints in one account, or a tenth of the good and of the bad ones in each of ten. */
  accounts: 1 | 10
  workers: number
}

const endpoints = 1_000
const perSecond = Number(process.env.BENCH_RATE ?? 200)
const seconds = {
  before: Number(process.env.BENCH_BEFORE ?? 6),
  first: 2,
  during: Number(process.env.BENCH_DURING ?? 20),
  after: Number(process.env.BENCH_AFTER ?? 6),
}

/** Measures one shape: all endpoints behave, then some do not, then all do again. */
export async function measureShape(
  url: string,
  ports: readonly number[],
  shape: Shape,
): Promise<void> {
  const world = await openWorld(url, ports)
  const { good, bad } = await populate(world, shape)
  const ids = new Set(good.map(({ id }) => id))
  const next = shuffled([...good, ...bad])
  await world.mode('ok')
  const workers = await Promise.all(Array.from({ length: shape.workers }, () => startWorker(url)))
  const phase = (length: number) => world.phase(next, ids, { seconds: length, perSecond })
  await phase(5) // each endpoint once: connections, secrets
  const before = await phase(seconds.before)
  await world.mode(shape.way)
  const first = await phase(seconds.first)
  const during = await phase(seconds.during)
  await world.mode('ok')
  const waiting = await world.left()
  const began = performance.now()
  const after = await phase(seconds.after)
  while ((await world.left()) > perSecond / 10 && performance.now() - began < 60_000)
    await sleep(200)
  const drained = (performance.now() - began) / 1_000
  const ends = await Promise.all(workers.map(endWorker))
  await world.clear()
  await world.close()
  const { way, bad: count, accounts } = shape
  const cpu = ends.reduce((sum, each) => sum + each.cpu, 0)
  console.log(
    `| ${count} ${way} | ${accounts} | ${shape.workers} | ${show(before)} | ${show(first, before)} | ${show(during, before)} | ${show(after, before)} | ` +
      `${waiting} gone in ${drained.toFixed(1)} s | ${Math.max(...ends.map(({ most }) => most))} | ${cpu.toFixed(1)} s, ${ends.reduce((sum, { claims }) => sum + claims, 0)} claims of ${(ends[0]?.claim ?? 0).toFixed(1)} ms, ` +
      `${Math.max(...ends.map(({ memory }) => memory)).toFixed(0)} MB |`,
  )
}

/** Two accounts with 140 endpoints each, all of which hang and are sent an event every five seconds, beside a third account. */
export async function measureTwoAccounts(url: string, ports: readonly number[]): Promise<void> {
  const world = await openWorld(url, ports)
  const own = await world.endpoints(await world.account(), 3, false)
  const bad = [
    ...(await world.endpoints(await world.account(), 140, true)),
    ...(await world.endpoints(await world.account(), 140, true)),
  ]
  const ids = new Set(own.map(({ id }) => id))
  const nextGood = shuffled(own)
  const nextBad = shuffled(bad)
  const worker = await startWorker(url)
  const good = (length: number) => world.phase(nextGood, ids, { seconds: length, perSecond: 10 })
  const both = async (length: number) => {
    const others = world.phase(nextBad, new Set(), {
      seconds: length,
      perSecond: bad.length / 5,
    })
    const [own] = await Promise.all([good(length), others])
    return own
  }
  await good(2)
  const before = await good(seconds.before)
  await world.mode('hang')
  const during = await both(seconds.during)
  await world.mode('ok')
  const end = await endWorker(worker)
  await world.clear()
  await world.close()
  console.log(
    `two accounts with 140 that hang each, beside a third: ${show(before)} before, ${show(during, before)} meanwhile, ` +
      `at most ${end.most} in flight`,
  )
}

async function populate(world: World, { bad, accounts }: Shape) {
  const made = { good: [] as Target[], bad: [] as Target[] }
  for (let n = 0; n < accounts; n++) {
    const account_id = await world.account()
    const share = (count: number) =>
      Math.floor(((n + 1) * count) / accounts) - Math.floor((n * count) / accounts)
    made.good.push(...(await world.endpoints(account_id, share(endpoints - bad), false)))
    made.bad.push(...(await world.endpoints(account_id, share(bad), true)))
  }
  return made
}

/** Returns one target after the other, in an order without a pattern. */
function shuffled(targets: readonly Target[]): () => Target {
  const order = [...targets]
  for (let n = order.length - 1; n > 0; n--) {
    const other = Math.floor(Math.random() * (n + 1))
    ;[order[n], order[other]] = [order[other] as Target, order[n] as Target]
  }
  let turn = 0
  return () => order[turn++ % order.length] as Target
}

const ms = (value: number) => (Number.isFinite(value) ? value.toFixed(0) : 'none')

function show(phase: Phase, before?: Phase): string {
  const arrived = phase.waits.filter(Number.isFinite).length / phase.waits.length
  const ratios =
    before === undefined
      ? ''
      : ` (${(phase.rate / phase.made).toFixed(2)}, ${(at(phase.waits, 0.95) / at(before.waits, 0.95)).toFixed(1)})`
  return (
    `${phase.rate.toFixed(0)} of ${phase.made.toFixed(0)}/s, ${ms(at(phase.waits, 0.5))}, ${ms(at(phase.waits, 0.95))}, ${ms(at(phase.waits, 1))} ms${ratios}` +
    (arrived < 1 ? `, ${(100 * arrived).toFixed(1)} % arrived` : '')
  )
}
