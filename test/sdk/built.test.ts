import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { buildSdk } from '#scripts/sdk/build'
import { bin, root } from '#scripts/steps'
import { giftBody } from '#test/api-harness'
import { createSdkTestApp } from '#test/sdk-harness'

/*
 * The tests of the library as it is published: built, installed in another folder, and used from that folder.
 */

const run = promisify(execFile)
const testApp = await createSdkTestApp()
const folder = mkdtempSync(join(tmpdir(), 'bestow sdk built '))
after(() => rmSync(folder, { recursive: true }))
const installed = join(folder, 'node_modules/@bestow/sdk')
buildSdk(installed)
writeFileSync(join(folder, 'package.json'), '{ "dependencies": { "@bestow/sdk": "*" } }')

/**
 * The program of the test: creates a gift, finds it in a list, and receives a delivery. Stores the observed
 * results in `observed`.
 */
const program = `
  const bestow = new Bestow({ baseUrl, token, maxRetries: 1 })
  const gift = await bestow.giftRequests.create(body)
  const found = []
  for await (const each of bestow.giftRequests.list({ limit: 1, recipient_email: body.recipient.email }))
    found.push(each.id)
  const missing = await bestow.giftRequests.get('x').catch((error) => error)
  const { body: text, headers } = await signedDelivery({ secret: 'svc-whsec-x' })
  const event = await webhooks.unwrap(text, headers, { secrets: 'svc-whsec-x' })
  const receive = webhooks.fetchHandler({ secrets: 'svc-whsec-y', onEvent() {}, onError() {} })
  const response = await receive(new Request('http://localhost/', { method: 'POST', headers, body: text }))
  const observed = [found.length === 1 && found[0] === gift.id, missing.name, event.type, response.status]`
const expectedOutput = [true, 'NotFoundError', 'gift_request_created', 403]
const testInput = () => ({
  baseUrl: testApp.baseUrl,
  token: testApp.token,
  body: giftBody(testApp),
})

/** Finds the supported runtimes that are installed on this machine, and the command of each. */
async function runtimes(): Promise<[name: string, ...command: string[]][]> {
  const on = (name: string) =>
    (process.env.PATH ?? '')
      .split(delimiter)
      .map((each) => join(each, name))
      .filter(existsSync)
  const nodes = new Map<string, string>([[process.version, process.execPath]])
  for (const path of on('node')) {
    const { stdout } = await run(path, ['--version'])
    const version = stdout.trim()
    if (Number(version.slice(1).split('.')[0]) >= 20 && !nodes.has(version))
      nodes.set(version, path)
  }
  return [
    ...[...nodes].map(([version, path]) => [`Node ${version}`, path] as [string, string]),
    ...on('bun').map((path) => ['Bun', path] as [string, string]),
    ...on('deno').map(
      (path) =>
        ['Deno', path, 'run', '--allow-net', '--node-modules-dir=manual'] as [string, ...string[]],
    ),
  ]
}

describe('the built library', async () => {
  for (const [name, path = '', ...options] of await runtimes()) {
    it(`works on ${name}`, async () => {
      const file = join(folder, `${name}.mjs`)
      writeFileSync(
        file,
        `import { Bestow, webhooks } from '@bestow/sdk'
        import { signedDelivery } from '@bestow/sdk/testing'
        import { unwrap } from '@bestow/sdk/webhooks'
        if (unwrap !== webhooks.unwrap) throw new Error('the package has two copies')
        const { baseUrl, token, body } = ${JSON.stringify(testInput())}
        ${program}
        console.log(JSON.stringify(observed))`,
      )
      const { stdout, stderr } = await run(path, [...options, file], { env: {} })
      assert.deepEqual(JSON.parse(stdout), expectedOutput)
      assert.equal(stderr, '')
    })
  }

  it('works with web APIs only', async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `import { Bestow, webhooks } from '@bestow/sdk'
          import { signedDelivery } from '@bestow/sdk/testing'
          globalThis.main = async ({ baseUrl, token, body }) => { ${program}; return JSON.stringify(observed) }`,
        resolveDir: folder,
      },
      bundle: true,
      write: false,
      format: 'iife',
      platform: 'neutral',
    })
    // biome-ignore format: a list of names
    const edge = {
      AbortController, AbortSignal, Headers, ReadableStream, Request, Response, TextDecoder, TextEncoder,
      URL, URLSearchParams, atob, btoa, clearTimeout, crypto, fetch, performance, setTimeout,
    }
    const context = createContext({ ...edge })
    runInContext(outputFiles[0]?.text ?? '', context)
    const observed = await runInContext(`main(${JSON.stringify(testInput())})`, context)
    assert.deepEqual(JSON.parse(observed), expectedOutput)
  })

  // biome-ignore format: columns
  const settings: [name: string, options: string[]][] = [
    ['of Node',           ['--module', 'nodenext', '--lib', 'es2022',     '--types', 'node']],
    ['of a browser',      ['--module', 'esnext',   '--lib', 'es2022,dom', '--types', '', '--moduleResolution', 'bundler']],
    ['that are lenient',  ['--module', 'nodenext', '--lib', 'es2022',     '--types', 'node', '--strict', 'false']],
  ]
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true })
  symlinkSync(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'))
  symlinkSync(join(root, 'node_modules/undici-types'), join(folder, 'node_modules/undici-types'))
  writeFileSync(
    join(folder, 'consumer.mts'),
    `import { Bestow, type GiftRequest, webhooks } from '@bestow/sdk'
    import { signedDelivery } from '@bestow/sdk/testing'
    const bestow = new Bestow({ baseUrl: 'http://localhost:3000/api', token: 'x' })
    export const gifts: Promise<GiftRequest[]> = bestow.giftRequests.list().toArray({ limit: 3 })
    export const handle = webhooks.fetchHandler({
      secrets: ['x'],
      seen: new Set<string>(),
      onEvent: ({ type, data }) => type === 'gift_request_delivered' && data.line_items?.length,
    })
    const older = new Bestow({ baseUrl: 'http://localhost:3000/api', token: 'x', apiVersion: '2025-10' })
    export const state: Promise<string> = older.giftRequests.get('x').then((it) => it.data.attributes.state)
    // @ts-expect-error a gift needs a recipient
    bestow.giftRequests.create({ campaign_id: 'x' })
    // @ts-expect-error the other version has another shape
    older.giftRequests.get('x').then((it) => it.status)
    export { signedDelivery }`,
  )
  const samples = readFileSync(join(root, 'packages/sdk/README.md'), 'utf8').matchAll(
    /```ts\n(.*?)```/gs,
  )
  const files = [...samples].map(([, code = ''], index) => {
    writeFileSync(join(folder, `sample-${index}.mts`), code)
    return `sample-${index}.mts`
  })

  it('has a README with samples that compile', async () => {
    assert.ok(files.length >= 7)
    const options = ['--strict', '--module', 'nodenext', '--lib', 'es2022', '--types', 'node']
    const args = ['--noEmit', '--target', 'es2022', ...options, ...files]
    await run(bin('tsc'), args, { cwd: folder }).catch(({ stdout }) => assert.fail(stdout))
  })

  for (const [name, options] of settings) {
    it(`has types for the settings ${name}`, async () => {
      const strict = options.includes('--strict')
        ? []
        : ['--strict', '--exactOptionalPropertyTypes']
      const args = ['--noEmit', '--target', 'es2022', ...strict, ...options, 'consumer.mts']
      await run(bin('tsc'), args, { cwd: folder }).catch(({ stdout }) => assert.fail(stdout))
    })
  }
})
