import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { freePort } from '#scripts/demo/processes'
import { root } from '#scripts/steps'
import { eventually } from '#test/eventually'

/*
 * The test of the promise in the README that `npm start` works on every Node from 20.2 on. It runs `npm
 * start` on Node 20.2.0 with the npm of that Node, in a copy of the checkout without node_modules, as a user
 * whose home folder is read-only. It needs the npm registry.
 */

const nodeVersion = '20.2.0'
const npmVersion = '9.6.6'
const readyTimeoutMs = 600_000

const folder = mkdtempSync(join(tmpdir(), 'bestow oldest node '))
const checkout = join(folder, 'bestow')
const nodeBin = join(folder, 'node', 'bin')
const npmCli = join(folder, 'npm', 'bin', 'npm-cli.js')
after(() => rmSync(folder, { recursive: true, force: true }))

/** Unpacks a package of the registry into a folder. */
function unpackPackage(name: string, target: string) {
  const output = execFileSync('npm', ['pack', name, '--silent', '--pack-destination', folder], {
    cwd: folder,
    encoding: 'utf8',
  })
  mkdirSync(target)
  const archive = join(folder, output.trim().split('\n').at(-1) ?? '')
  execFileSync('tar', ['-xzf', archive, '-C', target, '--strip-components=1'])
}

const notInClone = /(^|\/)(node_modules|\.git|\.bestow|data|dist|dist\.[^/]+)(\/|$)/

const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0

/** Runs `npm start`, with a read-only home folder if this user can mount one. */
function startService(port: number) {
  const npmStart = [join(nodeBin, 'node'), npmCli, 'start']
  const readOnlyHome = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
  const [program = '', ...args] = canMount
    ? ['unshare', '--mount', 'sh', '-c', readOnlyHome, homedir(), ...npmStart]
    : npmStart
  const { npm_execpath: _, npm_config_cache: __, NODE_OPTIONS: ___, ...env } = process.env
  const child = spawn(program, args, {
    cwd: checkout,
    env: { ...env, PATH: [nodeBin, process.env.PATH].join(delimiter), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // creates a process group, which is killed if the test fails
  })
  after(() => killGroup(child))
  return { child, output: captureOutput(child) }
}

function captureOutput({ stdout, stderr }: ChildProcess): () => string {
  let output = ''
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  return () => output
}

function killGroup({ pid = 0 }: ChildProcess) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process group has already ended.
  }
}

describe('npm start on Node 20.2.0', () => {
  before(() => {
    unpackPackage(`node-${process.platform}-${process.arch}@${nodeVersion}`, join(folder, 'node'))
    unpackPackage(`npm@${npmVersion}`, join(folder, 'npm'))
    cpSync(root, checkout, {
      recursive: true,
      filter: (path) => !notInClone.test(relative(root, path)),
    })
  })

  it('installs without a writable home folder, and serves the web app', async () => {
    const node = join(nodeBin, 'node')
    assert.equal(execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(), `v${nodeVersion}`)
    const port = await freePort()
    const { child, output } = startService(port)
    const isReadyOrEnded = async () =>
      child.exitCode !== null ||
      (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok === true
    await eventually(isReadyOrEnded, {
      timeoutMs: readyTimeoutMs,
      intervalMs: 200,
      message: output,
    })
    assert.equal(child.exitCode, null, output())
    assert.match(output(), /Installed in \d+ s/)
    const page = await (await fetch(`http://127.0.0.1:${port}/setup`)).text()
    assert.match(page, /<div id="app">/)
    if (canMount)
      assert.ok(existsSync(join(checkout, '.bestow', 'npm')), 'npm has a cache in the checkout')
    child.kill('SIGINT')
    await once(child, 'exit')
  })
})
