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
import { type Key, parseKeyring } from './encryption.ts'

/**
 * Loads the keyring of the embedded default from a file in the data directory. The first run creates this
 * file, and only its owner can read it. Processes that start at the same time all get the same key.
 */
export function loadKeyringFile(dataDir: string): readonly Key[] {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'secret.key')
  const text = readIfExists(path) ?? createKeyFile(path)
  try {
    return parseKeyring(text.trim())
  } catch (error) {
    throw new Error(`${path} is damaged; restore it from a backup`, { cause: error })
  }
}

/** Writes a temporary file and links it, so that no process reads a partial key, even after a power cut. */
function createKeyFile(path: string): string {
  const tempPath = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const fd = openSync(tempPath, 'wx', 0o600)
  try {
    writeSync(fd, `local:${randomBytes(32).toString('base64')}\n`)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  try {
    chmodSync(tempPath, 0o600)
    linkSync(tempPath, path)
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error // another process has created the file, so its key is valid
  } finally {
    rmSync(tempPath, { force: true })
  }
  return readFileSync(path, 'utf8')
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

const getErrorCode = (error: unknown) => (error as { code?: string }).code
