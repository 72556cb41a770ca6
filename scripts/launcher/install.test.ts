import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { matchesLock } from './install.js'
import { findDamage } from './verify.js'

const folder = mkdtempSync(join(tmpdir(), 'bestow install '))
after(() => rmSync(folder, { recursive: true }))
let count = 0

const lock = {
  packages: {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '1.0.0', dev: true },
  },
}

/**
 * Creates a project with two packages, and an npm that runs `script`. The script gets the lock
 * file and the arguments of npm.
 */
function project(script: string) {
  count += 1
  const root = join(folder, String(count))
  mkdirSync(root)
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock))
  writeFileSync(join(root, 'package.json'), JSON.stringify({ engines: { node: '>=24.12.0 <25' } }))
  const npm = join(root, 'npm-cli.js')
  writeFileSync(
    npm,
    `const fs = require('node:fs')
    const args = process.argv.slice(2)
    fs.appendFileSync('calls', args.slice(0, 2).join(' ') + '\\n')
    const installed = {}
    function add(name, text = JSON.stringify({ version: '1.0.0' })) {
      fs.mkdirSync('node_modules/' + name, { recursive: true })
      fs.writeFileSync('node_modules/' + name + '/package.json', text)
      installed['node_modules/' + name] = { version: '1.0.0' }
      fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: installed }))
    }
    ${script}`,
  )
  return { root, npm, calls: () => readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') }
}

const fullInstallScript = `add('a'); if (args.includes('--include=dev')) add('b')`

/** Installs in a separate process, as the launcher does. The process runs the code of `preload` first. */
async function install(
  { root, npm }: { root: string; npm: string },
  extent = 'service',
  { preload = '', onOutput = (_: string) => {} } = {},
) {
  const module = JSON.stringify(join(import.meta.dirname, 'install.js'))
  const script = `import(${module}).then(({ installDependencies }) =>
    installDependencies(${JSON.stringify(root)}, '${extent}')).catch((error) => {
      console.error(error.message)
      process.exitCode = 1
    })`
  const env = { ...process.env, npm_execpath: npm }
  const args = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, '-e', script]
  const child = spawn(process.execPath, args, {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    output += chunk
    onOutput(output)
  })
  const [code] = await once(child, 'close')
  return { code, output }
}

describe('the installation of dependencies', () => {
  it('omits the development tools until they are needed, then adds them without deleting other packages', async () => {
    const testProject = project(fullInstallScript)
    const first = await install(testProject)
    assert.equal(first.code, 0)
    assert.match(first.output, /^Installing the dependencies from the lock file/)
    assert.equal((await install(testProject)).code, 0)
    assert.deepEqual(testProject.calls(), ['ci --ignore-scripts'])
    assert.equal(existsSync(join(testProject.root, 'node_modules/b')), false)
    const { code, output } = await install(testProject, 'everything')
    assert.equal(code, 0)
    assert.match(output, /^Installing the development tools from the lock file/)
    assert.deepEqual(testProject.calls(), ['ci --ignore-scripts', 'install --no-save'])
    assert.equal(existsSync(join(testProject.root, 'node_modules/b')), true)
  })

  it('repeats npm on the pinned Node, because npm leaves out optional packages for which its Node is too old', async () => {
    const bin = join('node_modules', `node-${process.platform}-${process.arch}`, 'bin')
    const testProject = project(
      `if (process.env.ON_PINNED_NODE) fs.writeFileSync('binary', '')
      else {
        ${fullInstallScript}
        fs.mkdirSync(${JSON.stringify(bin)}, { recursive: true })
        const script = '#!/bin/sh\\nON_PINNED_NODE=1 exec "' + process.execPath + '" "$@"\\n'
        fs.writeFileSync(${JSON.stringify(join(bin, 'node'))}, script, { mode: 0o755 })
      }`,
    )
    const preload = `Object.defineProperty(process.versions, 'node', { value: '20.0.0' })`
    const { code, output } = await install(testProject, 'service', { preload })
    assert.equal(code, 0, output)
    assert.deepEqual(testProject.calls(), ['ci --ignore-scripts', 'install --no-save'])
    assert.ok(existsSync(join(testProject.root, 'binary')))
    assert.equal((await install(testProject, 'service', { preload })).code, 0)
    assert.equal(testProject.calls().length, 2)
  })

  it('rejects an installation that a full disk has truncated, and repairs it at the next start', async () => {
    const testProject = project(
      `if (fs.existsSync('again')) { ${fullInstallScript} } else add('a', '{"vers')`,
    )
    const first = await install(testProject)
    assert.equal(first.code, 1)
    assert.match(first.output, /installation is damaged: node_modules\/a is incomplete/)
    assert.doesNotMatch(first.output, /Installed in/)
    writeFileSync(join(testProject.root, 'again'), '')
    assert.equal((await install(testProject)).code, 0)
    assert.equal(
      findDamage(testProject.root, { 'node_modules/a': { version: '1.0.0' } }),
      undefined,
    )
  })

  it('repairs a damaged installation that a user made', async () => {
    const testProject = project(fullInstallScript)
    mkdirSync(join(testProject.root, 'node_modules/a'), { recursive: true })
    const installed = { packages: { 'node_modules/a': { version: '1.0.0' } } }
    writeFileSync(
      join(testProject.root, 'node_modules/.package-lock.json'),
      JSON.stringify(installed),
    )
    assert.equal((await install(testProject)).code, 0)
    assert.deepEqual(testProject.calls(), ['ci --ignore-scripts'])
  })

  it('shows the whole output of a failed npm', async () => {
    const failed = await install(
      project(`console.error('E503 from the registry'); process.exit(1)`),
    )
    assert.equal(failed.code, 1)
    assert.match(failed.output, /E503 from the registry/)
    assert.match(failed.output, /npm could not install/)
  })
})

