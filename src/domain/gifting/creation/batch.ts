import { setImmediate } from 'node:timers/promises'
import { type FieldError, type NewGiftFormat, throwIfAny } from '#contract'
import { chunkBySize } from '#platform/lib/chunks'
import type { TxContext } from '#platform/postgres/database'
import * as giftStore from '../lifecycle/gift-store.ts'
import { type Gift, payloadSize } from '../lifecycle/tables.ts'
import { claimKeys, findByKeys, type KeyedGift } from './batch-row-store.ts'
import { reserveBudgets, saveReservations } from './budgets.ts'
import { buildGifts, insertGifts } from './create.ts'
import { campaignLookup, senderLookup } from './lookups.ts'
import { findRecipientLimitErrors } from './recipient-limit.ts'
import { type RowKey, toRowKey } from './row-key.ts'
import { type ValidatedGift, validateCreate } from './validate.ts'

/** The parsed rows of a batch, and the errors of the request outside the rows. */
export interface Batch {
  /** Undefined for a row that cannot be parsed; `problems` contains its error. */
  rows: readonly unknown[]
  problems?: readonly FieldError[]
  isDryRun?: boolean
}

interface GiftReference {
  id: string
  reference: string
}

export type BatchRowResult =
  | { status: 'created' | 'duplicate'; gift: GiftReference }
  /** The row of a dry run has no error. */
  | { status: 'valid' }
  | { status: 'refused'; errors: readonly FieldError[] }

/**
 * Creates all rows or none. Throws the errors of all rows at once, each with the path of its row. A row whose key created
 * a gift request before returns that one.
 */
export async function createBatch(
  ctx: TxContext,
  { rows, problems = [], isDryRun = false }: Batch,
  format: NewGiftFormat,
): Promise<Gift[]> {
  const toPath = (index: number) => `gift_requests.${index}`
  const evaluated = await evaluateRows(ctx, rows, format, toPath)
  throwIfAny([...problems, ...evaluated.flatMap((row) => row.problems)])
  if (isDryRun) return []
  const { results, created } = await saveRows(ctx, evaluated)
  throwIfAny(results.flatMap((result) => (result.status === 'refused' ? result.errors : [])))
  const gifts = new Map(created.map((gift) => [gift.id, gift]))
  const ids = results.flatMap((result) => ('gift' in result ? result.gift.id : []))
  const earlier = [...new Set(ids)].filter((id) => !gifts.has(id))
  for (const gift of await giftStore.findAll(ctx, earlier)) gifts.set(gift.id, gift)
  return ids.flatMap((id) => gifts.get(id) ?? [])
}

/**
 * Creates a gift request for each valid row, and returns a result for each row. The errors of a row have paths inside
 * the row.
 */
export async function createEach(
  ctx: TxContext,
  rows: readonly unknown[],
  format: NewGiftFormat,
  isDryRun: boolean,
): Promise<BatchRowResult[]> {
  const evaluated = await evaluateRows(ctx, rows, format, () => '')
  return isDryRun ? evaluated.map(predict) : (await saveRows(ctx, evaluated)).results
}

const predict = ({ problems, previous }: EvaluatedRow): BatchRowResult => {
  if (problems.length > 0) return { status: 'refused', errors: problems }
  return previous === undefined ? { status: 'valid' } : { status: 'duplicate', gift: previous }
}

interface EvaluatedRow {
  path: string
  key: RowKey | undefined
  /** The gift request that an earlier batch created with the key. */
  previous?: KeyedGift
  /** Undefined with `previous`, and for an invalid row. */
  validated?: ValidatedGift
  problems: FieldError[]
}

/** The rows that are validated before other requests get their turn. */
const rowsPerTurn = 25

async function evaluateRows(
  ctx: TxContext,
  rows: readonly unknown[],
  format: NewGiftFormat,
  toPath: (index: number) => string,
): Promise<EvaluatedRow[]> {
  const parsed = rows.map((raw, index) => {
    const members = raw === undefined ? undefined : format.normalize(raw)
    return { members, path: toPath(index), key: toRowKey(members) }
  })
  const previous = await findPrevious(ctx, parsed)
  const validation = {
    validator: format.validate,
    findCampaign: campaignLookup(ctx),
    findSender: senderLookup(ctx),
  }
  const fingerprints = new Map<string, Buffer>()
  const evaluated: EvaluatedRow[] = []
  for (const [index, { members, path, key }] of parsed.entries()) {
    if (index % rowsPerTurn === rowsPerTurn - 1) await setImmediate()
    if (members === undefined) evaluated.push({ path, key, problems: [] })
    else {
      const known = key === undefined ? undefined : previous.get(toHex(key))
      const first = known?.fingerprint ?? (key && fingerprints.get(toHex(key)))
      if (key !== undefined) fingerprints.set(toHex(key), first ?? key.fingerprint)
      if (key !== undefined && first?.equals(key.fingerprint) === false)
        evaluated.push({ path, key, problems: [reusedKeyError(path)] })
      else if (known !== undefined) evaluated.push({ path, key, previous: known, problems: [] })
      else evaluated.push({ path, key, ...(await validateCreate(ctx, members, path, validation)) })
    }
  }
  return evaluated
}

const toHex = ({ digest }: RowKey) => digest.toString('hex')

async function findPrevious(
  ctx: TxContext,
  rows: readonly { key: RowKey | undefined }[],
): Promise<ReadonlyMap<string, KeyedGift>> {
  const digests = rows.flatMap(({ key }) => key?.digest ?? [])
  const found = digests.length === 0 ? [] : await findByKeys(ctx, digests)
  return new Map(found.map((gift) => [gift.key_digest.toString('hex'), gift]))
}

