import type { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { problemLimits } from '#contract'
import type { UploadBudget } from './upload-budget.ts'

/*
 * Forms with files. The server reads a form part by part, and stops as soon as the form is too large. It
 * ignores the names and the declared types of files.
 */

/** The error of a form that has more parts or bytes than a page sends. */
export class UploadTooLargeError extends Error {}

const { maxPhotos, maxPhotoBytes } = problemLimits

/** The maximum number of parts. A page sends six fields and three files. */
const maxParts = 12
const maxFieldBytes = 64 * 1024

/** The maximum number of bytes in a form: all photos, and some space for the fields. */
export const maxUploadBytes = maxPhotos * maxPhotoBytes + 1_000_000

/**
 * The fields of a form as texts, and its files. A file above the limit of a photo is cut to one byte more
 * than the limit.
 */
export type Upload = Readonly<Record<string, readonly (string | Buffer)[]>>

/**
 * The pattern of the header (RFC 2046, 5.1.1). The header may contain nothing else. Otherwise two parsers
 * could read different boundaries from it.
 */
const header =
  /^multipart\/form-data;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+./:=?-]{1,70}))\s*$/i

/**
 * Reads a form. If the form is malformed, the promise rejects with an error of the status 400. If the form is
 * too large, it rejects with an `UploadTooLargeError`.
 */
export async function parseMultipart(
  contentType: string,
  body: Readable,
  budget: UploadBudget,
): Promise<Upload> {
  const [, quoted, plain] = header.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw malformed()
  const reservation = budget.reserve()
  try {
    return await readParts(boundary, body, reservation.add)
  } finally {
    reservation.end()
  }
}

function readParts(
  boundary: string,
  body: Readable,
  addBytes: (count: number) => void,
): Promise<Upload> {
  const { promise, resolve, reject } = Promise.withResolvers<Upload>()
  const parts: Promise<Part>[] = []
  const parser = new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    limits: { parts: maxParts, fieldSize: maxFieldBytes, fileSize: maxPhotoBytes + 1 },
  })
  let bytes = 0
  let failure: Error | undefined
  function countBytes({ length }: Buffer) {
    bytes += length
    if (bytes > maxUploadBytes) return reject(new UploadTooLargeError('too many bytes'))
    if (failure === undefined)
      try {
        addBytes(length)
      } catch (error) {
        stop(error as Error)
      }
  }
  /**
   * Receives the rest of the form and ignores it. Many clients read the response only after they have sent
   * the whole request.
   */
  function stop(error: Error) {
    failure ??= error
    body.unpipe(parser)
    if (body.readableEnded) return reject(error)
    body.once('end', () => reject(failure))
    body.resume()
  }
  parser.on('field', (name, value) => parts.push(Promise.resolve([name, value])))
  parser.on('file', (name, file) => parts.push(readFile(name, file)))
  parser.on('partsLimit', () => stop(new UploadTooLargeError('too many parts')))
  parser.on('error', () => stop(malformed()))
  parser.on('finish', () => Promise.all(parts).then((all) => resolve(groupByName(all)), reject))
  body.on('error', reject)
  body.on('data', countBytes)
  body.pipe(parser)
  return promise
}

type Part = [name: string, value: string | Buffer]

async function readFile(name: string, file: BusboyFileStream): Promise<Part> {
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk as Buffer)
  return [name, Buffer.concat(chunks)]
}

function groupByName(parts: readonly Part[]): Upload {
  const upload: Record<string, (string | Buffer)[]> = Object.create(null)
  for (const [name, value] of parts) {
    const values = upload[name] ?? []
    values.push(value)
    upload[name] = values
  }
  return upload
}

const malformed = () => Object.assign(new Error('the form is malformed'), { statusCode: 400 })

/** Returns the files of the field `photos`. For an empty field, browsers send an empty file. */
export function readFiles(body: unknown, name = 'photos'): Buffer[] {
  if (typeof body !== 'object' || body === null) return []
  const values: unknown = (body as Upload)[name]
  const files = Array.isArray(values) ? values.filter((value) => Buffer.isBuffer(value)) : []
  return files.filter(({ length }) => length > 0)
}
