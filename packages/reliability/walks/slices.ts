import { availableParallelism } from 'node:os'
import { serverVariable } from '#test/throwaway-database'
import { runProcess } from './run-process.ts'

const walksPerSlice = 1_000
const testFile = 'src/domain/fulfilment/random-walks.test.ts'

/**
 * Runs random walks in slices, as many at a time as there are processors. A slice is a process with its own
 * database and its own seed, so that the time of a walk does not grow with the number of walks. Prints the
 * figures after each slice. After a slice that fails, prints its output, which contains the seed to repeat
 * it, starts no other slice, and returns false.
 */
export async function runSlices(
  url: string,
  walkCount: number,
  firstSeed: number,
): Promise<boolean> {
  const start = Date.now()
  let started = 0
  let done = 0
  let isPassed = true

  async function runSlice(seed: number, walks: number): Promise<void> {
    const { code, output } = await runProcess(['--test', '--test-reporter=spec', testFile], {
      [serverVariable]: url,
      BESTOW_TEST_SEED: String(seed),
      BESTOW_TEST_WALKS: String(walks),
    })
    if (code !== 0) {
      isPassed = false
      console.log(`${output}\n  ✖ seed ${seed}, after ${done.toLocaleString('en')} walks`)
      return
    }
    done += walks
    const perSecond = (done / ((Date.now() - start) / 1000)).toFixed(1)
    console.log(`${done.toLocaleString('en')} walks, the last with seed ${seed}, ${perSecond}/s`)
  }

  async function work(): Promise<void> {
    while (isPassed && started < walkCount) {
      const walks = Math.min(walksPerSlice, walkCount - started)
      const seed = firstSeed + started / walksPerSlice
      started += walks
      await runSlice(seed, walks)
    }
  }

  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return isPassed
}
