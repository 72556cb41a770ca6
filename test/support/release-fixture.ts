import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import * as apiKeys from '#api-keys'
import { createServer } from '#app/http-server'
import { versionNames, versions } from '#contract'
import { operationsIn } from '#contract/operations'
import { api } from '#http/api'
import { createCipher, parseKeyring } from '#platform/crypto/encryption'
import type { Deployment } from '#platform/deployment'
import { createLruCache } from '#platform/lib/lru-cache'
import { createLog } from '#platform/observability/log'
import { type Database, openDatabase } from '#platform/postgres/database'
import { type ApiClient, createApiClient } from '#test/api-client'

/*
 * The data of each release, in `test/fixtures/releases/VERSION`: a backup of an account that has gifts in all states, and the
 * answers that the API gave. `scripts/release-fixture.ts` writes them when a version is released. test/journeys/upgrades.test.ts
 * restores the backup with every later version.
 */

/** The facts of a release fixture that its backup does not contain. */
export interface ReleaseFacts {
  /** The time at which the answers were read. */
  read_at: string
  token: string
}

/** The backup is encrypted with this key, which protects only fictional data. */
export const releaseKey = 'release:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk='

export interface OpenRelease {
  db: Database
  createClient(token: string): ApiClient
  close(): Promise<void>
}

/** Opens a database with the data of a release, at a fixed time or with a running clock. */
export async function openRelease(url: string, clock: () => Date): Promise<OpenRelease> {
  const deployment: Deployment = {
    origin: 'https://gifts.example.com',
    stage: 'staging',
    region: 'us',
    versions,
    cipher: createCipher(parseKeyring(releaseKey)),
    cache: createLruCache(100),
    notify: () => {},
  }
  const db = openDatabase({ url, clock, deployment, maxConnections: 4, name: 'release' })
  const app = createServer(createLog({ level: 'silent' }))
  const authenticate = apiKeys.createAuthenticator(db, { stage: 'staging', region: 'us' })
  await app.register(api({ db, authenticate, rateLimit: 0, name: 'Bestow API' }), {
    prefix: '/api',
  })
  return {
    db,
    createClient: (token) => createApiClient(app, token),
    async close() {
      await app.close()
      await db.pool.end()
    },
  }
}

/** Status and body by request: `2026-05 /gift_requests?limit=50` → `200 {"data":…}`. */
export type Answers = Readonly<Record<string, string>>

/** Sends a request of the form `2026-05 /gift_requests?limit=50`. */
export async function readAnswer(client: ApiClient, request: string): Promise<string> {
  const [version = '', path = ''] = request.split(' ')
  const { status, text } = await client.get(path, { 'service-api-version': version })
  return `${status} ${text}`
}

/**
 * Removes the words of emails from an answer: the subject and the text of each. They are rendered when they are read, so a
 * later version may say them better.
 */
export const withoutEmailWords = (answer: string): string =>
  answer.replace(emailWords, (_, start: string) => `${start}""`)

const jsonText = String.raw`(?:null|"(?:[^"\\]|\\.)*")`
const emailWords = new RegExp(
  String.raw`("kind":"[a-z_]+"(?:,"[a-z_]+":(?:\d+|${jsonText}))*?,"subject":)${jsonText}(?:,"text":${jsonText})?`,
  'g',
)

/**
 * Sends every request that reads, in all versions: all pages of all lists, and all ids that a list contains in any
 * version.
 */
export async function readAllAnswers(client: ApiClient): Promise<Answers> {
  const answers: Record<string, string> = {}
  const idsByList = new Map<string, Set<string>>()
  async function read(request: string): Promise<string> {
    answers[request] ??= await readAnswer(client, request)
    return answers[request]
  }
  async function readIds(version: string, path: string): Promise<Iterable<string>> {
    const known = idsByList.get(path) ?? new Set()
    idsByList.set(path, known)
    for (let query = '?limit=50'; ; ) {
      const answer = await read(`${version} ${path}${query}`)
      const { data = [], has_more = false } = answer.startsWith('200 {')
        ? JSON.parse(answer.slice('200 '.length))
        : {}
      for (const { id } of data) known.add(id)
      if (!has_more) return known
      query = `?limit=50&after=${data.at(-1).id}`
    }
  }
  /** Replaces the parameters of a path by ids, from left to right. */
  async function expand(version: string, path: string): Promise<string[]> {
    const [list = '', rest] = path.split(/\/\{\w+\}(.*)/s)
    if (rest === undefined) return [path]
    const paths: string[] = []
    for (const id of await readIds(version, list))
      paths.push(...(await expand(version, `${list}/${id}${rest}`)))
    return paths
  }
  for (const version of versionNames.toSorted().reverse())
    for (const { method, path } of operationsIn(version))
      if (method === 'GET')
        for (const each of await expand(version, path)) await read(`${version} ${each}`)
  return answers
}

export const releasesFolder = join(import.meta.dirname, '../fixtures/releases')

/** Reads the answers of a release, and the time and the token with which they were read. */
export function readRelease(version: string): ReleaseFacts & { answers: Answers } {
  const read = (name: string) => readFileSync(join(releasesFolder, version, name))
  return {
    ...JSON.parse(read('facts.json').toString()),
    answers: JSON.parse(gunzipSync(read('answers.json.gz')).toString()),
  }
}

export function writeAnswers(version: string, answers: Answers): void {
  const file = join(releasesFolder, version, 'answers.json.gz')
  writeFileSync(file, gzipSync(JSON.stringify(answers)))
}
