import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'

/** What a name means now: asked once for each question, so it may mean something else the next time. Undefined: the question gets no answer. */
export type Meaning = (name: string, kind: 'A' | 'AAAA') => readonly string[] | undefined

export interface NameServer {
  /** As a resolver is told of it. */
  address: string
  /** The questions so far, `A hook.test`. */
  asked: string[]
  close(): Promise<void>
}

const kinds = { 1: 'A', 28: 'AAAA' } as const

/** A server of DNS (RFC 1035) on this machine, that lets no answer live: what rebinding is done with. */
export async function startNameServer(meaning: Meaning): Promise<NameServer> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const { name, kind, end } = read(question)
    if (kind !== undefined) asked.push(`${kind} ${name}`)
    const found = kind === undefined ? [] : meaning(name.toLowerCase(), kind)
    if (found === undefined) return
    socket.send(answerTo(question.subarray(0, end), found), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function read(question: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const kind = kinds[question.readUInt16BE(at + 1) as keyof typeof kinds]
  return { name: labels.join('.'), kind, end: at + 5 }
}

/** The question again, and after it an address for each answer, all of the kind that was asked for. */
function answerTo(question: Buffer, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question)
  head.writeUInt16BE(0x8180, 2) // an answer, and no error
  head.writeUInt16BE(addresses.length, 6)
  head.fill(0, 8, 12)
  const records = addresses.map((text) => {
    const bytes = Buffer.from(ipaddr.parse(text).toByteArray())
    const record = Buffer.from([0xc0, 12, 0, bytes.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, 0])
    record.writeUInt16BE(bytes.length, 10)
    return Buffer.concat([record, bytes])
  })
  return Buffer.concat([head, ...records])
}
