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

/** The limits for one picture: its size in bytes, and its pixels per edge. */
export const pictureLimits = { maxBytes: 700_000, maxEdge: 4_096 } as const

/**
 * Stores a picture of the account. Returns the path at which the service shows it. The path depends only on
 * the content, so that repeated uploads share it. Throws if the format is not supported or the picture is too
 * large; `param` is the name of the field in the error.
 */
export async function savePicture(ctx: TxContext, content: Buffer, param: string): Promise<string> {
  const format = detectPictureFormat(content)
  throwIfAny(validatePicture(content, format).map((message) => fieldError(param, message)))
  if (format === undefined) throw new Error('the picture has no format')
  await assertBelowLimit(ctx, {
    name: 'pictures',
    countedRows: 'select from catalogue.picture where account_id = $1',
    param,
    subject: 'uploaded pictures',
    remedy: 'Unused pictures are deleted a day after their upload.',
  })
  const name = `${sha256(content).toString('hex', 0, 16)}.${format.extension}`
  await pictureStore.insert(ctx, { name, content_type: format.content_type, content })
  return `/images/${name}`
}

/** Returns whether `savePicture` would accept the content. */
export const isAcceptedPicture = (content: Buffer): boolean =>
  validatePicture(content, detectPictureFormat(content)).length === 0

function validatePicture(content: Buffer, format: PictureFormat | undefined): string[] {
  const { maxBytes, maxEdge } = pictureLimits
  if (format === undefined) return ['must be a PNG, JPEG or WebP picture']
  if (content.length > maxBytes) return [`must be at most ${maxBytes / 1_000} KB`]
  const { width, height } = format
  if (width === 0 || height === 0 || width > maxEdge || height > maxEdge)
    return [`must be at most ${maxEdge} by ${maxEdge} pixels`]
  return []
}

const fieldError = (param: string, message: string): FieldError => ({
  code: 'invalid',
  param,
  message,
})

const ownPath = /\/images\/([0-9a-f]{32}\.(?:png|jpg|webp))$/

/** Returns whether the URL belongs to an uploaded picture of this deployment. */
export const isOwnPicture = (url: string, origin: string): boolean =>
  url.startsWith(`${origin}/images/`) && ownPath.exec(url)?.index === origin.length

/**
 * Marks those URLs as used that belong to uploaded pictures. The service never deletes used pictures, because
 * gifts in progress show them even after the product has changed.
 */
export function markPicturesUsed(ctx: TxContext, urls: readonly string[]): void {
  const names = urls.flatMap((url) => ownPath.exec(url)?.[1] ?? [])
  if (names.length > 0) pictureStore.markUsed(ctx, [...new Set(names)])
}

/** Deletes pictures that no object uses one day after their upload. The transaction covers all accounts. */
export const deleteUnusedPictures = (ctx: TxContext): Promise<number> =>
  pictureStore.deleteUnused(ctx, new Date(ctx.now.getTime() - 24 * 60 * 60 * 1000))

/** Finds a picture by the last segment of its path, in one account or in any. */
export async function findPicture(
  db: Database,
  name: string,
  account_id?: string,
): Promise<{ content_type: string; content: Buffer } | undefined> {
  if (!/^[0-9a-f]{32}\.(png|jpg|webp)$/.test(name)) return undefined
  return readTransaction(db, ALL_ACCOUNTS, (ctx) => pictureStore.find(ctx, name, account_id))
}
