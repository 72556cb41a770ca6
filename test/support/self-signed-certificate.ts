import { generateKeyPairSync, sign } from 'node:crypto'

/** Creates a self-signed certificate for localhost that is valid for a day, and its key. Both are in PEM. */
export function createSelfSignedCertificate(
  validHours = 24,
  kind: 'ec' | 'rsa' = 'ec',
): { key: string; cert: string } {
  const { publicKey, privateKey } =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  const now = Date.now()
  const hour = 3_600_000
  const algorithm =
    kind === 'ec'
      ? encodeDer(0x30, encodeDer(0x06, hex('2a8648ce3d040302'))) // ecdsa-with-SHA256
      : encodeDer(0x30, encodeDer(0x06, hex('2a864886f70d01010b')), hex('0500')) // sha256WithRSAEncryption
  const commonName = encodeDer(
    0x30,
    encodeDer(0x06, hex('550403')),
    encodeDer(0x0c, Buffer.from('localhost')),
  )
  const name = encodeDer(0x30, encodeDer(0x31, commonName))
  const body = encodeDer(
    0x30,
    encodeDer(0x02, hex('01')),
    algorithm,
    name,
    encodeDer(0x30, encodeTime(now - hour), encodeTime(now + validHours * hour)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = encodeDer(0x03, hex('00'), sign('sha256', body, privateKey))
  const base64 = encodeDer(0x30, body, algorithm, signature).toString('base64')
  const lines = base64.replace(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

const hex = (text: string) => Buffer.from(text, 'hex')

/** Encodes one DER value: its tag, length and content. */
function encodeDer(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const encodeTime = (timestampMs: number) =>
  encodeDer(
    0x17,
    Buffer.from(
      new Date(timestampMs)
        .toISOString()
        .replace(/^..(..)-(..)-(..)T(..):(..):(..).*$/, '$1$2$3$4$5$6Z'),
    ),
  )
