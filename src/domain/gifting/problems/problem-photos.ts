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

/**
 * Checks uploaded photos by their content, and removes their metadata. File names and declared types are ignored. Returns the
 * valid photos, and one error for each other file.
 */
export function parsePhotos(files: readonly Buffer[]): {
  photos: ParsedPhoto[]
  errors: FieldError[]
} {
  const photos: ParsedPhoto[] = []
  const errors: FieldError[] = []
  for (const file of files) {
    const photo = parsePhoto(file)
    if ('code' in photo) errors.push(photo)
    else photos.push(photo)
  }
  return { photos, errors }
}

function parsePhoto(file: Buffer): ParsedPhoto | FieldError {
  const { maxPhotoBytes, maxPhotoEdge } = problemLimits
  if (file.length > maxPhotoBytes)
    return toError('too_long', `must be at most ${maxPhotoBytes / 1_000_000} MB`)
  const format = catalogue.detectPictureFormat(file)
  const content = format === undefined ? undefined : catalogue.removeMetadata(file, format)
  if (format === undefined || content === undefined)
    return toError('invalid', 'must be a PNG, JPEG or WebP picture')
  const { content_type, width, height } = format
  if (width === 0 || height === 0 || width > maxPhotoEdge || height > maxPhotoEdge)
    return toError('invalid', `must be at most ${maxPhotoEdge} by ${maxPhotoEdge} pixels`)
  return { content_type, width, height, size: content.length, content }
}

const toError = (code: FieldError['code'], message: string): FieldError => ({
  code,
  message,
  param: 'photos',
})

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
