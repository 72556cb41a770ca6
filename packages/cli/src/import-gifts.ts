import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { CliContext } from './context.ts'
import { ApiErrors } from './errors.ts'
import { parseRows } from './parse-csv.ts'
import { readJsonFile, stateDir, writePrivateFile } from './paths.ts'
import { createProgressBar, printResult, replaceControlChars } from './print.ts'
import { isBestowError, type NewGiftRequest } from './sdk.ts'
import type { Service } from './service.ts'
import { accountFingerprint } from './signing.ts'

interface ImportOptions {
  campaign: string | undefined
  dryRun: boolean
  resend: boolean
}

/** The progress of the import of a file: the ids of the gift requests of each batch, in order. */
interface Journal {
  run: string
  batches: string[][]
}

const batchSize = 100

/**
 * Sends one gift for each row, in batches of a hundred. First it validates all rows. Each batch has its own
 * idempotency key and is recorded in the journal after its request. So the user can run the same command
 * again after an interruption, and no recipient gets a gift twice.
 */
export async function importGifts(
  context: CliContext,
  service: Service,
  bytes: Buffer,
  { campaign, dryRun, resend }: ImportOptions,
): Promise<void> {
  const rows = parseRows(bytes, campaign)
  const batches = Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, index) =>
    rows.slice(index * batchSize, (index + 1) * batchSize),
  )
  const path = await journalPath(context, service, rows)
  const saved = resend ? undefined : readJsonFile<Journal>(path)
  const journal: Journal = saved ?? { run: randomUUID(), batches: [] }
  const remaining = batches.slice(journal.batches.length)
  await validateAll(context, service, remaining, journal.batches.length * batchSize)
  if (dryRun)
    return printResult(
      context,
      { dry_run: true, valid: rows.length, done: journal.batches.flat().length },
      () => `All ${rows.length} rows are valid. Nothing was sent.`,
    )

  const previouslyCreated = journal.batches.flat().length
  const updateProgress = createProgressBar(context, 'sending', rows.length)
  // The journal is saved before the first request. If the process crashes during a request, the retry uses
  // the same key.
  if (remaining.length > 0) writePrivateFile(path, JSON.stringify(journal))
  for (const batch of remaining) {
    updateProgress(journal.batches.flat().length)
    const idempotencyKey = `csv-${journal.run}-${journal.batches.length}`
    const body = { gift_requests: batch }
    const { data } = await service.client.giftRequests
      .createMany(body, {}, { idempotencyKey })
      .catch((error: unknown) =>
        failWithProgress(updateProgress, error, journal.batches.length * batchSize, rows.length),
      )
    journal.batches.push(data.map(({ id }) => id))
    writePrivateFile(path, JSON.stringify(journal))
  }
  updateProgress(rows.length)
  const ids = journal.batches.flat()
  const suffix = previouslyCreated === 0 ? '' : ` (${previouslyCreated} of them by a previous run)`
  printResult(
    context,
    { created: ids.length - previouslyCreated, created_before: previouslyCreated, ids },
    () => replaceControlChars(`${ids.length} gifts sent${suffix}.`),
  )
}

/**
 * Returns the path of the journal. The path depends on the rows and the account, but not on the name of the
 * file.
 */
async function journalPath(
  context: CliContext,
  service: Service,
  rows: readonly NewGiftRequest[],
): Promise<string> {
  const key = JSON.stringify([await accountFingerprint(service), rows])
  const name = createHash('sha256').update(key).digest('hex').slice(0, 32)
  return join(stateDir(context), 'csv', `${name}.json`)
}

/** Validates all rows. Each error names its row in the file. */
async function validateAll(
  context: CliContext,
  { client }: Service,
  batches: readonly NewGiftRequest[][],
  rowOffset: number,
): Promise<void> {
  const total = batches.reduce((sum, batch) => sum + batch.length, 0)
  const updateProgress = createProgressBar(context, 'checking', total)
  const errors: ApiErrors['errors'][number][] = []
  for (const [index, batch] of batches.entries()) {
    updateProgress(index * batchSize)
    try {
      await client.giftRequests.createMany({ gift_requests: batch }, { dry_run: true })
    } catch (error) {
      if (!isBestowError(error) || error.status !== 422) throw error
      errors.push(...error.errors.map((each) => toRowError(each, rowOffset + index * batchSize)))
    }
  }
  updateProgress(total)
  if (errors.length > 0) throw new ApiErrors(errors)
}

/**
 * Converts a path such as `gift_requests.3.recipient.email` to `row 4 recipient.email`. The count of rows
 * starts with 1 and excludes the header.
 */
function toRowError(
  error: ApiErrors['errors'][number],
  rowOffset: number,
): ApiErrors['errors'][number] {
  const [, index, rest = ''] = /^gift_requests\.(\d+)\.?(.*)$/.exec(error.param ?? '') ?? []
  if (index === undefined) return error
  return { ...error, param: `row ${rowOffset + Number(index) + 1} ${rest}`.trim() }
}

function failWithProgress(
  updateProgress: (done: number) => void,
  error: unknown,
  done: number,
  total: number,
): never {
  updateProgress(total)
  const message = `${error instanceof Error ? error.message : error} ${done} of ${total} gifts were sent. Run the same command to continue.`
  const first = isBestowError(error) ? error.errors[0] : undefined
  throw new ApiErrors([{ ...(first ?? { type: 'server_error', code: 'unavailable' }), message }])
}
