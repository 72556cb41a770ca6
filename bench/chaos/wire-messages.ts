/** A statement that a client runs, and what the client calls itself. */
export interface Statement {
  client: string
  text: string
}

interface Piece {
  bytes: Buffer
  /** When this message runs one. */
  statement?: Statement
}

const cancelOrTls = [80877102, 80877103, 80877104] // these open a connection without naming anybody

/**
 * Takes PostgreSQL's protocol apart, as far as it takes to know which statement is run: the messages
 * Parse, which names a text, Bind, which runs it by its name, and Query, which has the text in it.
 */
export function createListener() {
  const texts = new Map<string, string>()
  let client: string | undefined
  let rest = Buffer.alloc(0)

  function begin(message: Buffer): void {
    if (cancelOrTls.includes(message.readInt32BE(4))) return
    const words = message.toString('utf8', 8).split('\0')
    client = words[words.indexOf('application_name') + 1] ?? ''
  }

  function statementOf(message: Buffer): Statement | undefined {
    const kind = String.fromCharCode(message[0] ?? 0)
    if (client === undefined || !'PBQ'.includes(kind)) return undefined
    const [first = '', second = ''] = wordsOf(message)
    if (kind === 'Q') return { client, text: first }
    if (kind === 'P') {
      texts.set(first, second)
      return undefined
    }
    return { client, text: texts.get(second) ?? '' }
  }

  return {
    /** The whole messages of what has come so far. */
    read(chunk: Buffer): Piece[] {
      rest = Buffer.concat([rest, chunk])
      const pieces: Piece[] = []
      for (;;) {
        const head = client === undefined ? 0 : 1
        if (rest.length < head + 4) return pieces
        const length = head + rest.readInt32BE(head)
        if (rest.length < length) return pieces
        const bytes = rest.subarray(0, length)
        rest = rest.subarray(length)
        if (head === 0) {
          begin(bytes)
          pieces.push({ bytes })
          continue
        }
        const statement = statementOf(bytes)
        pieces.push(statement === undefined ? { bytes } : { bytes, statement })
      }
    },
  }
}

/** The first two texts of a message, each of which ends with a zero. */
function wordsOf(message: Buffer): string[] {
  const first = message.indexOf(0, 5)
  const second = message.indexOf(0, first + 1)
  return [message.toString('utf8', 5, first), message.toString('utf8', first + 1, second)]
}
