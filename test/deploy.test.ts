import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'yaml'
import { createMetrics } from '#app/metrics'
import { startWorker } from '#app/worker'
import { readConfig } from '#platform/config/config'
import { settings } from '#platform/config/setting-definitions'
import { createLog } from '#platform/observability/log'
import { createNotifier } from '#platform/postgres/notifier'
import { createTestApp } from '#test/api-harness'
import { memoryOptions } from '../scripts/launcher/run.js'

/*
 * There is no container engine and no cluster where these tests run. So what lies in deploy/ is read
 * and held against the rest of the project: names that one side has and the other lacks are what goes
 * wrong in such files.
 */

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8')
const charts = globSync('helm/bestow/templates/*', { cwd: join(root, 'deploy') })

describe('what lies in deploy/', () => {
  it('sets settings that there are', () => {
    const files = ['Dockerfile', 'compose.yaml', 'systemd/bestow.service', ...charts]
    const known = new Set<string>(Object.keys(settings))
    for (const file of files) {
      const named = read(file).match(/\bBESTOW_[A-Z_]+/g) ?? []
      for (const name of named) assert.ok(known.has(name), `${file} sets ${name}`)
    }
  })

  it('has an image that gives Node the options that the launcher gives', () => {
    const [, entry = '[]'] = /^ENTRYPOINT (.+)$/m.exec(read('Dockerfile')) ?? []
    assert.deepEqual(JSON.parse(entry), [
      'tini',
      '--',
      './node',
      ...memoryOptions,
      'src/app/main.ts',
    ])
  })

  it('has a compose file whose services lean on each other rightly', () => {
    const { services } = parse(read('compose.yaml'), { merge: true })
    for (const { depends_on = {} } of Object.values<Service>(services))
      for (const needed of Object.keys(depends_on)) assert.ok(needed in services, needed)
    assert.deepEqual(services.front.command, ['serve', '--roles', 'api,web'])
    assert.equal(services.worker.environment.BESTOW_SMTP_URL, 'smtp://mail:1025')
  })

  it('has a chart that names only values there are, and closes what it opens', () => {
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
        assert.ok(read('helm/bestow/templates/_helpers.tpl').includes(`define "${name}"`), name)
    }
  })

  it('watches figures that the service gives', async () => {
    const testApp = await createTestApp()
    const log = createLog({ level: 'silent' })
    const notifier = createNotifier({ url: testApp.url, onError: () => {} })
    const worker = startWorker(testApp.db, notifier, readConfig({}), log)
    const registry = createMetrics(testApp.app, testApp.db, worker)
    testApp.closeCallbacks.push(async () => {
      await worker.stop()
      await notifier.stop()
    })
    await testApp.api.get('/gift_requests')
    const isClaimed = () => worker.engine.state().claims > 1
    for (let attempt = 0; attempt < 500 && !isClaimed(); attempt++) await sleep(10)
    const text = await registry.metrics()
    const exposedNames = new Set([...text.matchAll(/^(\w+)/gm)].map(([name]) => name))
    const queriedText = `${read('prometheus/rules.yaml')}${read('grafana/bestow.json')}`
    const named = new Set(queriedText.match(/\b(?:bestow_|nodejs_|process_)\w+/g))
    assert.deepEqual(
      [...named].filter((name) => !exposedNames.has(name)),
      [],
    )
    assert.match(text, /^bestow_queue_deliveries\{state="ready"\} 0$/m)
    assert.match(text, /^bestow_delivery_claim_duration_seconds_count\{lane="fresh"\} [1-9]/m)
    assert.match(text, /^bestow_endpoints_unsigned 0$/m)
    assert.match(text, /^bestow_webhook_endpoints_failing 0$/m)
    assert.match(text, /route="\/api\/gift_requests",status="2xx"\} 1$/m)
    assert.doesNotMatch(text, /svc-v1-/)
  })

  it('has alert rules that say what to do', () => {
    const { groups } = parse(read('prometheus/rules.yaml'))
    for (const rule of groups[0].rules) {
      assert.ok(rule.annotations.summary && rule.annotations.remedy, rule.alert)
      assert.match(rule.for, /^\d+m$/)
    }
  })

  it('has a unit that systemd understands', (t) => {
    const unit = join(root, 'deploy/systemd/bestow.service')
    const { error, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], {
      encoding: 'utf8',
    })
    if (error !== undefined) return t.diagnostic('there is no systemd-analyze here')
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

describe('what is installed with it', () => {
  /** Licences that ask for nothing but their text. One of several that are offered is enough. */
  const free =
    /\b(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Unlicense)\b/
  interface Package {
    dev?: boolean
    license?: string
    integrity?: string
    /** It lies in a package that has a digest. */
    inBundle?: boolean
    link?: boolean
  }
  const lock: { packages: Record<string, Package> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  const packages = Object.entries(lock.packages).filter(([path]) =>
    path.startsWith('node_modules/'),
  )

  it('asks nothing of whoever passes it on', () => {
    // MPL 2.0, and only run by the build of the web app: neither the image nor the web app holds it
    const tools = /^node_modules\/lightningcss/
    for (const [path, { dev, license = '', link }] of packages) {
      if (dev === true || link === true || tools.test(path)) continue
      const isFree = license.includes(' AND ')
        ? license.split(' AND ').every((each) => free.test(each))
        : free.test(license)
      assert.ok(isFree, `${path}: ${license || 'no licence'}`)
    }
  })

  it('is not loaded for traces that nobody collects', () => {
    const source = join(root, 'src')
    const loads = (words: RegExp) =>
      globSync('**/*.ts', { cwd: source }).filter((path) =>
        words.test(readFileSync(join(source, path), 'utf8')),
      )
    assert.deepEqual(loads(/from '@opentelemetry\//), ['platform/observability/tracing-otlp.ts'])
    assert.deepEqual(loads(/from '[^']*tracing-otlp/), [])
    assert.deepEqual(loads(/import\('[^']*tracing-otlp/), [
      'platform/observability/open-tracing.ts',
    ])
  })

  it('is what it was when the lock file was written', () => {
    for (const [path, { integrity = '', dev, inBundle, link }] of packages)
      if (dev !== true && inBundle !== true && link !== true)
        assert.match(integrity, /^sha512-/, path)
  })
})
