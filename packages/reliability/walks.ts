/**
 * `npm run walks [-- WALKS [SEED]]`: many random walks of gifts, 100,000 by default. A slice of 1,000 walks is a process with
 * its own database and its own seed, so that the time of a walk does not grow with their number. Prints the figures after
 * each slice; stops with the output of the first slice that fails, whose seed repeats it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { serverVariable, startTestServer } from '#test/throwaway-database'

const walksPerSlice = 1_000
const testFile = 'src/domain/fulfilment/random-walks.test.ts'

const walkCount = Number(process.argv[2] ?? 100_000)
const firstSeed = Number(process.argv[3] ?? 1)

/** Returns the output of the slice if it failed. */
async function runSlice(url: string, seed: number, walks: number): Promise<string | undefined> {
  const child = spawn(process.execPath, ['--test', '--test-reporter=spec', testFile], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      [serverVariable]: url,
      BESTOW_TEST_SEED: String(seed),
      BESTOW_TEST_WALKS: String(walks),
    },
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => output.push(chunk))
  const [code] = await once(child, 'exit')
  return code === 0 ? undefined : output.join('')
}

const server = await startTestServer()
const start = Date.now()
try {
  let done = 0
  for (let seed = firstSeed; done < walkCount; seed += 1) {
    const walks = Math.min(walksPerSlice, walkCount - done)
    const failure = await runSlice(server.superuserUrl, seed, walks)
    if (failure !== undefined) {
      console.log(`${failure}\n  ✖ seed ${seed}, after ${done.toLocaleString('en')} walks`)
      process.exitCode = 1
      break
    }
    done += walks
    const seconds = (Date.now() - start) / 1000
    console.log(
      `${done.toLocaleString('en')} walks, seeds ${firstSeed} to ${seed}, ${(done / seconds).toFixed(1)}/s`,
    )
  }
} finally {
  await server.detach()
}
