import { setImmediate } from 'node:timers/promises'
import { ApiError, type FieldError, throwIfAny } from '#contract'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { findContentForUpdate, needsCode } from '../contents/contents.ts'
import { codeContext, pinContext } from '../tables.ts'
import * as codeStore from './code-store.ts'
import { type CodeDigests, lockDigests } from './digest-key.ts'
import {
  importLimits,
  type LineProblem,
  type ParsedCode,
  parseRows,
  validateRows,
} from './parse-codes.ts'

export interface ImportOptions {
  /** Checks the text and imports nothing. */
  isDryRun: boolean
  /** Imports the other codes if some are duplicates. Without it, a duplicate rejects the import. */
  skipDuplicates: boolean
}

export interface ImportResult {
  /** The number of codes that were imported, or that an import would add. */
  new_count: number
  is_dry_run: boolean
  duplicate_count: number
  invalid_count: number
  /** The first hundred lines that repeat another line or an earlier import. */
  duplicates: LineProblem[]
  /** The first hundred lines that are not valid. */
  invalid: LineProblem[]
}

const maxListed = 100
const batchSize = 1_000

/** A code of a list. */
export interface NewCode {
  code: string
  pin?: string | null
  expires_on?: string | null
}

/**
 * Imports codes from CSV, from lines or from a list, in one transaction: all, or none. Throws for invalid lines, and for duplicates unless
 * they are skipped. Gifts that wait for codes get theirs next, the oldest first.
 */
export async function importCodes(
  ctx: TxContext,
  variant_id: string,
  input: string | readonly NewCode[],
  { isDryRun, skipDuplicates }: ImportOptions,
): Promise<ImportResult> {
  // before the first statement, so that no transaction is idle meanwhile
  const rows = typeof input === 'string' ? parseText(input) : input.map(toParsedCode)
  const content = await findContentForUpdate(ctx, variant_id)
  if (!needsCode(content))
    throw new ApiError('not_allowed', { message: 'This variant does not give codes.' })
  const parsed = validateRows(rows, content.delivery === 'link')
  const digests = await lockDigests(ctx)
  const { fresh, duplicates } = await splitDuplicates(ctx, digests, parsed.codes)
  const result = {
    new_count: fresh.length,
    is_dry_run: isDryRun,
    duplicate_count: duplicates.length,
    invalid_count: parsed.problems.length,
    duplicates: duplicates.slice(0, maxListed),
    invalid: parsed.problems.slice(0, maxListed),
  }
  if (isDryRun) return result
  const problems = [...parsed.problems, ...(skipDuplicates ? [] : duplicates)]
  throwIfAny(problems.map(typeof input === 'string' ? toTextError : toEntryError))
  await insertAll(ctx, variant_id, digests, fresh)
  await ctx.query(
    'update digital.content set alerted_level = null where account_id = $1 and id = $2',
    [ctx.account_id, variant_id],
  )
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
  return result
}

function parseText(text: string): ParsedCode[] {
  throwIfAny(findSizeErrors(text))
  const rows = parseRows(text)
  throwIfAny(findCountErrors(rows.length))
  return rows
}

/** Lines count from 1. */
const toParsedCode = ({ code, pin, expires_on }: NewCode, index: number): ParsedCode => ({
  line: index + 1,
  code: code.trim(),
  pin: pin ?? null,
  expires_on: expires_on ?? null,
})

const findSizeErrors = (text: string): FieldError[] =>
  Buffer.byteLength(text) <= importLimits.maxBytes
    ? []
    : [{ code: 'too_long', param: 'text', message: 'must be at most 4 MB; import it in parts' }]

const findCountErrors = (count: number): FieldError[] =>
  count > importLimits.maxRows
    ? [
        {
          code: 'too_many',
          param: 'text',
          message: 'must have at most 50,000 lines; import them in parts',
        },
      ]
    : count === 0
      ? [{ code: 'required', param: 'text', message: 'must contain a code' }]
      : []

const toTextError = ({ line, message }: LineProblem): FieldError => ({
  code: 'invalid',
  param: 'text',
  message: `has a problem: line ${line} ${message}`,
})

const toEntryError = ({ line, message }: LineProblem): FieldError => ({
  code: 'invalid',
  param: `codes.${line - 1}`,
  message: message.replace(/line (\d+)/, (_all, other: string) => `codes.${Number(other) - 1}`),
})

interface DigestedCode extends ParsedCode {
  code_digest: Buffer
}

/** Separates codes that repeat an earlier line or a code of the account, in batches. */
async function splitDuplicates(ctx: TxContext, digests: CodeDigests, codes: readonly ParsedCode[]) {
  const lineByDigest = new Map<string, number>()
  const duplicates: LineProblem[] = []
  const fresh: DigestedCode[] = []
  for (let start = 0; start < codes.length; start += batchSize) {
    const batch = codes
      .slice(start, start + batchSize)
      .map((code) => ({ ...code, code_digest: digests.code(code.code) }))
    const known = new Set((await findKnown(ctx, batch)).map(toKey))
    for (const code of batch) {
      const key = toKey(code.code_digest)
      const firstLine = lineByDigest.get(key)
      if (firstLine === undefined) lineByDigest.set(key, code.line)
      const { line } = code
      if (firstLine !== undefined) duplicates.push({ line, message: `repeats line ${firstLine}` })
      else if (known.has(key)) duplicates.push({ line, message: 'is already imported' })
      else fresh.push(code)
    }
  }
  return { fresh, duplicates }
}

const toKey = (digest: Buffer) => digest.toString('base64')

const findKnown = (ctx: TxContext, codes: readonly DigestedCode[]) =>
  codeStore.findKnownDigests(
    ctx,
    codes.map(({ code_digest }) => code_digest),
  )

/** Encrypts and inserts in batches, so that other requests of the process continue in between. */
async function insertAll(
  ctx: TxContext,
  variant_id: string,
  digests: CodeDigests,
  codes: readonly DigestedCode[],
): Promise<void> {
  const { cipher } = ctx.deployment
  for (let start = 0; start < codes.length; start += batchSize) {
    const batch = codes.slice(start, start + batchSize)
    await codeStore.insert(
      ctx,
      variant_id,
      batch.map(({ code, code_digest, pin, expires_on }, index) => {
        const id = newId(ctx.now, start + index)
        return {
          id,
          code_digest,
          last_four_digest: digests.lastFour(code),
          encrypted_code: cipher.encrypt(code, codeContext(id)),
          encrypted_pin: pin === null ? null : cipher.encrypt(pin, pinContext(id)),
          expires_on,
        }
      }),
    )
    await setImmediate()
  }
}
