import { type FieldError, throwIfAny } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { assertBelowLimit } from '#platform/postgres/account-limits'
import {
  ALL_ACCOUNTS,
  type Database,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { detectPictureFormat, type PictureFormat } from './picture-format.ts'
import * as pictureStore from './picture-store.ts'

/** The most that one picture may be: bytes, and pixels along an edge. */
export const pictureLimits = { maxBytes: 700_000, maxEdge: 4_096 } as const

/**
 * Keeps a picture of the account, and answers the path at which this service shows it. The same one
 * again has the same path. Refuses what is no picture, or too large; `param` is what it is called.
 */
export async function savePicture(ctx: TxContext, content: Buffer, param: string): Promise<string> {
  const format = detectPictureFormat(content)
  throwIfAny(validatePicture(content, format).map((message) => fieldError(param, message)))
  if (format === undefined) throw new Error('a picture of no kind was kept')
  await assertBelowLimit(ctx, {
    name: 'pictures',
    countedRows: 'select from catalogue.picture where account_id = $1',
    param,
    subject: 'uploaded pictures',
    remedy: 'Those that nothing shows are removed a day after their upload.',
  })
  const name = `${sha256(content).toString('hex', 0, 16)}.${format.extension}`
  await pictureStore.insert(ctx, { name, content_type: format.content_type, content })
  return `/images/${name}`
}

function validatePicture(content: Buffer, format: PictureFormat | undefined): string[] {
  const { maxBytes, maxEdge } = pictureLimits
  if (format === undefined) return ['must be a PNG, JPEG or WebP picture']
  if (content.length > maxBytes) return [`must be at most ${maxBytes / 1_000} KB`]
  const { width, height } = format
  if (width === 0 || height === 0 || width > maxEdge || height > maxEdge)
    return [`must measure at most ${maxEdge} by ${maxEdge} pixels`]
  return []
}

const fieldError = (param: string, message: string): FieldError => ({
  code: 'invalid',
  param,
  message,
})

/**
 * These addresses are shown somewhere from now on. Pictures among them that the account has uploaded are
 * kept for good: gifts that are on their way show them even when nothing else does any more.
 */
export function markPicturesUsed(ctx: TxContext, urls: readonly string[]): void {
  const names = urls.flatMap(
    (url) => /\/images\/([0-9a-f]{32}\.(?:png|jpg|webp))$/.exec(url)?.[1] ?? [],
  )
  if (names.length > 0) pictureStore.markUsed(ctx, [...new Set(names)])
}

/** Throws away what somebody uploaded a day ago and then put nowhere. The work is for everyone. */
export const deleteUnusedPictures = (ctx: TxContext): Promise<number> =>
  pictureStore.deleteUnused(ctx, new Date(ctx.now.getTime() - 24 * 60 * 60 * 1000))

/** The picture behind the last part of its path, whichever account keeps it. */
export async function findPicture(
  db: Database,
  name: string,
): Promise<{ content_type: string; content: Buffer } | undefined> {
  if (!/^[0-9a-f]{32}\.(png|jpg|webp)$/.test(name)) return undefined
  return readTransaction(db, ALL_ACCOUNTS, (ctx) => pictureStore.find(ctx, name))
}
