import { setTimeout as sleep } from 'node:timers/promises'
import { figuresOf } from './figures.ts'
import type { Scenario, Stage } from './stage.ts'

/**
 * All connections to the database go dead in the middle of the load, and neither side is told: what a
 * firewall does that has forgotten them. New ones work. Three times, one after the other.
 */
export const swallow = (): Scenario => ({
  name: 'swallow',
  rest: 60,
  installation: { outside: true, wired: 'both' },
  async trouble(stage) {
    const { load, gifts, wire, service } = stage
    const stood: number[] = []
    for (const share of [0.1, 0.4, 0.7]) {
      await load.reached(gifts * share)
      const before = load.seen.acknowledged.size
      wire?.swallow()
      const began = Date.now()
      await sleep(300) // what was on its way back
      await load.reached(Math.max(before, load.seen.acknowledged.size) + 100)
      stood.push((Date.now() - began) / 1000)
    }
    await load.done
    return {
      words: `all connections dead ${stood.length} times, ${stood.map((each) => each.toFixed(1)).join(', ')} s until 100 more were made, ${load.seen.unavailable} answers of 503`,
      complaints: [
        ...(Math.max(...stood) > 45 ? ['it stood still for more than 45 s'] : []),
        ...ended(service),
      ],
    }
  },
})

/**
 * One of two processes that deliver is cut off from the database while the receiver takes what it sends,
 * for longer than its leases hold. The other takes over.
 */
export const cut = (): Scenario => ({
  name: 'cut',
  rest: 20,
  installation: { outside: true, wired: 'second' },
  async trouble({ load, gifts, wire, service, second, receiver }) {
    second.start()
    await second.ready()
    await load.reached(gifts * 0.3)
    await receiver.tell('mood', 'hangs')
    await sleep(500)
    wire?.swallowAll()
    await sleep(100)
    await receiver.tell('mood', 'well')
    await sleep(66_000)
    wire?.heal()
    await second.ready()
    await settled(second)
    const then = await figuresOf(second)
    await second.stop()
    return {
      words: `one of two processes cut off for 66 s: ${then.stale} late results refused`,
      complaints: [
        ...(then.stale === 0 ? ['no result came too late'] : []),
        ...ended(service),
        ...ended(second),
      ],
    }
  },
})

async function settled(service: Stage['service']): Promise<void> {
  for (let looks = 0; looks < 100; looks++) {
    if ((await figuresOf(service)).unsettled === 0) return
    await sleep(100)
  }
}

const ended = ({ counts }: Stage['service']) =>
  counts.endedByItself > 0 ? ['a process ended by itself'] : []
