import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import fastify from 'fastify'
import { docs } from '#http/docs'
import { installPackages, packPackages } from '#scripts/quickstart/packages'
import { runQuickstart } from '#scripts/quickstart/run-steps'
import { run } from '#scripts/sdk/build'
import { bin, root } from '#scripts/steps'
import { packageVersion } from '#sdk/generated/package-version'
import { constructEvent } from '#sdk/webhooks'
import { createTestApp } from '#test/api-harness'
import { ensureWebApp } from '#test/web-app-page'
import { startReceiver } from '#test/webhook-receiver'

/*
 * The tests of the published packages on a machine without a checkout: with an empty
 * folder, a token, and no registry.
 */

const folder = mkdtempSync(join(tmpdir(), 'bestow packed '))
after(() => rmSync(folder, { recursive: true, force: true }))
const home = join(folder, 'home')
const testApp = await createTestApp()
const env = {
  PATH: process.env.PATH ?? '',
  HOME: home,
  BESTOW_API_URL: await testApp.listen(),
  BESTOW_API_TOKEN: testApp.token,
}
ensureWebApp() // Builds the web app. This build also packs the packages that a deployment serves.
const program = join(home, 'node_modules', '.bin', 'bestow')
const { dependencies } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'))

/**
 * Runs the installed command with the pinned Node. npm itself would run it by its shebang
 * with the Node that is installed.
 */
const bestow = async (...args: string[]) =>
  (await promisify(execFile)(process.execPath, [program, ...args], { env, cwd: home })).stdout

before(() => installPackages(packPackages(folder, folder), home, join(folder, 'cache')))

describe('the package', () => {
  it('contains only what runs, and no paths of the build machine', () => {
    const installed = join(home, 'node_modules', '@bestow', 'cli')
    const dist = globSync('**/*', { cwd: join(installed, 'dist'), withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(join(installed, 'dist'), join(entry.parentPath, entry.name)))
    assert.deepEqual(
      dist.filter((name) => !name.endsWith('.js')),
      [],
    )
    assert.ok(!dist.some((name) => name.includes('.test.')))
    for (const name of dist) {
      const text = readFileSync(join(installed, 'dist', name), 'utf8')
      assert.ok(!/from '(?:#|\.\.\/\.\.)/.test(text), name)
      assert.ok(!text.includes(root), name)
    }
    assert.ok((statSync(join(installed, 'dist', 'bin.js')).mode & 0o111) !== 0)
  })

  it('passes publint', () => {
    run(
      bin('publint'),
      ['run', '--strict', join(folder, `bestow-cli-${packageVersion}.tgz`)],
      folder,
    )
  })

  it('depends on exactly the versions that are tested', () => {
    for (const name of Object.keys(dependencies)) {
      const path = join('node_modules', name)
      const { version } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
      assert.equal(dependencies[name], version, name)
    }
  })
})

describe('`npm pack` in the folder of a package', () => {
  for (const name of ['sdk', 'cli'])
    it(`packs the built code of the ${name}`, () => {
      const into = join(folder, `by hand ${name}`)
      mkdirSync(into)
      run('npm', ['pack', `--pack-destination=${into}`], join(root, 'packages', name))
      const [tarball = ''] = globSync('*.tgz', { cwd: into })
      const files = run('tar', ['tzf', join(into, tarball)], into).split('\n')
      assert.ok(files.includes(`package/dist/${name === 'sdk' ? 'index' : 'bin'}.js`), files.join())
    })
})

describe('a deployment', () => {
  it('serves the packages for npm install', async () => {
    const server = fastify()
    await server.register(docs({ origin: '', stage: 'staging' }))
    const origin = await server.listen({ host: '127.0.0.1', port: 0 })
    after(() => server.close())
    const app = join(folder, 'from the deployment')
    mkdirSync(app)
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
    const url = `${origin}/docs/sdk.tgz`
    await promisify(execFile)(
      'npm',
      ['install', ...flags, `--cache=${join(folder, 'cache')}`, url],
      {
        cwd: app,
      },
    )
    const script = `import('@bestow/sdk').then(({ Bestow }) => console.log(typeof Bestow))`
    assert.equal(run(process.execPath, ['-e', script], app), 'function\n')
    const cli = await fetch(`${origin}/docs/cli.tgz`)
    assert.deepEqual([cli.status, cli.headers.get('content-type')], [200, 'application/gzip'])
  })
})

describe('the CLI in an empty folder', () => {
  it('connects to the service', async () => {
    assert.equal((await bestow('--version')).trim(), packageVersion)
    assert.equal(JSON.parse(await bestow('whoami', '--json')).stage, 'staging')
    const { checks } = JSON.parse(await bestow('doctor', '--json'))
    assert.ok(checks.every(({ is_ok }: { is_ok: boolean }) => is_ok))
  })

  it('leads through the quick start to verified webhooks', async () => {
    const steps: string[] = []
    const verified = await runQuickstart(
      home,
      { baseUrl: `${env.BESTOW_API_URL}/api`, token: testApp.token },
      (step) => steps.push(step),
    )
    const verifiedEvents = verified.map((line) => line.split(' ').slice(0, 2).join(' '))
    // biome-ignore format: a list of names
    assert.deepEqual(verifiedEvents.sort(), [
      'cancelled', 'created', 'created', 'delivered', 'dispatched', 'redeemed',
    ].map((event) => `verified gift_request_${event}`))
    assert.equal(steps.length, 4)
  })

  it('forwards the events that it triggers, signed', async () => {
    const app = await startReceiver()
    const args = ['listen', '--forward-to', app.url, '--exit-after', '5', '--json']
    const listening = spawn(process.execPath, [program, ...args], { env, cwd: home })
    const ended = new Promise((resolve) => listening.once('exit', resolve))
    after(() => listening.kill())
    const [first] = (await new Promise<string>((resolve) =>
      listening.stdout.once('data', (chunk) => resolve(String(chunk))),
    ).then((text) => text.split('\n'))) as [string]
    const { secret } = JSON.parse(first).listening
    await bestow('trigger', '--all', '--json')
    const received = await app.waitForRequests(5, 30_000)
    for (const { body, headers } of received)
      await constructEvent(body, headers, { secrets: secret })
    assert.equal(await ended, 0, '--exit-after ends the command')
    await app.close()
  })
})
