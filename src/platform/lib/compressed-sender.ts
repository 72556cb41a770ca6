import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'

// biome-ignore format: one encoding a line
const encoders: readonly [encoding: string, encode: (text: string) => Buffer][] = [
  ['br',   (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })],
  ['gzip', (text) => gzipSync(text)],
]

export type SendText = (reply: FastifyReply, path: string, text: string) => FastifyReply

/**
 * Creates a function that sends the text of a path, compressed if the client accepts it. A path always has
 * the same text, so each text is compressed once.
 */
export function createCompressedSender(): SendText {
  const cache = new Map<string, Buffer>()
  return (reply, path, text) => {
    reply.header('vary', 'accept-encoding')
    return send(reply, text, (encoding, encode) => {
      const key = `${encoding} ${path}`
      const body = cache.get(key) ?? encode(text)
      cache.set(key, body)
      return body
    })
  }
}

/** Sends a text that differs between requests, compressed if the client accepts it. */
export const sendCompressed = (reply: FastifyReply, text: string): FastifyReply =>
  send(reply, text, (_encoding, encode) => encode(text))

function send(
  reply: FastifyReply,
  text: string,
  compress: (encoding: string, encode: (text: string) => Buffer) => Buffer,
): FastifyReply {
  const accepted = String(reply.request.headers['accept-encoding'] ?? '')
  const encoder = encoders.find(([encoding]) => accepts(accepted, encoding))
  if (encoder === undefined) return reply.send(text)
  return reply.header('content-encoding', encoder[0]).send(compress(...encoder))
}

/** Returns whether Accept-Encoding names an encoding with a quality above 0. */
const accepts = (header: string, encoding: string): boolean =>
  header
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [name = '', ...parameters] = part.split(';').map((each) => each.trim())
      return name === encoding && !parameters.some((each) => /^q=0(\.0*)?$/.test(each))
    })
