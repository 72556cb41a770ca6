import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import { freePort } from '#scripts/demo/processes'
import { root } from '#scripts/steps'
import { eventually } from '#test/eventually'
import { ensureServiceBundle } from '#test/service-bundle'
import { createEmptyDatabase } from '#test/throwaway-database'

/* The bundle of the service finds the files of the installation and its threads, which the sources find by their paths. */

const bundle = ensureServiceBundle()

/** Starts the bundle with a demo account. Returns its origin. */
async function startDemo(): Promise<string> {
  const { url, drop } = await createEmptyDatabase()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [bundle, 'serve'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      BESTOW_HOST: '127.0.0.1',
      BESTOW_ORIGIN: origin,
      BESTOW_DATABASE_URL: url,
      BESTOW_SECRET_KEY: `own:${Buffer.alloc(32, 9).toString('base64')}`,
      BESTOW_STAGE: 'staging',
      BESTOW_SEED: 'demo',
    },
  })
  after(async () => {
    child.kill('SIGKILL')
    await drop()
  })
  const isReady = async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok === true
  await eventually(isReady, { timeoutMs: 150_000, intervalMs: 50, message: 'ready' })
  return origin
}

it('serves the documentation, the web app and pictures', async () => {
  const origin = await startDemo()
  const paths = [
    '/',
    '/docs',
    '/docs/quick-start',
    '/docs/decisions/0014-group-commit-implicit-transactions',
    '/docs/reference',
    '/docs/search.js',
    '/docs/openapi/2026-05.json',
    '/images/mug-sage.large.svg',
  ]
  for (const path of paths) assert.equal((await fetch(`${origin}${path}`)).status, 200, path)
})

/** Starts a thread of the bundle, and sends it one request. */
async function ask(name: string, input: unknown): Promise<unknown> {
  const worker = new Worker(join(root, `dist/service/${name}.js`))
  const reply = new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  worker.postMessage({ id: 1, input })
  const { output, failedAt } = (await reply) as { output?: unknown; failedAt?: string }
  await worker.terminate()
  assert.equal(failedAt, undefined)
  return output
}

it('reads tables and renders documents in its threads', async () => {
  const { table } = (await ask('table-worker', {
    content: 'name,email\nAda,ada@example.com\n',
    options: { limits: { maxRows: 10, maxColumns: 10, maxBytes: 1000 }, names: ['email'] },
  })) as { table: object }
  assert.match(JSON.stringify(table), /ada@example\.com/)
  const document = {
    kind: 'packing_slip',
    paper: 'a4',
    account_name: 'Larkfield',
    color: '#7c3aed',
    parcels: [],
    photos: {},
  }
  const pdf = (await ask('render-worker', document)) as Uint8Array
  assert.match(Buffer.from(pdf.slice(0, 5)).toString(), /^%PDF-/)
})

it('has no module that finds another file by its own path', () => {
  const paths = globSync('src/**/*.ts', { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts') && !path.endsWith('project-files.ts'),
  )
  const found = paths.filter((path) =>
    /import\.meta\.(?:dirname|filename|url)/.test(
      readFileSync(join(root, path), 'utf8').replaceAll('createRequire(import.meta.url)', ''),
    ),
  )
  assert.deepEqual(found, [], 'use projectPath of src/platform/lib/project-files.ts')
})
