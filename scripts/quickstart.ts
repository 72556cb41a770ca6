/**
 * `npm run quickstart [-- FOLDER]`: from an empty folder to the first verified webhook, with the packed
 * client library and command line, a throwaway instance, and the code of docs/quick-start.md. Says what
 * it does and how long each step takes. A folder that is named stays; it has to be empty.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pc from 'picocolors'
import { startInstance } from './quickstart/instance.ts'
import { installPackages, packPackages } from './quickstart/packages.ts'
import { runQuickstart } from './quickstart/run-steps.ts'

const maxSeconds = 180 // seconds

const [targetFolder] = process.argv.slice(2)
const workshop = mkdtempSync(join(tmpdir(), 'bestow quickstart '))
// npm and the shell know the folder in which the command was given; the script runs in the repository.
const home =
  targetFolder === undefined
    ? join(workshop, 'app')
    : resolve(process.env.INIT_CWD ?? '.', targetFolder)

const startedAt = performance.now()
let lastStepAt = startedAt
const printStep = (step: string) => {
  const now = performance.now()
  console.log(
    `${pc.green('✔')} ${step.padEnd(44)} ${pc.dim(formatSeconds(now - lastStepAt).padStart(7))}`,
  )
  lastStepAt = now
}
const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

let stop: (() => Promise<void>) | undefined
try {
  if (existsSync(home) && readdirSync(home).length > 0) throw new Error(`${home} is not empty.`)
  const tarballs = packPackages(
    workshop,
    targetFolder === undefined ? workshop : join(home, 'packages'),
  )
  printStep('the client library and the command line, packed')
  installPackages(tarballs, home, join(workshop, 'cache'))
  printStep('both installed in an empty folder')
  const { running, ...instance } = await startInstance(join(workshop, 'data'))
  stop = running.stop
  printStep('an instance, with its database')
  const verified = await runQuickstart(home, instance, printStep)
  const total = performance.now() - startedAt
  console.log(`\n${verified.map((line) => `  ${line}`).join('\n')}`)
  console.log(`\n${pc.bold(`From nothing to verified webhooks: ${formatSeconds(total)}`)}`)
  if (targetFolder !== undefined)
    console.log(`${home} is yours: receiver.mjs, gift.mjs, and the packages.`)
  process.exitCode = total < maxSeconds * 1000 ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await stop?.()
  rmSync(workshop, { recursive: true, force: true })
}
