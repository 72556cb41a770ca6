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
  /** True to check the text without an import. */
  isDryRun: boolean
  /**
   * True to import the other codes if some codes are duplicates, or similar to others. If it is false, these
   * codes reject the whole import.
   */
  skipDuplicates: boolean
  /** True to import also codes that differ from other codes only in case, spaces or hyphens. */
  includeSimilar?: boolean
}

/** A code in the form in which the import would store it, without its secret part. */
interface CodeSample {
  line: number
  /** The last characters of the code, at most four. */
  last_four: string
  /** The number of characters of the code. */
  length: number
  has_pin: boolean
  expires_on: string | null
}

export interface ImportResult {
  /** The number of imported codes. In a dry run, the number of codes that an import would add. */
  new_count: number
  is_dry_run: boolean
  duplicate_count: number
  similar_count: number
  invalid_count: number
  /** The first hundred lines whose code is also on another line or in an earlier import. */
  duplicates: LineProblem[]
  /** The first hundred lines whose code may be the same as another one in another spelling. */
  similar: LineProblem[]
  /** The first hundred invalid lines. */
  invalid: LineProblem[]
  /** Samples of the codes: the first ones and the last one. */
  samples: CodeSample[]
  /** The id of the import, with which a user can revoke all its codes. Null for a dry run. */
  import_id: string | null
}

const maxListed = 100
const maxSamples = 3
const batchSize = 1_000

/** One code of a list of new codes. */
export interface NewCode {
  code: string
  pin?: string | null
  expires_on?: string | null
}

/** The codes of an import. A text or a file has them by line, a list has them by position. */
export interface CodeSource {
  rows: readonly ParsedCode[]
  toError(problem: LineProblem): FieldError
}

/** Creates the source of an import from the rows of a text or a file. */
export const fromRows = (rows: readonly ParsedCode[]): CodeSource => ({
  rows,
  toError: ({ line, message }) => ({
    code: 'invalid',
    param: 'text',
    message: `has a problem: line ${line} ${message}`,
  }),
})

/**
 * Creates the source of an import from a text: one code on each line, or CSV. Throws if the text as a whole
 * is unusable.
 */
export const fromText = (text: string): CodeSource => fromRows(parseRows(text))

/**
 * Creates the source of an import from a list in the format of the public API. The line numbers begin with 1.
 */
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
 * Imports codes in one transaction: all of them, or none. Throws for invalid lines. Also throws for
 * duplicates and similar codes, unless the options skip or include them. Gifts that wait for codes receive
 * theirs next, the oldest gift first.
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

/**
 * Encrypts and inserts the codes in batches, so that the process can handle other requests between the
 * batches.
 */
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
