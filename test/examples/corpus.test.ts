import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { on, once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { freePort } from '#scripts/demo/processes'
import { root } from '#scripts/steps'
import type { Case } from '#test/corpus/delivery-case'
import { installReceivers, startProgram, startServerPerConnection } from '#test/example-receivers'
import { python, withoutPython } from '#test/python'

/*
 * The tests of the example receivers with the corpus of deliveries that the client libraries must pass. The
 * deliveries of the corpus have one time, so the clock of each receiver does not move.
 */

const cases: Case[] = JSON.parse(readFileSync(join(root, 'test/corpus/deliveries.json'), 'utf8'))
const [now = 0] = new Set(cases.map((each) => each.now))
const folder = installReceivers()

/**
 * Returns whether HTTP can transport a case. The body can be any bytes, and a header value
 * has one byte for each character.
 */
const isSendable = ({ body_base64, headers }: Case) =>
  body_base64 !== undefined && Object.values(headers).every((value) => /^[\0-\xff]*$/.test(value))
const sendable = cases.filter(isSendable)

/**
 * Sends a delivery to a receiver. Node does not lower-case the names of headers, so the
 * receiver gets the names of the case.
 */
async function sendCase(url: string, { headers, body_base64 = '' }: Case): Promise<number> {
  const body = Buffer.from(body_base64, 'base64')
  const sent = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': body.length },
    agent: false,
  })
  sent.end(body)
  const [response] = await once(sent, 'response')
  response.resume()
  return response.statusCode
}

const bySecrets = Map.groupBy(sendable, ({ secrets }) => secrets.join())

/** Sends all cases of one configuration to a receiver. Returns the cases with an unexpected status. */
async function findMismatches(
  url: string,
  group: readonly Case[],
  expectedStatus: (each: Case) => number,
): Promise<string[]> {
  const mismatches: string[] = []
  for (const each of group) {
    const [status, expected] = [await sendCase(url, each), expectedStatus(each)]
    if (status !== expected) mismatches.push(`${each.name}: ${status} instead of ${expected}`)
  }
  return mismatches
}

/**
 * Returns the status that the examples with the library send. These examples accept only the newest version,
 * and only deliveries of the last five minutes.
 */
function statusOfLibrary({ expected, tolerance, headers }: Case): number {
  if (headers['service-webhook-api-version'] === '2025-10') return 500
  if (tolerance !== undefined) return 403
  return 'status' in expected && 'reason' in expected ? expected.status : 200
}

const standingClock = join(folder, 'standing-clock.mjs')
writeFileSync(
  standingClock,
  `import { parentPort, workerData } from 'node:worker_threads'
  Date.now = () => workerData.now * 1000
  console.log = (line) => parentPort.postMessage(line)
  parentPort.on('message', (variables) => {
    Object.assign(process.env, variables)
    import(workerData.file + '?port=' + variables.PORT)
  })`,
)

/** Creates a thread that runs an example once for each configuration. */
function createThread(file: string) {
  const worker = new Worker(pathToFileURL(standingClock), {
    env: { ...process.env },
    workerData: { now, file: pathToFileURL(join(folder, file)).href },
    stderr: true,
  })
  return {
    stop: () => worker.terminate(),
    async start(secrets: string): Promise<string> {
      const port = await freePort()
      worker.postMessage({ BESTOW_WEBHOOK_SECRET: secrets, PORT: String(port) })
      for await (const [line] of on(worker, 'message')) if (line === 'listening') break
      return `http://127.0.0.1:${port}/webhooks`
    },
  }
}

for (const [name, file] of Object.entries({
  'node.ts': 'node.ts',
  'express.ts': 'express.ts',
  'fastify.ts': 'fastify.ts',
  'fetch.ts': 'host.ts',
}))
  describe(`examples/receivers/${name}`, () => {
    it('passes the deliveries of the corpus', async () => {
      const thread = createThread(file)
      const mismatches: string[] = []
      for (const [secrets, group] of bySecrets) {
        const url = await thread.start(secrets)
        mismatches.push(...(await findMismatches(url, group, statusOfLibrary)))
      }
      await thread.stop()
      assert.deepEqual(mismatches, [])
    })
  })

/**
 * The cases for the receivers without the library. These receivers verify the signature and the time. They
 * know only the headers and secrets of Bestow, and neither parse the body nor compare versions.
 */
const plainCases = [...bySecrets].filter(([secrets]) => /^(svc-whsec-\w+,?)+$/.test(secrets))

/**
 * The cases that only the receivers without the library reject, because these
 * examples are strict about the headers.
 */
const rejectedByPlain: Readonly<Record<string, readonly string[]>> = {
  'receiver.py': ['signature in upper case'],
  'receiver.sh': ['signature in upper case', 'no headers for type and version'],
}

const statusOfPlain = (name: string) => (each: Case) => {
  const { expected, tolerance, headers } = each
  const isStandardOnly = headers['webhook-signature'] !== undefined
  const isRejected = 'reason' in expected && expected.status === 403
  const isAboutBody = 'reason' in expected && expected.reason === 'contradiction'
  if (isStandardOnly || tolerance !== undefined) return 403
  if (rejectedByPlain[name]?.includes(each.name) === true) return 403
  return isRejected && !isAboutBody ? 403 : 200
}

async function checkPlain(
  name: string,
  start: (secrets: string) => Promise<{ url: string }>,
): Promise<void> {
  assert.ok(plainCases.length >= 3)
  const mismatches: string[] = []
  for (const [secrets, group] of plainCases) {
    const { url } = await start(secrets)
    mismatches.push(...(await findMismatches(url, group, statusOfPlain(name))))
  }
  assert.deepEqual(mismatches, [])
}

const clocks = join(folder, 'clocks')
mkdirSync(clocks)
writeFileSync(join(clocks, 'sitecustomize.py'), `import time\ntime.time = lambda: ${now}\n`)
writeFileSync(join(clocks, 'date'), `#!/bin/sh\necho ${now}\n`)
chmodSync(join(clocks, 'date'), 0o755)

describe('examples/receivers/receiver.py', { skip: withoutPython }, () => {
  it('passes the deliveries of the corpus', () =>
    checkPlain('receiver.py', (secrets) =>
      startProgram(folder, python ?? '', [join(folder, 'receiver.py')], {
        BESTOW_WEBHOOK_SECRET: secrets,
        PYTHONPATH: clocks,
      }),
    ))
})

const withoutOpenssl =
  spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is not installed'

describe('examples/receivers/receiver.sh', { skip: withoutOpenssl }, () => {
  it('passes the deliveries of the corpus', () =>
    checkPlain('receiver.sh', (secrets) =>
      startServerPerConnection(folder, join(folder, 'receiver.sh'), {
        BESTOW_WEBHOOK_SECRET: secrets,
        PATH: `${clocks}:${process.env.PATH}`,
      }),
    ))
})

it('only values that HTTP cannot transport are left out', () => {
  const names = cases.filter((each) => !isSendable(each)).map(({ name }) => name)
  assert.deepEqual(
    names.filter((name) => !name.startsWith('a parsed body')),
    ["signed timestamp '٢٣'"],
  )
})
