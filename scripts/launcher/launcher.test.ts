import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, describe, it } from 'node:test'
import { satisfies } from './pick-node.js'

describe('the launcher', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bestow launcher '))
  after(() => rmSync(folder, { recursive: true }))

  /**
   * A program that prints its arguments, and then every signal that it receives. It exits with code 7 half a
   * second after the first signal.
   */
  const probe = join(folder, 'probe.ts')
  writeFileSync(
    probe,
    `const received: string[] = []
    for (const name of ['SIGINT', 'SIGTERM'] as const)
      process.on(name, () => {
        if (received.push(name) > 1) return
        setTimeout(() => {
          console.log(received.join())
          process.exit(7)
        }, 500)
      })
    setInterval(() => {}, 1000)
    console.log(JSON.stringify([process.pid, process.version, process.argv.slice(2)]))`,
  )

  /** Starts the launcher in a separate process group, as in a terminal. */
  const launch = (...args: string[]) => launchWith([], ...args)

  async function launchWith(nodeOptions: string[], ...args: string[]) {
    const launcher = spawn(
      process.execPath,
      [...nodeOptions, join(import.meta.dirname, '../run.js'), probe, ...args],
      { detached: true, stdio: ['ignore', 'pipe', 'inherit'], cwd: folder },
    )
    const lines = createInterface({ input: launcher.stdout })
    const [first] = await once(lines, 'line')
    const [pid, version, receivedArgs]: [number, string, string[]] = JSON.parse(first)
    const signals: string[] = []
    lines.on('line', (line) => signals.push(line))
    const closed = once(launcher, 'close').then(([code, signal]) => [...signals, code ?? signal])
    return { group: launcher.pid ?? 0, pid, version, receivedArgs, closed }
  }

  it('runs the file on the pinned Node with its arguments', async () => {
    const { group, version, receivedArgs, closed } = await launch('a b', '--c', '')
    assert.match(version, /^v24\./)
    assert.deepEqual(receivedArgs, ['a b', '--c', ''])
    process.kill(group, 'SIGTERM')
    assert.deepEqual(await closed, ['SIGTERM', 7])
  })

  it('forwards a Ctrl-C once, although the terminal sends it to the whole process group', async () => {
    const { group, closed } = await launch()
    process.kill(-group, 'SIGINT')
    assert.deepEqual(await closed, ['SIGINT', 7])
  })

  it('forwards a signal that only the launcher receives', async () => {
    const { group, closed } = await launch()
    process.kill(group, 'SIGINT')
    assert.deepEqual(await closed, ['SIGINT', 7])
  })

  it('forwards a signal that arrives while the launcher is still starting the file', async () => {
    const slowSpawn = `
      import childProcess from 'node:child_process'
      import { existsSync } from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      const { spawn } = childProcess
      childProcess.spawn = (...args) => {
        const child = spawn(...args)
        const wait = new Int32Array(new SharedArrayBuffer(4))
        for (let round = 0; round < 1500 && !existsSync(${JSON.stringify(join(folder, 'signalled'))}); round++)
          Atomics.wait(wait, 0, 0, 20)
        return child
      }
      syncBuiltinESMExports()`
    const { group, closed } = await launchWith([
      '--import',
      `data:text/javascript,${encodeURIComponent(slowSpawn)}`,
    ])
    process.kill(group, 'SIGINT')
    writeFileSync(join(folder, 'signalled'), '')
    assert.deepEqual(await closed, ['SIGINT', 7])
  })

  it('exits with the signal of the file', async () => {
    const { pid, closed } = await launch()
    process.kill(pid, 'SIGKILL')
    assert.deepEqual(await closed, ['SIGKILL'])
  })

  it('stops the file when the launcher is killed', async () => {
    const { group, closed } = await launch()
    process.kill(group, 'SIGKILL')
    assert.deepEqual(await closed, ['SIGTERM', 'SIGKILL'])
  })
})

describe('the files that run on the installed Node', () => {
  // The full form also starts the service on Node 20.2 (test/reliability/oldest-node.test.ts). Node
  // 20.0 must at least print the error that asks for a later version. The listed members are missing in
  // some version from 20.0 to 20.11.
  const newer =
    /parentPath|import\.meta\.(dirname|filename)|globSync|styleText|loadEnvFile|getBuiltinModule|withResolvers|registerHooks|stripTypeScriptTypes|parseEnv|fromAsync/

  it('use nothing that Node 20.0 lacks', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => /\.js$/.test(name))
    assert.ok(files.includes('web.js') && files.includes('run.js'), files.join())
    for (const file of ['../run.js', ...files]) {
      const [found] = newer.exec(readFileSync(join(import.meta.dirname, file), 'utf8')) ?? []
      assert.equal(found, undefined, file)
    }
  })
})

describe('the range of Node versions', () => {
  it('is read from package.json', () => {
    const range = '>=24.12.0 <25'
    const good = ['24.12.0', '24.12.1', '24.21.0', '24.100.0']
    const bad = ['18.20.0', '20.20.2', '22.12.0', '24.11.9', '25.0.0', '26.1.0']
    assert.deepEqual(
      [...good, ...bad].filter((version) => satisfies(version, range)),
      good,
    )
  })
})

describe('the lock file', () => {
  it('contains the packages of every platform', () => {
    const text = readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')
    const packages: Record<string, { optionalDependencies?: Record<string, string> }> =
      JSON.parse(text).packages
    // `npm ci` rejects a lock file with gaps, which occur when a registry does not offer all platforms.
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !(`node_modules/${name}` in packages))
        .map((name) => `${name} of ${path}`),
    )
    assert.deepEqual(missing, [])
  })
})
