import { setImmediate } from 'node:timers/promises'
import type { TxContext } from '#platform/postgres/database'
import { codeContext } from '../tables.ts'
import * as codeStore from './code-store.ts'
import type { CodeDigests } from './digest-key.ts'
import * as importStore from './import-store.ts'
import type { LineProblem, ParsedCode } from './parse-codes.ts'

export interface DigestedCode extends ParsedCode {
  code_digest: Buffer
  similar_digest: Buffer
}

interface Separated {
  fresh: DigestedCode[]
  /** Codes that equal another line or a code of the account. */
  duplicates: LineProblem[]
  /** Codes that are written differently, and are perhaps the same. */
  similar: { code: DigestedCode; problem: LineProblem }[]
}

const batchSize = 1_000

/** Separates codes that repeat an earlier line or a code of the account, or may do so. In batches. */
export async function separate(
  ctx: TxContext,
  digests: CodeDigests,
  codes: readonly ParsedCode[],
): Promise<Separated> {
  await fillSimilarDigests(ctx, digests)
  const seen = { exact: new Map<string, number>(), similar: new Map<string, number>() }
  const separated: Separated = { fresh: [], duplicates: [], similar: [] }
  for (let start = 0; start < codes.length; start += batchSize) {
    const batch = codes.slice(start, start + batchSize).map((code) => ({
      ...code,
      code_digest: digests.code(code.code),
      similar_digest: digests.similar(code.code),
    }))
    const known = await findKnown(ctx, batch)
    for (const code of batch) separateOne(code, known, seen, separated)
    await setImmediate()
  }
  return separated
}

interface Seen {
  exact: Map<string, number>
  similar: Map<string, number>
}

interface KnownCodes {
  exact: ReadonlySet<string>
  /** The time of the import by the digest. */
  similar: ReadonlyMap<string, Date>
}

function separateOne(
  code: DigestedCode,
  known: KnownCodes,
  seen: Seen,
  { fresh, duplicates, similar }: Separated,
): void {
  const { line } = code
  const [key, similarKey] = [toKey(code.code_digest), toKey(code.similar_digest)]
  const sameLine = seen.exact.get(key)
  const similarLine = seen.similar.get(similarKey)
  const importedAt = known.similar.get(similarKey)
  if (sameLine === undefined) seen.exact.set(key, line)
  if (similarLine === undefined) seen.similar.set(similarKey, line)
  if (sameLine !== undefined) duplicates.push({ line, message: `repeats line ${sameLine}` })
  else if (known.exact.has(key)) duplicates.push({ line, message: 'is already imported' })
  else if (similarLine !== undefined)
    similar.push({
      code,
      problem: { line, message: `may be the same code as line ${similarLine}` },
    })
  else if (importedAt !== undefined) {
    const day = importedAt.toISOString().slice(0, 10)
    similar.push({
      code,
      problem: { line, message: `may be the same code as one imported on ${day}` },
    })
  } else fresh.push(code)
}

const toKey = (digest: Buffer) => digest.toString('base64')

async function findKnown(ctx: TxContext, codes: readonly DigestedCode[]): Promise<KnownCodes> {
  const exact = await codeStore.findKnownDigests(
    ctx,
    codes.map(({ code_digest }) => code_digest),
  )
  const similar = await importStore.findSimilarDigests(
    ctx,
    codes.map(({ similar_digest }) => similar_digest),
  )
  return {
    exact: new Set(exact.map(toKey)),
    similar: new Map(
      similar.map(({ similar_digest, created_at }) => [toKey(similar_digest), created_at]),
    ),
  }
}

/** Codes of earlier versions have no second digest. Erased codes cannot have one. */
async function fillSimilarDigests(ctx: TxContext, digests: CodeDigests): Promise<void> {
  const { cipher } = ctx.deployment
  for (;;) {
    const codes = await importStore.findWithoutSimilarDigest(ctx, batchSize)
    await importStore.saveSimilarDigests(
      ctx,
      codes.map(({ id, encrypted_code }) => ({
        id,
        similar_digest: digests.similar(cipher.decrypt(encrypted_code, codeContext(id))),
      })),
    )
    if (codes.length < batchSize) return
    await setImmediate()
  }
}
