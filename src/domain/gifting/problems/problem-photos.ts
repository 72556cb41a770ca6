import * as catalogue from '#catalogue'
import { type FieldError, problemLimits } from '#contract'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as problemStore from './problem-store.ts'
import { type ProblemPhoto, photoContext } from './problem-tables.ts'

/** A valid photo, without the metadata of the camera. */
export interface ParsedPhoto extends Omit<ProblemPhoto, 'id'> {
  content: Buffer
}

export interface ParsedPhotos {
  photos: ParsedPhoto[]
  errors: FieldError[]
}

/**
 * Checks uploaded photos by their content, scales large ones down, and removes their metadata. File names and declared types
 * are ignored. Returns the valid photos, and one error for each other file.
 */
export async function parsePhotos(
  files: readonly Buffer[],
  scale: catalogue.PictureScaler['scale'],
): Promise<ParsedPhotos> {
  const photos: ParsedPhoto[] = []
  const errors: FieldError[] = []
  for (const file of files.slice(0, problemLimits.maxPhotos + 1)) {
    const photo = await parsePhoto(file, scale)
    if ('code' in photo) errors.push(photo)
    else photos.push(photo)
  }
  return { photos, errors }
}

/** A photo with fewer bytes keeps its pixels, and takes little time on the event loop. */
const maxOriginalBytes = 1_000_000

async function parsePhoto(
  file: Buffer,
  scale: catalogue.PictureScaler['scale'],
): Promise<ParsedPhoto | FieldError> {
  const { maxPhotoBytes, maxStoredEdge } = problemLimits
  if (file.length > maxPhotoBytes)
    return toError('too_long', `must be at most ${maxPhotoBytes / 1_000_000} MB`)
  const original = catalogue.detectPictureFormat(file)
  if (original === undefined) return noPicture
  const isSmall =
    file.length <= maxOriginalBytes && Math.max(original.width, original.height) <= maxStoredEdge
  const content = isSmall
    ? catalogue.removeMetadata(file, original)
    : await scale(file, maxStoredEdge)
  const format =
    isSmall || content === undefined ? original : catalogue.detectPictureFormat(content)
  if (content === undefined || format === undefined) return noPicture
  const { content_type, width, height } = format
  if (width === 0 || height === 0) return noPicture
  return { content_type, width, height, size: content.length, content }
}

const toError = (code: FieldError['code'], message: string): FieldError => ({
  code,
  message,
  param: 'photos',
})

const noPicture = toError(
  'invalid',
  'must be a complete PNG, JPEG or WebP picture of at most 64 megapixels',
)

/** Stores photos as drafts of the gift request, and deletes its other drafts. Returns the drafts that remain. */
export async function saveDrafts(
  ctx: TxContext,
  gift_request_id: string,
  draftIds: readonly string[],
  photos: readonly ParsedPhoto[],
): Promise<ProblemPhoto[]> {
  const wanted = new Set(draftIds.filter(isId))
  const remaining = (await problemStore.listPhotos(ctx, gift_request_id))
    .filter(({ id, report_id }) => report_id === null && wanted.has(id))
    .slice(0, problemLimits.maxPhotos)
  await problemStore.deleteOtherDrafts(
    ctx,
    gift_request_id,
    remaining.map(({ id }) => id),
  )
  const drafts = remaining.map(({ report_id: _, ...photo }): ProblemPhoto => photo)
  for (const [index, { content, ...facts }] of photos.entries()) {
    const photo = { id: newId(ctx.now, index), ...facts }
    const encrypted_content = ctx.deployment.cipher.encrypt(
      content.toString('base64'),
      photoContext(photo.id),
    )
    await problemStore.insertPhoto(ctx, { ...photo, gift_request_id, encrypted_content })
    drafts.push(photo)
  }
  return drafts
}

/** Returns a photo of a report; undefined if the gift request has no such photo. */
export async function findProblemPhoto(
  ctx: TxContext,
  gift_request_id: string,
  id: string,
): Promise<{ content_type: string; content: Buffer } | undefined> {
  if (!isId(gift_request_id) || !isId(id)) return undefined
  const row = await problemStore.findPhoto(ctx, gift_request_id, id)
  if (row === undefined) return undefined
  const { content_type, encrypted_content } = row
  const text = ctx.deployment.cipher.decrypt(encrypted_content, photoContext(id))
  return { content_type, content: Buffer.from(text, 'base64') }
}

const dayMs = 24 * 60 * 60 * 1000

/** Deletes photos of all accounts whose form was not sent within a day. Returns how many. */
export const purgeDraftPhotos = (ctx: TxContext): Promise<number> =>
  problemStore.deleteDraftsBefore(ctx, new Date(ctx.real_now.getTime() - dayMs))