/** Returns code that replaces a function of the file system in the process that installs. */
const replaceFs = (name: string, replacement: string) =>
  `import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const original = fs.${name}
  fs.${name} = ${replacement}
  syncBuiltinESMExports()`

describe('the installation in a hostile place', () => {
  /** An npm script that writes its arguments to a file. */
  const recordingScript = `fs.writeFileSync('args', args.join('\\n')); add('a')`
  const argsOf = ({ root }: { root: string }) =>
    readFileSync(join(root, 'args'), 'utf8').split('\n')

  it('has a cache in the project if the cache of the user is not writable', async () => {
    const testProject = project(recordingScript)
    const home = join(testProject.root, 'home')
    mkdirSync(home)
    const preload = `process.env.npm_config_cache = ${JSON.stringify(join(home, '.npm'))}
      ${replaceFs(
        'accessSync',
        `(path, mode) => {
          if (path === ${JSON.stringify(home)}) throw new Error('EROFS')
          return original(path, mode)
        }`,
      )}`
    assert.equal((await install(testProject, 'service', { preload })).code, 0)
    const cache = join(testProject.root, '.bestow', 'npm')
    assert.ok(argsOf(testProject).includes(`--cache=${cache}`))
  })

  it('has the cache of the user if it is writable', async () => {
    const testProject = project(recordingScript)
    const cache = join(testProject.root, 'cache')
    const preload = `process.env.npm_config_cache = ${JSON.stringify(cache)}`
    assert.equal((await install(testProject, 'service', { preload })).code, 0)
    assert.ok(argsOf(testProject).every((arg) => !arg.startsWith('--cache')))
  })

  it('shows progress while npm is silent, and shortens the pauses of its retries', async () => {
    const testProject = project(
      `const wait = new Int32Array(new SharedArrayBuffer(4))
      for (let round = 0; !fs.existsSync('continue'); round++) {
        if (round === 1500) process.exit(1)
        Atomics.wait(wait, 0, 0, 20)
      }
      ${recordingScript}`,
    )
    const preload = `const original = setInterval
      globalThis.setInterval = (callback, ms) => original(callback, ms / 200)`
    const { code } = await install(testProject, 'service', {
      preload,
      onOutput(output) {
        if (/still installing, \d+ s/.test(output))
          writeFileSync(join(testProject.root, 'continue'), '')
      },
    })
    assert.equal(code, 0)
    const timeouts = argsOf(testProject).filter((arg) => /^--fetch-retry-m..timeout=/.test(arg))
    assert.deepEqual(timeouts, ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'])
  })

  it('does not start without enough space, and names the needed and the free space', async () => {
    const testProject = project(fullInstallScript)
    const preload = replaceFs('statfsSync', '() => ({ bavail: 40, bsize: 2 ** 20 })')
    const { code, output } = await install(testProject, 'service', { preload })
    assert.equal(code, 1)
    assert.match(output, /The dependencies take 500 MB, and .* has 40 MB left\. Free some space/)
    assert.throws(testProject.calls, /ENOENT/, 'npm does not run')
  })
})

describe('the damage check', () => {
  it('reports a pinned Node that does not run, with its signal', () => {
    const { root } = project('')
    const bin = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, 'node'), '#!/bin/sh\nkill -SEGV $$\n', { mode: 0o755 })
    assert.equal(findDamage(root, {}), 'the pinned Node does not run (SIGSEGV)')
    writeFileSync(join(bin, 'node'), '#!/bin/sh\necho v24.0.0\n', { mode: 0o755 })
    assert.equal(findDamage(root, {}), undefined)
  })
})

describe('the comparison with the lock file', () => {
  const lock = {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '1.0.0', dev: true },
    'node_modules/c-mac': { version: '1.0.0', optional: true },
  }
  const a = { 'node_modules/a': { version: '1.0.0' } }
  const b = { 'node_modules/b': { version: '1.0.0', dev: true } }

  it('accepts missing optional packages', () => {
    assert.equal(matchesLock(lock, { ...a, ...b }, 'everything'), true)
    assert.equal(matchesLock(lock, a, 'service'), true)
  })

  it('rejects missing, additional and outdated packages', () => {
    assert.equal(matchesLock(lock, a, 'everything'), false)
    assert.equal(matchesLock(lock, b, 'service'), false)
    assert.equal(
      matchesLock(lock, { ...a, ...b, 'node_modules/d': { version: '1.0.0' } }, 'service'),
      false,
    )
    assert.equal(
      matchesLock(lock, { ...b, 'node_modules/a': { version: '1.0.1' } }, 'everything'),
      false,
    )
    const mac = { 'node_modules/c-mac': { version: '0.9.0' } }
    assert.equal(matchesLock(lock, { ...a, ...b, ...mac }, 'everything'), false)
  })
})