const reusedKeyError = (path: string): FieldError => ({
  code: 'idempotency_key_reused',
  param: path === '' ? 'idempotency_key' : `${path}.idempotency_key`,
  message: 'came with another gift request before; use a new key for a new gift request',
})

interface NewRow {
  key: RowKey | undefined
  validated: ValidatedGift
  gift: Gift
}

/** Inserts the valid rows. A key creates one gift request, also if concurrent batches have the key. */
async function saveRows(
  ctx: TxContext,
  evaluated: readonly EvaluatedRow[],
): Promise<{ results: BatchRowResult[]; created: readonly Gift[] }> {
  const { candidates, shortages, reserved } = await reserveRows(ctx, evaluated)
  const keyed = [...candidates.values()].flatMap(({ key, gift }) =>
    key === undefined
      ? []
      : [{ key_digest: key.digest, fingerprint: key.fingerprint, gift_request_id: gift.id }],
  )
  const claimed = keyed.length === 0 ? new Set<string>() : await claimKeys(ctx, keyed)
  const isNew = ({ key }: NewRow) => key === undefined || claimed.has(toHex(key))
  const newRows = [...candidates.values()].filter(isNew)
  const lost = [...candidates.values()].filter((row) => !isNew(row))
  const concurrent = await findPrevious(ctx, lost)
  const created = newRows.map(({ gift }) => gift)
  await insertInChunks(ctx, newRows)
  saveReservations(ctx, reserved, created)
  const giftsByKey = new Map(newRows.flatMap(({ key, gift }) => (key ? [[toHex(key), gift]] : [])))
  const results = evaluated.map((row): BatchRowResult => {
    const { path, key, previous, problems } = row
    if (problems.length > 0) return { status: 'refused', errors: problems }
    if (previous !== undefined) return { status: 'duplicate', gift: previous }
    const shortage = shortages.get(row)
    if (shortage !== undefined) return { status: 'refused', errors: [shortage] }
    const own = candidates.get(row)
    if (own !== undefined && isNew(own)) return { status: 'created', gift: own.gift }
    if (key === undefined) throw new Error('a valid row without a key was not created')
    const gift = giftsByKey.get(toHex(key))
    if (gift !== undefined) return { status: 'duplicate', gift }
    const other = concurrent.get(toHex(key))
    if (other === undefined) throw new Error('a key was neither free nor used')
    return other.fingerprint.equals(key.fingerprint)
      ? { status: 'duplicate', gift: other }
      : { status: 'refused', errors: [reusedKeyError(path)] }
  })
  return { results, created }
}

/** Builds the valid rows, and reserves their parts of budgets. A row that repeats a key without a gift has its shortage. */
async function reserveRows(ctx: TxContext, evaluated: readonly EvaluatedRow[]) {
  const built = await buildRows(ctx, evaluated)
  const rows = [...built.values()]
  const gifts = rows.map(({ gift }) => gift)
  const reserved = await reserveBudgets(
    ctx,
    rows.map(({ validated }) => validated),
    gifts,
    await findRecipientLimitErrors(ctx, gifts),
  )
  const candidates = new Map([...built].filter(([, { gift }]) => !reserved.errors.has(gift.id)))
  const errorsByKey = new Map<string, FieldError>()
  const shortages = new Map<EvaluatedRow, FieldError>()
  for (const row of evaluated) {
    const key = row.key && toHex(row.key)
    const error = reserved.errors.get(built.get(row)?.gift.id ?? '') ?? errorsByKey.get(key ?? '')
    if (error === undefined) continue
    if (key !== undefined) errorsByKey.set(key, error)
    shortages.set(row, { ...error, param: qualify(row.path, error.param) })
  }
  return { candidates, shortages, reserved }
}

const qualify = (path: string, param: string) => (path === '' ? param : `${path}.${param}`)

/** Builds a gift request for each valid row, and for the first row of each key. */
async function buildRows(
  ctx: TxContext,
  evaluated: readonly EvaluatedRow[],
): Promise<ReadonlyMap<EvaluatedRow, NewRow>> {
  const keys = new Set<string>()
  const rows = evaluated.flatMap((row) => {
    const { key, validated } = row
    if (validated === undefined || (key !== undefined && keys.has(toHex(key)))) return []
    if (key !== undefined) keys.add(toHex(key))
    return [{ row, key, validated }]
  })
  const gifts = await buildGifts(
    ctx,
    rows.map(({ validated }) => validated),
  )
  return new Map(
    rows.flatMap(({ row, key, validated }, index) => {
      const gift = gifts[index]
      return gift === undefined ? [] : [[row, { key, validated, gift }]]
    }),
  )
}

const basePayloadBytes = 2_000 // bytes of a body without the parts of variable size
const rowsPerChunk = 100

async function insertInChunks(ctx: TxContext, rows: readonly NewRow[]): Promise<void> {
  const versionCount = Object.keys(ctx.deployment.versions).length
  const size = ({ gift }: NewRow) => (payloadSize(gift) + basePayloadBytes) * versionCount
  let isFirst = true
  for (const chunk of chunkBySize(rows, size, { maxRows: rowsPerChunk })) {
    // Waits until the database has the chunk before, so that one chunk is in memory.
    if (!isFirst) await ctx.query('select 1')
    isFirst = false
    insertGifts(
      ctx,
      chunk.map(({ validated }) => validated),
      chunk.map(({ gift }) => gift),
      { cause: 'created over the API', isNewContact: false },
    )
  }
}
