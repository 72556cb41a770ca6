import { setTimeout as sleep } from 'node:timers/promises'
import { figuresOf } from './figures.ts'
import type { Scenario } from './stage.ts'

const beyondItsLease = 66_000 // milliseconds: a lease of 60 s, and the sweep that finds it

/**
 * One of two processes that deliver is stopped (SIGSTOP) with attempts in flight, until the other has
 * taken them over; then it goes on where it was. What it has to say comes too late.
 */
export const pauseBeyondLease = (): Scenario => ({
  name: 'pause',
  installation: { outside: true },
  async trouble({ service, second, load, gifts, receiver }) {
    second.start()
    await second.ready()
    await load.reached(gifts * 0.3)
    await receiver.tell('mood', 'hangs')
    await sleep(500)
    const pid = second.pid()
    process.kill(pid, 'SIGSTOP')
    await receiver.tell('mood', 'well')
    await sleep(beyondItsLease)
    process.kill(pid, 'SIGCONT')
    await second.ready()
    await sleep(1_000)
    const then = await figuresOf(second)
    const other = await figuresOf(service)
    const { code } = await second.stop()
    return {
      words: `one of two processes stopped for 66 s: ${then.stale} late results refused, ${other.swept} taken over`,
      complaints: [
        ...(then.stale === 0 ? ['no result came too late'] : []),
        ...(code !== 0 ? [`it ended with exit code ${code}`] : []),
      ],
    }
  },
})
