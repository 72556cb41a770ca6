/**
 * `npm run quickstart [-- FOLDER]` runs docs/quick-start.md from an empty folder to the first verified
 * webhook. It uses the packed client library and command line, and a temporary instance. It prints each step
 * before it runs, with its duration afterwards. A given folder must be empty, and is not deleted.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pc from 'picocolors'
import { createStepPrinter, formatSeconds } from './demo/step-printer.ts'
import { startInstance } from './quickstart/instance.ts'
import { installPackages, packPackages } from './quickstart/packages.ts'
import { runQuickstart } from './quickstart/run-steps.ts'

const maxSeconds = 180

const [targetFolder] = process.argv.slice(2)
const tempDir = mkdtempSync(join(tmpdir(), 'bestow quickstart '))
// npm and the shell provide the folder in which the command was started. The script itself runs
// in the root of the repository.
const home =
  targetFolder === undefined
    ? join(tempDir, 'app')
    : resolve(process.env.INIT_CWD ?? '.', targetFolder)

const startedAt = performance.now()
const steps = createStepPrinter()

let stop: (() => Promise<void>) | undefined
try {
  if (existsSync(home) && readdirSync(home).length > 0) throw new Error(`${home} is not empty.`)
  steps.start('pack the client library and the command line')
  const tarballs = packPackages(
    tempDir,
    targetFolder === undefined ? tempDir : join(home, 'packages'),
  )
  steps.start('install both in an empty folder')
  installPackages(tarballs, home, join(tempDir, 'cache'))
  steps.start('start an instance with its database')
  const { running, ...instance } = await startInstance(join(tempDir, 'data'))
  stop = running.stop
  const verified = await runQuickstart(home, instance, steps.start)
  steps.finish()
  const total = performance.now() - startedAt
  console.log(`\n${verified.map((line) => `  ${line}`).join('\n')}`)
  console.log(`\n${pc.bold(`From an empty folder to verified webhooks: ${formatSeconds(total)}`)}`)
  if (targetFolder !== undefined)
    console.log(`${home} contains receiver.mjs, gift.mjs and the packages.`)
  process.exitCode = total < maxSeconds * 1000 ? 0 : 1
} catch (error) {
  steps.fail()
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  steps.start('remove the temporary instance')
  await stop?.()
  rmSync(tempDir, { recursive: true, force: true })
  steps.finish()
}
