import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Key, readKeyring } from './secrets.ts'

/**
 * The keyring of the embedded default: a file in the data directory, made on the first run, readable
 * for its owner alone. Of several processes that start at once all get the same key.
 */
export function keyringIn(dataDir: string): readonly Key[] {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'secret.key')
  const text = readIfThere(path) ?? make(path)
  try {
    return readKeyring(text.trim())
  } catch (error) {
    throw new Error(`${path} is damaged; put it back from a backup`, { cause: error })
  }
}

/** Written whole under another name first: nobody ever reads half a key, even after a power cut. */
function make(path: string): string {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, `local:${randomBytes(32).toString('base64')}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    chmodSync(draft, 0o600)
    linkSync(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error // else another process was first: its key counts
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(path, 'utf8')
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

const codeOf = (error: unknown) => (error as { code?: string }).code
