import { ApiError, type FieldError, throwIfAny } from '#contract'
import { newId } from '#platform/lib/ids'
import { type Database, readTransaction, type TxContext } from '#platform/postgres/database'
import { chunkContext, type FileRow } from '../tables.ts'
import * as contentStore from './content-store.ts'
import { findContentForUpdate } from './contents.ts'
import { detectFileFormat, type FileFormat } from './file-format.ts'
import * as fileStore from './file-store.ts'

export const maxFileBytes = 20_000_000
const chunkBytes = 512 * 1024

/**
 * Saves the file of a variant, and deletes its earlier file. All recipients of the variant receive the new
 * file. Throws if the file is too large or has an unsupported type.
 */
export async function saveFile(
  ctx: TxContext,
  variant_id: string,
  name: string,
  bytes: Buffer,
): Promise<FileRow> {
  const content = await findContentForUpdate(ctx, variant_id)
  if (content.delivery !== 'file')
    throw new ApiError('not_allowed', { message: 'This variant does not give a file.' })
  const format = detectFileFormat(bytes)
  throwIfAny(findErrors(bytes, format))
  if (format === undefined) throw new Error('the file has no format')
  const file: FileRow = {
    account_id: ctx.account_id,
    id: newId(ctx.now),
    variant_id,
    name: toFileName(name, format),
    content_type: format.content_type,
    size: bytes.length,
    created_at: ctx.now,
  }
  await fileStore.insertFile(ctx, file)
  for (let number = 0; number * chunkBytes < bytes.length; number++) {
    const part = bytes.subarray(number * chunkBytes, (number + 1) * chunkBytes)
    const id = newId(ctx.now, number)
    const encrypted_content = ctx.deployment.cipher.encrypt(
      part.toString('base64'),
      chunkContext(id),
    )
    await fileStore.insertChunk(ctx, { id, file_id: file.id, number, encrypted_content })
  }
  await contentStore.save(ctx, { ...content, file_id: file.id })
  await fileStore.deleteOtherFiles(ctx, variant_id, file.id)
  return file
}

function findErrors(bytes: Buffer, format: FileFormat | undefined): FieldError[] {
  if (bytes.length === 0) return [{ code: 'required', param: 'file', message: 'must not be empty' }]
  if (bytes.length > maxFileBytes)
    return [{ code: 'too_long', param: 'file', message: 'must be at most 20 MB' }]
  if (format === undefined)
    return [{ code: 'invalid', param: 'file', message: 'must be a PDF, EPUB, MP3 or ZIP file' }]
  return []
}

/**
 * Returns a file name without folders and special characters. The content decides which extension the name
 * has.
 */
function toFileName(name: string, { extension }: FileFormat): string {
  const base = (name.split(/[/\\]/).at(-1) ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}"<>:|?*]/gu, '')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .trim()
  return `${[...base].slice(0, 100).join('') || 'gift'}.${extension}`
}

/** Finds the file of a variant. Returns undefined if the variant has none. */
export async function findFile(ctx: TxContext, variant_id: string): Promise<FileRow | undefined> {
  const [content] = await contentStore.find(ctx, [variant_id])
  const [file] = await fileStore.findFiles(
    ctx,
    content === undefined || content.file_id === null ? [] : [content.file_id],
  )
  return file
}

/** Yields the decrypted content of a file in parts. A separate transaction reads each part. */
export async function* readFile(
  db: Database,
  { account_id, id }: Pick<FileRow, 'account_id' | 'id'>,
): AsyncGenerator<Buffer> {
  for (let after = -1; ; ) {
    const [chunk] = await readTransaction(db, account_id, (ctx) =>
      fileStore.findChunks(ctx, id, after, 1),
    )
    if (chunk === undefined) return
    const text = db.deployment.cipher.decrypt(chunk.encrypted_content, chunkContext(chunk.id))
    yield Buffer.from(text, 'base64')
    after = chunk.number
  }
}
