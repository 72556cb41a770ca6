import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { freePort } from '#scripts/demo/processes'
import { root } from '#scripts/steps'
import { eventually } from '#test/eventually'

/* The archive of a release runs where there is no Node.js, no npm and no registry, and where nothing can be written. */

const isCheckout = existsSync(join(root, '.git'))
const isRoot = process.getuid?.() === 0
const otherUser = 65_534

const work = mkdtempSync(join(tmpdir(), 'bestow-archive-'))
const data = join(work, 'data')
after(() => rmSync(work, { recursive: true, force: true }))

/** Runs the command of the archive, as a user who owns no file of it where the tests can change the user. */
function start(folder: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  return spawn(join(folder, 'bestow'), args, {
    ...(isRoot ? { uid: otherUser, gid: otherUser } : {}),
    cwd: data,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: '/usr/bin:/bin', BESTOW_DATA_DIR: data, ...env },
  })
}

async function readOutput(child: ReturnType<typeof start>): Promise<string> {
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk
  })
  await once(child, 'close')
  assert.equal(child.exitCode, 0, output)
  return output
}

describe('an archive', { skip: !isCheckout && 'this is not a git checkout' }, () => {
  let folder = ''
  before(() => {
    execFileSync(process.execPath, ['scripts/archive.ts', '--to', work], { cwd: root })
    const [archive = ''] = readdirSync(work).filter((name) => name.endsWith('.tar.gz'))
    execFileSync('tar', ['--extract', '--file', archive], { cwd: work })
    folder = join(work, archive.replace('.tar.gz', ''))
    execFileSync('chmod', ['-R', 'a-w', folder])
    chmodSync(work, 0o755)
    mkdirSync(data)
    chmodSync(data, 0o777)
  })
  after(() => execFileSync('chmod', ['-R', 'u+w', work]))

  it('starts with its own database, and serves the web app, the docs and the packages', async () => {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const env = { PORT: String(port), BESTOW_HOST: '127.0.0.1', BESTOW_ORIGIN: origin }
    const service = start(folder, ['serve'], env)
    service.stdout.resume()
    try {
      const isReady = async () =>
        (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok === true
      await eventually(isReady, { timeoutMs: 150_000, intervalMs: 100, message: 'ready' })
      for (const path of ['/', '/docs/quick-start', '/docs/sdk.tgz', '/images/mug-sage.large.svg'])
        assert.equal((await fetch(`${origin}${path}`)).status, 200, path)
      assert.match(await readOutput(start(folder, ['doctor'], env)), /✔ database +PostgreSQL 18/)
      const receiver = start(folder, ['receiver', '--port', '0'], env)
      const [line] = await once(receiver.stdout, 'data')
      assert.match(String(line), /"listening"/)
      receiver.kill()
    } finally {
      service.kill('SIGTERM')
      if (service.exitCode === null) await once(service, 'exit')
    }
    assert.equal(service.exitCode, 0)
  })

  it('says that it has no development tools', () => {
    const launcher = ['scripts/run.js', 'scripts/check.ts']
    assert.throws(
      () => execFileSync(process.execPath, launcher, { cwd: folder, stdio: 'pipe' }),
      /comes from an archive: start the service with \.\/bestow serve/,
    )
  })

  it('contains no test, no secret and no file of git', () => {
    for (const path of ['.git', '.github', 'test', 'data', '.env', 'node_modules/typescript'])
      assert.ok(!existsSync(join(folder, path)), path)
    for (const path of ['LICENSE', 'CHANGELOG.md', 'sbom.cdx.json', 'deploy/compose.yaml'])
      assert.ok(existsSync(join(folder, path)), path)
  })
})
