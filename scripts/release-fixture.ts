import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { ensureDemoAccount } from '#app/demo-account'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { createBackup, restoreBackup } from '#platform/backup/index'
import { readConfig } from '#platform/config/config'
import { inTransaction } from '#platform/postgres/database'
import {
  type OpenRelease,
  openRelease,
  type ReleaseFacts,
  readAllAnswers,
  readAnswer,
  readRelease,
  releaseKey,
  releasesFolder,
  withoutEmailWords,
  writeAnswers,
} from '#test/release-fixture'
import { createEmptyDatabase, createMigratedDatabase } from '#test/throwaway-database'

/*
 * The fixture of a release, which the tests of all later versions upgrade:
 *
 *   node scripts/run.js scripts/release-fixture.ts 0.1.0                write it, when the version is released
 *   node scripts/run.js scripts/release-fixture.ts 0.1.0 --new-members  record members that answers have gained since
 */

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'new-members': { type: 'boolean', default: false } },
})
const [version] = positionals
if (version === undefined) throw new Error('Name the version, such as 0.1.0.')
const folder = join(releasesFolder, version)
if (values['new-members']) await recordNewMembers(version)
else await writeFixture(version)

async function writeFixture(release: string): Promise<void> {
  const { url, drop } = await createMigratedDatabase()
  const now = await openRelease(url, () => new Date())
  const token = await createData(now, url)
  await now.close()

  // A minute later, because exports leave out the newest gifts.
  const read_at = new Date(Date.now() + 60_000).toISOString()
  const later = await openRelease(url, () => new Date(read_at))
  const answers = await readAllAnswers(later.createClient(token))
  await later.close()

  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const facts: ReleaseFacts = { read_at, token }
  writeFileSync(join(folder, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`)
  writeAnswers(release, answers)
  await createBackup(url, join(folder, 'backup'))
  await drop()
  console.log(`Wrote ${folder}: ${Object.keys(answers).length} answers.`)
}

/** Creates the demo account with a gift in each state. Returns its token. */
async function createData({ db, createClient }: OpenRelease, url: string): Promise<string> {
  const credentials = await ensureDemoAccount(
    db,
    readConfig({
      BESTOW_DATABASE_URL: url,
      BESTOW_SECRET_KEY: releaseKey,
      BESTOW_STAGE: 'staging',
      BESTOW_SEED: 'demo',
    }),
  )
  if (credentials === undefined) throw new Error('The database is not empty.')
  const { account_id, campaign_id, token } = credentials
  const client = createClient(token)
  const create = async (members: object = {}): Promise<string> => {
    const recipient = { first_name: 'Zoë', last_name: 'O’Neill', email: 'zoe@example.com' }
    const body = { campaign_id, recipient, metadata: { order: '4711' }, ...members }
    const { status, json, text } = await client.post('/gift_requests', body)
    if (status !== 201) throw new Error(text)
    return json.id
  }
  const first = await create()
  await create({ send_at: new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString() })
  const reachable = await inTransaction(db, account_id, async (ctx) => {
    const gift = await gifting.find(ctx, first)
    return gift === undefined ? [] : gifting.reachableStates(gift)
  })
  for (const state of reachable) {
    const id = await create()
    await inTransaction(db, account_id, (ctx) => fulfilment.simulateTo(ctx, id, state))
  }
  const states = await inTransaction(db, account_id, (ctx) =>
    ctx.queryValues<string>('select distinct state from gifting.gift_request'),
  )
  const missing = Object.keys(gifting.states).filter((state) => !states.includes(state))
  if (missing.length > 0) throw new Error(`No gift is ${missing.join(' or ')}.`)
  return token
}

/** Records the answers of this version, if they differ from the recorded ones in new members only. */
async function recordNewMembers(release: string): Promise<void> {
  const { read_at, token, answers } = readRelease(release)
  const { url, drop } = await createEmptyDatabase()
  await restoreBackup(url, join(folder, 'backup'))
  const opened = await openRelease(url, () => new Date(read_at))
  const client = opened.createClient(token)
  const current: Record<string, string> = {}
  for (const [request, recorded] of Object.entries(answers)) {
    const answer = await readAnswer(client, request)
    const [value, earlier] = [answer, recorded].map((each) => parse(withoutEmailWords(each)))
    if (answer !== recorded && !isExtended(value, earlier))
      throw new Error(`${request} lost or changed a member:\n${recorded}\n${answer}`)
    current[request] = answer
  }
  await opened.close()
  await drop()
  writeAnswers(release, current)
  console.log(`Recorded ${Object.keys(current).length} answers.`)
}

/** Parses `200 {…}`. */
function parse(answer: string): unknown {
  const body = answer.slice('200 '.length)
  return [answer.slice(0, 3), body.startsWith('{') ? JSON.parse(body) : body]
}

/** Returns whether a value equals the recorded one, except for more members in its objects. */
function isExtended(value: unknown, recorded: unknown): boolean {
  if (!isObject(value) || !isObject(recorded)) return isDeepStrictEqual(value, recorded)
  if (Array.isArray(value) && value.length !== (recorded as unknown as unknown[]).length)
    return false
  return Object.entries(recorded).every(([name, each]) => isExtended(value[name], each))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
