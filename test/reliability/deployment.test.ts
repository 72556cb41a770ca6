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
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#scripts/demo/processes'
import { root } from '#scripts/steps'
import { createEmptyDatabase } from '#test/throwaway-database'
import { ensureWebApp } from '#test/web-app-page'

/*
 * What deploy/ promises, without a container engine: the files as the image holds them and as the systemd unit
 * sees them, read-only, for a user who did not build them. Needs to make mount namespaces, as root does.
 */

const startTimeoutMs = 60_000 // milliseconds until a process is ready
const key = `own:${Buffer.alloc(32, 9).toString('base64')}`
const canMount = spawnSync('unshare', ['--mount', 'setpriv', '--reuid=10001', 'true']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'bestow-deployment-'))
after(() => rmSync(folder, { recursive: true, force: true }))

before(() => ensureWebApp())

/** The tree that the last stage of the Dockerfile makes: all but what .dockerignore names, and the web app. */
function imageTree(): string {
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
  cpSync(join(root, 'packages/web/dist'), join(tree, 'packages/web/dist'), { recursive: true })
  mkdirSync(join(tree, 'node_modules'))
  return tree
}

/** Runs a command in the tree, mounted read-only, as a user of no privileges. */
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
  return { child, origin: `http://127.0.0.1:${port}`, output: listen(child) }
}

function listen(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  return () => output
}

async function ready({ child, origin, output }: Awaited<ReturnType<typeof start>>) {
  for (const until = Date.now() + startTimeoutMs; Date.now() < until; await sleep(100)) {
    if (child.exitCode !== null) break
    if ((await fetch(`${origin}/readyz`).catch(() => undefined))?.ok === true) return
  }
  assert.fail(`not ready: ${output()}`)
}

/** Fetches the setup page and its script, the guides, the packages for integrators, and a demo picture. */
async function assertServes(origin: string) {
  const page = await (await fetch(`${origin}/setup`)).text()
  assert.match(page, /<div id="app">/)
  const [script = ''] = /\/assets\/index-[\w-]+\.js/.exec(page) ?? []
  const packages = ['/docs/sdk.tgz', '/docs/cli.tgz']
  const demoLogo = '/images/larkfield-logo.svg'
  for (const path of [script, '/docs', '/docs/quick-start', ...packages, demoLogo])
    assert.equal((await fetch(`${origin}${path}`)).status, 200, path)
}

const skip = (t: TestContext) => t.skip('this user may not make mount namespaces')
const image = ['./node_modules/.bin/node', '--max-semi-space-size=32', 'src/app/main.ts', 'serve']
const launcher = ['node', 'scripts/run.js', 'src/app/main.ts', 'serve']

describe('the files of the image, read-only, as uid 10001', () => {
  it('serve the web app and the guides', async (t) => {
    if (!canMount) return skip(t)
    const service = await start(imageTree(), false, image)
    await ready(service)
    await assertServes(service.origin)
    assert.doesNotMatch(service.output(), /web app is missing/)
  })

  it('log a web app that this user cannot read', async (t) => {
    if (!canMount) return skip(t)
    const tree = imageTree()
    chmodSync(join(tree, 'packages/web/dist'), 0o700)
    const service = await start(tree, false, image)
    await ready(service)
    assert.match(service.output(), /web app is missing or cannot be read/)
  })
})

describe('a checkout in a read-only file system, as the systemd unit has it', () => {
  it('starts with the launcher, for a user who did not build it', async (t) => {
    if (!canMount) return skip(t)
    const service = await start(root, true, launcher)
    await ready(service)
    await assertServes(service.origin)
    assert.doesNotMatch(service.output(), /Building the web app/)
  })

  it('starts with the web app of an older commit, and says so', async (t) => {
    if (!canMount) return skip(t)
    const tree = imageTree()
    cpSync(join(root, 'packages/web/src/main.tsx'), join(tree, 'packages/web/src/newer.tsx'))
    assert.ok(existsSync(join(tree, 'package-lock.json')))
    const service = await start(tree, true, launcher)
    await ready(service)
    await assertServes(service.origin)
    assert.match(service.output(), /is older than its sources, and this user cannot write/)
  })
})
