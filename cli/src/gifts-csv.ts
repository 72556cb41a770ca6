import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Context } from './context.ts'
import { readRows } from './csv-rows.ts'
import { Refused } from './failure.ts'
import { readJsonFile, stateFolder, writePrivately } from './folders.ts'
import { answer, bar, printable } from './print.ts'
import { isBestowError, type NewGiftRequest } from './sdk.ts'
import type { Service } from './service.ts'
import { markOf } from './signing.ts'

interface Wanted {
  campaign: string | undefined
  dryRun: boolean
  again: boolean
}

/** What was done of a file: the ids of the gift requests of each batch, in order. */
interface Journal {
  run: string
  batches: string[][]
}

const batchSize = 100

/**
 * Sends one gift for each row, a hundred at a time. Every row is looked at before the first is sent. Each
 * batch has a key of its own and is noted when it is done; so the same command goes on where it was
 * stopped, and sends nobody the same gift twice.
 */
export async function createFromCsv(
  context: Context,
  service: Service,
  bytes: Buffer,
  { campaign, dryRun, again }: Wanted,
): Promise<void> {
  const rows = readRows(bytes, campaign)
  const batches = Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, at) =>
    rows.slice(at * batchSize, (at + 1) * batchSize),
  )
  const path = await journalPath(context, service, rows)
  const kept = again ? undefined : readJsonFile<Journal>(path)
  const journal: Journal = kept ?? { run: randomUUID(), batches: [] }
  const open = batches.slice(journal.batches.length)
  await checkAll(context, service, open, journal.batches.length * batchSize)
  if (dryRun)
    return answer(
      context,
      { dry_run: true, valid: rows.length, done: journal.batches.flat().length },
      () => `All ${rows.length} rows can be sent. Nothing was.`,
    )

  const had = journal.batches.flat().length
  const show = bar(context, 'sending', rows.length)
  // Noted before the first request: a process that dies in the middle of it comes back with its key.
  if (open.length > 0) writePrivately(path, JSON.stringify(journal))
  for (const batch of open) {
    show(journal.batches.flat().length)
    const idempotencyKey = `csv-${journal.run}-${journal.batches.length}`
    const body = { gift_requests: batch }
    const { data } = await service.client.giftRequests
      .createMany(body, {}, { idempotencyKey })
      .catch((error: unknown) => stop(show, error, journal.batches.length * batchSize, rows.length))
    journal.batches.push(data.map(({ id }) => id))
    writePrivately(path, JSON.stringify(journal))
  }
  show(rows.length)
  const ids = journal.batches.flat()
  const before = had === 0 ? '' : ` (${had} of them by an earlier run)`
  answer(context, { created: ids.length - had, created_before: had, ids }, () =>
    printable(`${ids.length} gifts are sent${before}.`),
  )
}

/** The same rows for the same account have the same journal, whatever the file is called. */
async function journalPath(
  context: Context,
  service: Service,
  rows: readonly NewGiftRequest[],
): Promise<string> {
  const of = JSON.stringify([await markOf(service), rows])
  const name = createHash('sha256').update(of).digest('hex').slice(0, 32)
  return join(stateFolder(context), 'csv', `${name}.json`)
}

/** Everything that is wrong with any row, told with its line in the file. */
async function checkAll(
  context: Context,
  { client }: Service,
  batches: readonly NewGiftRequest[][],
  skipped: number,
): Promise<void> {
  const all = batches.reduce((sum, batch) => sum + batch.length, 0)
  const show = bar(context, 'checking', all)
  const problems: Refused['errors'][number][] = []
  for (const [at, batch] of batches.entries()) {
    show(at * batchSize)
    try {
      await client.giftRequests.createMany({ gift_requests: batch }, { dry_run: true })
    } catch (error) {
      if (!isBestowError(error) || error.status !== 422) throw error
      problems.push(...error.errors.map((each) => inFile(each, skipped + at * batchSize)))
    }
  }
  show(all)
  if (problems.length > 0) throw new Refused(problems)
}

/** `gift_requests.3.recipient.email` becomes `line 5 recipient.email`: the first line has the names. */
function inFile(error: Refused['errors'][number], before: number): Refused['errors'][number] {
  const [, index, rest = ''] = /^gift_requests\.(\d+)\.?(.*)$/.exec(error.param ?? '') ?? []
  if (index === undefined) return error
  return { ...error, param: `row ${before + Number(index) + 1} ${rest}`.trim() }
}

function stop(show: (done: number) => void, error: unknown, done: number, all: number): never {
  show(all)
  const message = `${error instanceof Error ? error.message : error} ${done} of ${all} are sent. The same command goes on from there.`
  const first = isBestowError(error) ? error.errors[0] : undefined
  throw new Refused([{ ...(first ?? { type: 'server_error', code: 'unavailable' }), message }])
}
