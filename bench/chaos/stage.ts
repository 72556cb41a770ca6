import { setTimeout as sleep } from 'node:timers/promises'
import { createInstallation, type Installation, type InstallationOptions } from './installation.ts'
import { type Load, startLoad } from './load.ts'
import { catchUp, findTruth } from './truth.ts'
import { problemsOf, type Run } from './verdict.ts'

/** What a scenario makes trouble with. */
export interface Stage extends Installation {
  load: Load
  gifts: number
}

/** What was done, in words, and what should have been otherwise. */
interface Trouble {
  words: string
  complaints?: string[]
}

export interface Scenario {
  name: string
  /** Why it cannot be played here; undefined when it can. */
  hindrance?: () => string | undefined
  /** Whether duplicates are bounded by what can be in flight at each kill. */
  countsKills?: boolean
  /** How often the receiver may be asked for one event; five times when not said. */
  mostRequests?: number
  /** Times the usual number of gift requests. */
  times?: number
  installation?: InstallationOptions
  /** Makes ready what the installation stands on, and clears it away. */
  ground?: () => { dataDir: string; clear(): void }
  /** How many processes answer. */
  services?: 1 | 2
  /** Milliseconds that a client rests between two requests. */
  rest?: number
  trouble(stage: Stage): Promise<Trouble>
}

const clients = 8
/** To one endpoint: 8 on their way, and those that were answered within the 20 ms until it is written. */
const inFlight = 48

export interface PlayOptions {
  /** How many gift requests. */
  gifts: number
  /** Milliseconds after which what has not arrived counts as lost. */
  patience?: number
}

/** Plays one scenario on an installation of its own, whose logs stay when something was wrong. */
export async function play(scenario: Scenario, options: PlayOptions): Promise<Run> {
  const ground = scenario.ground?.()
  const place = await createInstallation({
    ...scenario.installation,
    ...(ground === undefined ? {} : { dataDir: ground.dataDir }),
  })
  let isKept = true
  try {
    const run = await act(scenario, place, options)
    isKept = problemsOf(run).length > 0
    if (isKept && ground === undefined) console.log(`  its logs are in ${place.dataDir}`)
    return run
  } finally {
    await place.remove(isKept && ground === undefined)
    ground?.clear()
  }
}

async function act(
  scenario: Scenario,
  place: Installation,
  { gifts: usual, patience = 180_000 }: PlayOptions,
): Promise<Run> {
  const gifts = usual * (scenario.times ?? 1)
  const services = scenario.services === 2 ? [place.service, place.second] : [place.service]
  for (const service of services.slice(1)) {
    service.start()
    await service.ready()
  }
  const { token, makeGift } = place
  const bases = services.map(({ base }) => base)
  const load = startLoad({ bases, token, makeGift, gifts, clients, rest: scenario.rest ?? 0 })
  const { words, complaints = [] } = await scenario.trouble({ ...place, load, gifts })
  await Promise.all(services.map((service) => service.ready()))
  await load.done
  const caughtUp = await catchUp(place, patience)
  const truth = await findTruth(place, load.seen)
  const bound = inFlight * place.service.counts.kills
  if (scenario.countsKills && truth.received.duplicates > bound)
    complaints.push(`${truth.received.duplicates} duplicates, with ${bound} in flight at all kills`)
  return {
    name: scenario.name,
    trouble: words,
    asked: gifts,
    seen: load.seen,
    truth,
    caughtUp,
    complaints,
    mostRequests: scenario.mostRequests ?? 5,
  }
}

/** Moments in a load, as numbers of gift requests: at random, but one in each part of it. */
export const moments = (count: number, gifts: number): number[] =>
  Array.from({ length: count }, (_, n) => Math.floor(((n + Math.random()) / count) * gifts * 0.95))

/** Waits between these milliseconds. */
export const pause = (from: number, to: number) => sleep(from + Math.random() * (to - from))
