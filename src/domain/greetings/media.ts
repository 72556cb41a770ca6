import { type FieldError, throwIfAny } from '#contract'
import { isId, newId } from '#platform/lib/ids'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import { type Database, readTransaction, type TxContext } from '#platform/postgres/database'
import { detectMediaFormat, mediaLimits, validateMedia, withoutMetadata } from './media-format.ts'
import * as mediaStore from './media-store.ts'

export type { Media } from './media-store.ts'

const chunkBytes = 256 * 1024
/** The maximum total size of all photos and videos of an account. */
const maxAccountBytes = 512_000_000

/**
 * Saves a photo or video of the account in encrypted form. Throws if the format is not supported, if the
 * content has too many bytes, or if the description is missing. The content is deleted after a day unless a
 * greeting uses it.
 */
export async function saveMedia(
  ctx: TxContext,
  bytes: Buffer,
  description: string,
): Promise<mediaStore.Media> {
  const alt = description.replace(/\p{Cc}+/gu, ' ').trim()
  const format = detectMediaFormat(bytes)
  throwIfAny([...validateMedia(bytes, format), ...validateAlt(alt)])
  if (format === undefined) throw new Error('the file has no format')
  await assertSpace(ctx, bytes.length)
  const content = withoutMetadata(bytes, format)
  const media = { id: newId(ctx.now), ...format, size: content.length, alt, created_at: ctx.now }
  await mediaStore.insert(ctx, media)
  for (let number = 0; number * chunkBytes < content.length; number++) {
    const part = content.subarray(number * chunkBytes, (number + 1) * chunkBytes)
    const id = newId(ctx.now, number)
    const encrypted_content = ctx.deployment.cipher.encrypt(
      part.toString('base64'),
      mediaStore.chunkContext(id),
    )
    await mediaStore.insertChunk(ctx, { id, media_id: media.id, number, encrypted_content })
  }
  return media
}

function validateAlt(alt: string): FieldError[] {
  if (alt === '')
    return [
      {
        code: 'required',
        param: 'alt',
        message: 'must describe the photo or the video, for people who do not see it',
      },
    ]
  return [...alt].length > mediaLimits.maxAltLength
    ? [
        {
          code: 'too_long',
          param: 'alt',
          message: `must have at most ${mediaLimits.maxAltLength} characters`,
        },
      ]
    : []
}

/**
 * Throws if the content exceeds the space of the account. Takes a lock, so that uploads of an account wait
 * for each other and concurrent uploads do not exceed the limit.
 */
async function assertSpace(ctx: TxContext, size: number): Promise<void> {
  await lockUntilEnd(ctx, `greeting media ${ctx.account_id}`)
  if ((await mediaStore.sumSizes(ctx)) + size <= maxAccountBytes) return
  throwIfAny([
    {
      code: 'not_allowed',
      param: 'file',
      message: `cannot be added: an account may have ${maxAccountBytes / 1_000_000} MB of photos and videos. Unused ones are deleted a day after their upload`,
    },
  ])
}

/** Finds a photo or video. Returns undefined if the account does not have it. */
export const findMedia = async (
  ctx: TxContext,
  id: string,
): Promise<mediaStore.Media | undefined> =>
  isId(id)
    ? (await mediaStore.findByIds(ctx, [{ account_id: ctx.account_id, id }])).get(id)
    : undefined

/**
 * Yields the bytes from `start` to `end` (both included) in parts. A separate transaction reads each part.
 */
export async function* readMedia(
  db: Database,
  account_id: string,
  { id, start, end }: { id: string; start: number; end: number },
): AsyncGenerator<Buffer> {
  for (let number = Math.floor(start / chunkBytes); number * chunkBytes <= end; number++) {
    const chunk = await readTransaction(db, account_id, (ctx) =>
      mediaStore.findChunk(ctx, id, number),
    )
    // The photo or video was deleted during the download.
    if (chunk === undefined) throw new Error('a part of the media is missing')
    const content = decryptChunk(db, chunk)
    const offset = number * chunkBytes
    yield content.subarray(Math.max(0, start - offset), end - offset + 1)
  }
}

/** Reads the content of a photo, which has few parts. Returns undefined if it was deleted. */
export async function readPhoto(
  ctx: TxContext,
  { id, size }: Pick<mediaStore.Media, 'id' | 'size'>,
): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  for (let number = 0; number * chunkBytes < size; number++) {
    const chunk = await mediaStore.findChunk(ctx, id, number)
    if (chunk === undefined) return undefined
    parts.push(decryptChunk(ctx, chunk))
  }
  return Buffer.concat(parts)
}

const decryptChunk = (
  { deployment }: Pick<TxContext, 'deployment'>,
  { id, encrypted_content }: { id: string; encrypted_content: Buffer },
): Buffer =>
  Buffer.from(deployment.cipher.decrypt(encrypted_content, mediaStore.chunkContext(id)), 'base64')

/**
 * Deletes photos and videos that no greeting uses one day after their upload, at most 100 per call. Returns
 * the number of deleted files.
 */
export const deleteUnusedMedia = (ctx: TxContext): Promise<number> =>
  mediaStore.deleteUnused(ctx, new Date(ctx.now.getTime() - 24 * 60 * 60 * 1000), 100)
