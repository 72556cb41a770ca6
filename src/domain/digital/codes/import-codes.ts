import { setImmediate } from 'node:timers/promises'
import { ApiError, type FieldError, throwIfAny } from '#contract'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { findContentForUpdate, needsCode } from '../contents/contents.ts'
import { codeContext, pinContext } from '../tables.ts'
import * as codeStore from './code-store.ts'
import { type CodeDigests, getVisibleEnd, lockDigests } from './digest-key.ts'
import { type DigestedCode, separate } from './find-duplicates.ts'
import { type LineProblem, type ParsedCode, parseRows, validateRows } from './parse-codes.ts'

export interface ImportOptions {
  /** Checks the text and imports nothing. */
  isDryRun: boolean
  /** Imports the other codes if some are duplicates, or similar to others. Without it, they reject the import. */
  skipDuplicates: boolean
  /** Imports codes that differ from others in case, spaces or hyphens only. */
  includeSimilar?: boolean
}

/** A code as it would be stored, without the part that is secret. */
interface CodeSample {
  line: number
  /** The last characters, at most four. */
  last_four: string
  /** The number of characters. */
  length: number
  has_pin: boolean
  expires_on: string | null
}

export interface ImportResult {
  /** The number of codes that were imported, or that an import would add. */
  new_count: number
  is_dry_run: boolean
  duplicate_count: number
  similar_count: number
  invalid_count: number
  /** The first hundred lines that repeat another line or an earlier import. */
  duplicates: LineProblem[]
  /** The first hundred lines that may be the same code as another one, written differently. */
  similar: LineProblem[]
  /** The first hundred lines that are not valid. */
  invalid: LineProblem[]
  /** The first codes and the last one. */
  samples: CodeSample[]
  /** The import, which can be revoked as a whole; null for a dry run. */
  import_id: string | null
}

const maxListed = 100
const maxSamples = 3
const batchSize = 1_000

/** A code of a list. */
export interface NewCode {
  code: string
  pin?: string | null
  expires_on?: string | null
}

/** The codes of an import: of a text or a file by line, or of a list by position. */
export interface CodeSource {
  rows: readonly ParsedCode[]
  toError(problem: LineProblem): FieldError
}

/** The rows of a text or a file. */
export const fromRows = (rows: readonly ParsedCode[]): CodeSource => ({
  rows,
  toError: ({ line, message }) => ({
    code: 'invalid',
    param: 'text',
    message: `has a problem: line ${line} ${message}`,
  }),
})

/** The lines of a text, or CSV. Throws when it cannot be used as a whole. */
export const fromText = (text: string): CodeSource => fromRows(parseRows(text))

/** A list, as the public API has it. Lines count from 1. */
export const fromList = (codes: readonly NewCode[]): CodeSource => ({
  rows: codes.map(({ code, pin, expires_on }, index) => ({
    line: index + 1,
    code: code.trim(),
    pin: pin ?? null,
    expires_on: expires_on ?? null,
  })),
  toError: ({ line, message }) => ({
    code: 'invalid',
    param: `codes.${line - 1}`,
    message: message.replace(/line (\d+)/, (_all, other: string) => `codes.${Number(other) - 1}`),
  }),
})

/**
 * Imports codes in one transaction: all, or none. Throws for invalid lines, and for duplicates and similar codes unless they
 * are skipped. Gifts that wait for codes get theirs next, the oldest first.
 */
export async function importCodes(
  ctx: TxContext,
  variant_id: string,
  source: CodeSource,
  options: ImportOptions,
): Promise<ImportResult> {
  const content = await findContentForUpdate(ctx, variant_id)
  if (!needsCode(content))
    throw new ApiError('not_allowed', { message: 'This variant does not give codes.' })
  const { codes, problems } = validateRows(source.rows, content.delivery === 'link')
  const digests = await lockDigests(ctx)
  const { fresh, duplicates, similar } = await separate(ctx, digests, codes)
  const added = options.includeSimilar ? [...fresh, ...similar.map(({ code }) => code)] : fresh
  const doubtful = similar.map(({ problem }) => problem)
  const import_id = options.isDryRun ? null : newId(ctx.now)
  const result = {
    new_count: added.length,
    is_dry_run: options.isDryRun,
    duplicate_count: duplicates.length,
    similar_count: similar.length,
    invalid_count: problems.length,
    duplicates: duplicates.slice(0, maxListed),
    similar: doubtful.slice(0, maxListed),
    invalid: problems.slice(0, maxListed),
    samples: toSamples(codes),
    import_id,
  }
  if (import_id === null) return result
  const refused = [
    ...(options.skipDuplicates ? [] : duplicates),
    ...(options.skipDuplicates || options.includeSimilar ? [] : doubtful.map(addRemedy)),
  ]
  throwIfAny([...problems, ...refused].map(source.toError))
  await insertAll(ctx, variant_id, import_id, digests, added)
  await ctx.query(
    'update digital.content set alerted_level = null where account_id = $1 and id = $2',
    [ctx.account_id, variant_id],
  )
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
  return result
}

const addRemedy = ({ line, message }: LineProblem): LineProblem => ({
  line,
  message: `${message}; leave it out with skip_duplicates, or import it with include_similar`,
})

function toSamples(codes: readonly ParsedCode[]): CodeSample[] {
  const last = codes.length > maxSamples ? codes.slice(-1) : []
  return [...codes.slice(0, maxSamples), ...last].map(({ line, code, pin, expires_on }) => ({
    line,
    last_four: getVisibleEnd(code),
    length: code.length,
    has_pin: pin !== null,
    expires_on,
  }))
}

/** Encrypts and inserts in batches, so that other requests of the process continue in between. */
async function insertAll(
  ctx: TxContext,
  variant_id: string,
  import_id: string,
  digests: CodeDigests,
  codes: readonly DigestedCode[],
): Promise<void> {
  const { cipher } = ctx.deployment
  for (let start = 0; start < codes.length; start += batchSize) {
    const batch = codes.slice(start, start + batchSize)
    await codeStore.insert(
      ctx,
      { variant_id, import_id },
      batch.map(({ code, code_digest, similar_digest, pin, expires_on }, index) => {
        const id = newId(ctx.now, start + index)
        return {
          id,
          code_digest,
          similar_digest,
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
