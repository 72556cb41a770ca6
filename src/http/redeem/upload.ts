/*
 * Forms with files. The platform's parser of `multipart/form-data` reads the fields; the names and the declared types of
 * files are ignored.
 */

/** The form has more parts than a page sends. */
export class UploadTooLargeError extends Error {}

/** A page sends ten fields and three files; more parts cost time and have no use. */
const maxParts = 40

/** The fields of a form as texts, and its files as `Blob`. */
export type Upload = Readonly<Record<string, readonly (string | Blob)[]>>

export async function parseMultipart(contentType: string, body: Buffer): Promise<Upload> {
  if (countParts(contentType, body) > maxParts) throw new UploadTooLargeError('too many parts')
  const response = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
  const fields: Record<string, (string | Blob)[]> = Object.create(null)
  for (const [name, value] of await parseFormData(response)) {
    const values = fields[name] ?? []
    values.push(value)
    fields[name] = values
  }
  return fields
}

async function parseFormData(response: Response): Promise<FormData> {
  try {
    return await response.formData()
  } catch {
    throw Object.assign(new Error('the form is malformed'), { statusCode: 400 })
  }
}

function countParts(contentType: string, body: Buffer): number {
  const [, quoted, plain] = /boundary=(?:"([^"]{1,200})"|([^;\s]{1,200}))/i.exec(contentType) ?? []
  const boundary = Buffer.from(`--${quoted ?? plain ?? ''}`)
  let count = 0
  for (let at = body.indexOf(boundary); at !== -1; at = body.indexOf(boundary, at + 1)) {
    count += 1
    if (count > maxParts) break
  }
  return count
}

/** Returns the files of the field `photos`. Browsers send an empty file for an empty field. */
export async function readFiles(body: unknown, name = 'photos'): Promise<Buffer[]> {
  if (typeof body !== 'object' || body === null) return []
  const values: unknown = (body as Upload)[name]
  const blobs = Array.isArray(values) ? values.filter((value) => value instanceof Blob) : []
  const files = await Promise.all(blobs.map(async (blob) => Buffer.from(await blob.arrayBuffer())))
  return files.filter(({ length }) => length > 0)
}
