import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { styleText } from 'node:util'
import { transformSync } from 'esbuild'
import { packWheel } from './python/pack.ts'
import { startInstance } from './quickstart/instance.ts'
import { run } from './sdk/build.ts'
import { bin, root } from './steps.ts'
import { findPythons, type Python, type Runtime, runtimes } from './test-packages/runtimes.ts'

/*
 * `npm run test:packages`: installs the packages for integrators from their files into empty projects, and runs them against an
 * instance on each supported runtime: Node.js, Bun and Deno from the npm registry, and each Python of this machine.
 */

const work = mkdtempSync(join(tmpdir(), 'bestow-packages-'))
const samples = join(root, 'scripts/test-packages')
const npmFlags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
}
let failures = 0

function makeProject(name: string): string {
  const folder = join(work, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  return folder
}

function install(folder: string, ...packages: string[]): void {
  run('npm', ['install', ...npmFlags, ...packages], folder)
}

/** Runs a check, and prints a line with its result and the whole output of a failure. */
async function attempt(name: string, check: () => void | Promise<void>): Promise<void> {
  const startedAt = performance.now()
  try {
    await check()
    const seconds = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
    console.log(`${styleText('green', '✔')} ${name.padEnd(32)} ${styleText('dim', seconds)}`)
  } catch (error) {
    failures += 1
    console.log(
      `${styleText('red', '✖')} ${name}\n\n${error instanceof Error ? error.message : error}\n`,
    )
  }
}

function expectVersion(output: string, of: string): void {
  if (output.trim() !== version)
    throw new Error(`${of} printed ${JSON.stringify(output)} instead of ${version}.`)
}

/** Checks the types as a strict project does, also those inside the package. */
function checkTypes(): void {
  const folder = makeProject('types')
  install(folder, join(work, 'sdk.tgz'))
  cpSync(join(samples, 'smoke.ts'), join(folder, 'smoke.ts'))
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']
  const target = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable']
  const flags = ['--noEmit', '--skipLibCheck', 'false', '--types', '']
  run(bin('tsc'), [...strict, ...target, ...flags, 'smoke.ts'], folder)
}

function checkRuntime({ name, packages, program, args, hasCli }: Runtime): void {
  const tools = makeProject(`tools of ${name}`)
  install(tools, '--force', ...packages) // a package for another system fails here, and not later
  const path = join(tools, 'node_modules', program)
  const folder = makeProject(name)
  install(folder, join(work, 'sdk.tgz'), ...(hasCli ? [join(work, 'cli.tgz')] : []))
  const { code } = transformSync(readFileSync(join(samples, 'smoke.ts'), 'utf8'), { loader: 'ts' })
  writeFileSync(join(folder, 'smoke.js'), code)
  expectVersion(run(path, [...args, 'smoke.js'], folder), 'the client library')
  if (!hasCli) return
  const cli = join(folder, 'node_modules/@bestow/cli/dist/bin.js')
  expectVersion(run(path, [cli, '--version'], folder), 'the command line')
  const account: { stage: string } = JSON.parse(run(path, [cli, 'whoami', '--json'], folder))
  if (account.stage !== 'staging') throw new Error(`The stage is ${account.stage}.`)
}

function checkPython({ version: name, program, isSupported }: Python, wheel: string): void {
  const folder = join(work, `python ${name}`)
  run(program, ['-m', 'venv', folder], work)
  const python = join(folder, 'bin/python')
  const install = (file: string) =>
    run(python, ['-m', 'pip', 'install', '--no-index', '--disable-pip-version-check', file], work)
  if (!isSupported) {
    try {
      install(wheel)
    } catch (error) {
      if (/requires a different Python/.test(String(error))) return
      throw error
    }
    throw new Error('pip installed the wheel, although this version of Python is not supported.')
  }
  for (const file of [wheel, join(work, 'python.tar.gz')]) {
    install(file)
    expectVersion(run(python, [join(samples, 'smoke.py')], folder), 'the library')
    run(python, ['-m', 'pip', 'uninstall', '--yes', 'bestow'], work)
  }
}

let instance: Awaited<ReturnType<typeof startInstance>> | undefined
try {
  run(process.execPath, [join(root, 'scripts/packages.ts'), work], root)
  const wheel = packWheel(work)
  instance = await startInstance(join(work, 'data'))
  process.env.BESTOW_API_URL = instance.baseUrl
  process.env.BESTOW_API_TOKEN = instance.token
  await attempt('types in a strict project', checkTypes)
  for (const runtime of runtimes) await attempt(runtime.name, () => checkRuntime(runtime))
  for (const python of findPythons())
    await attempt(`Python ${python.version}${python.isSupported ? '' : ' is refused by pip'}`, () =>
      checkPython(python, wheel),
    )
} finally {
  await instance?.running.stop()
  rmSync(work, { recursive: true, force: true })
}
process.exitCode = failures === 0 ? 0 : 1
