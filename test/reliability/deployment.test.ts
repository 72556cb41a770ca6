import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { freePort } from '#scripts/demo/processes'
import { root } from '#scripts/steps'
import { eventually } from '#test/eventually'
import { ensureServiceBundle } from '#test/service-bundle'
import { createEmptyDatabase } from '#test/throwaway-database'
import { ensureWebApp } from '#test/web-app-page'

/*
 * The tests of deploy/ without a container engine. They start the service from the files of the image and of
 * the systemd unit, read-only, as another user. The tests create mount namespaces, which requires root.
 */

const startTimeoutMs = 300_000
const key = `own:${Buffer.alloc(32, 9).toString('base64')}`
const canMount = spawnSync('unshare', ['--mount', 'setpriv', '--reuid=10001', 'true']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'bestow-deployment-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const bundle = ensureServiceBundle()
before(() => ensureWebApp())

/** The folders that the image copies from the stage that builds the web app. */
const builtFolders = ['packages/web/dist', 'packages/sdk/src/generated', 'dist/service']

/**
 * Copies the files of the image: the repository without the paths of .dockerignore, the built web app and the
 * generated code. Returns the folder of the copy.
 */
function createImageTree(): string {
  const tree = mkdtempSync(join(folder, 'image-'))
  chmodSync(tree, 0o755)
  const ignored = new Set(
    readFileSync(join(root, '.dockerignore'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .flatMap((pattern) =>
        globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' }),
      )
      .concat('node_modules', 'data'),
  )
  cpSync(root, tree, {
    recursive: true,
    filter: (path) => !ignored.has(relative(root, path)),
  })
  for (const path of builtFolders) cpSync(join(root, path), join(tree, path), { recursive: true })
  mkdirSync(join(tree, 'node_modules'))
  return tree
}

/** Runs a command in the read-only mounted tree as an unprivileged user. */
async function start(tree: string, isRootReadOnly: boolean, command: string[]) {
  const { url, drop } = await createEmptyDatabase()
  after(drop)
  const port = await freePort()
  const script = [
    'set -e',
    'mount --bind "$1" /mnt',
    'mount --bind "$2" /mnt/node_modules',
    'mount -o remount,bind,ro /mnt',
    'mount -o remount,bind,ro /mnt/node_modules',
    'mount -t tmpfs tmpfs /tmp',
    ...(isRootReadOnly ? ['mount -o remount,bind,ro /'] : []),
    'cd /mnt',
    'shift 2',
    'exec setpriv --reuid=10001 --regid=10001 --clear-groups --no-new-privs "$@"',
  ].join('\n')
  const child = spawn(
    'unshare',
    ['--mount', 'sh', '-c', script, 'sh', tree, join(root, 'node_modules'), ...command],
    {
      env: {
        PATH: process.env.PATH ?? '',
        PORT: String(port),
        HOME: '/nonexistent',
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: '/tmp/node-compile',
        BESTOW_STAGE: 'production',
        BESTOW_ORIGIN: 'https://gifts.example.com',
        BESTOW_HOST: '127.0.0.1',
        BESTOW_DATABASE_URL: url,
        BESTOW_SECRET_KEY: key,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  after(() => child.kill('SIGKILL'))
  return { child, origin: `http://127.0.0.1:${port}`, output: captureOutput(child) }
}

function captureOutput(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  return () => output
}

async function waitUntilReady({ child, origin, output }: Awaited<ReturnType<typeof start>>) {
  const isReadyOrEnded = async () =>
    child.exitCode !== null || (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok === true
  await eventually(isReadyOrEnded, { timeoutMs: startTimeoutMs, intervalMs: 100, message: output })
  assert.equal(child.exitCode, null, output())
}

/** Asserts that the service serves the setup page, its script, the docs, the packages and a demo image. */
async function assertServes(origin: string) {
  const page = await (await fetch(`${origin}/setup`)).text()
  assert.match(page, /<div id="app">/)
  const [script = ''] = /\/assets\/index-[\w-]+\.js/.exec(page) ?? []
  const packages = ['/docs/sdk.tgz', '/docs/cli.tgz', '/docs/python.tar.gz']
  const demoLogo = '/images/larkfield-logo.svg'
  for (const path of [script, '/docs', '/docs/quick-start', ...packages, demoLogo])
    assert.equal((await fetch(`${origin}${path}`)).status, 200, path)
}

const skip = (t: TestContext) => t.skip('this user cannot create mount namespaces')
const imageCommand = ['./node_modules/.bin/node', '--max-semi-space-size=32', bundle, 'serve']
const launcherCommand = ['node', 'scripts/run.js', 'src/app/main.ts', 'serve']

describe('the files of the image, read-only, as uid 10001,', () => {
  it('serve the web app and the docs', async (t) => {
    if (!canMount) return skip(t)
    const service = await start(createImageTree(), false, imageCommand)
    await waitUntilReady(service)
    await assertServes(service.origin)
    assert.doesNotMatch(service.output(), /web app is missing/)
  })

  it('log a warning if the web app is unreadable', async (t) => {
    if (!canMount) return skip(t)
    const tree = createImageTree()
    chmodSync(join(tree, 'packages/web/dist'), 0o700)
    const service = await start(tree, false, imageCommand)
    await waitUntilReady(service)
    assert.match(service.output(), /web app is missing or cannot be read/)
  })
})

describe('a checkout on a read-only file system, as in the systemd unit,', () => {
  it('starts with the launcher as a user without write access', async (t) => {
    if (!canMount) return skip(t)
    const service = await start(root, true, launcherCommand)
    await waitUntilReady(service)
    await assertServes(service.origin)
    assert.doesNotMatch(service.output(), /Building the web app/)
  })

  it('starts with an outdated web app, and logs a warning', async (t) => {
    if (!canMount) return skip(t)
    const tree = createImageTree()
    cpSync(join(root, 'packages/web/src/main.tsx'), join(tree, 'packages/web/src/newer.tsx'))
    assert.ok(existsSync(join(tree, 'package-lock.json')))
    const service = await start(tree, true, launcherCommand)
    await waitUntilReady(service)
    await assertServes(service.origin)
    assert.match(service.output(), /is older than its sources, and this user cannot write/)
  })
})
