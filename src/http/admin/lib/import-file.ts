import { ApiError } from '#contract'

interface FileBody {
  /** The content of the file as base64. */
  content?: string | undefined
}

/**
 * Returns the file of an import as text or as bytes. A body contains exactly one of them. `param` is the name
 * of the member with the text.
 */
export function readImportFile(
  text: string | undefined,
  { content }: FileBody,
  param: string,
): string | Buffer {
  if (text !== undefined && content === undefined) return text
  if (text === undefined && content !== undefined) return Buffer.from(content, 'base64')
  const message = `must be sent in one form: as text in \`${param}\`, or as base64 in \`content\``
  throw new ApiError('invalid', { fieldErrors: [{ code: 'required', param, message }] })
}
