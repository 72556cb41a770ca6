import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { CliContext } from './context.ts'

/**
 * Returns the folder for settings: `$BESTOW_API_CONFIG`, or the folder `bestow` in the user's configuration
 * folder.
 */
export const configDir = ({ env }: CliContext): string =>
  env.BESTOW_API_CONFIG ??
  join(env.XDG_CONFIG_HOME ?? join(env.HOME ?? homedir(), '.config'), 'bestow')

/** Returns the folder for progress data: the cursors of feeds and the journals of imports. */
export const stateDir = ({ env }: CliContext): string =>
  env.BESTOW_API_CONFIG === undefined
    ? join(env.XDG_STATE_HOME ?? join(env.HOME ?? homedir(), '.local', 'state'), 'bestow')
    : join(env.BESTOW_API_CONFIG, 'state')

export function readJsonFile<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT' || error instanceof SyntaxError)
      return undefined
    throw error
  }
}

/**
 * Writes a file that only this user can read. The write is atomic: after a crash, the file still has its
 * previous content.
 */
export function writePrivateFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const tempPath = `${path}.${process.pid}.new`
  writeFileSync(tempPath, text, { mode: 0o600 })
  chmodSync(tempPath, 0o600)
  renameSync(tempPath, path)
}

/**
 * Returns the secret key of this machine. The first call generates the key. If several processes generate a
 * key at the same time, all of them use the first key.
 */
export function getMachineKey(context: CliContext): Buffer {
  const path = join(configDir(context), 'machine.key')
  const existing = readKey(path)
  if (existing !== undefined) return existing
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const tempPath = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(tempPath, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(tempPath, path)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(tempPath, { force: true })
  }
  const key = readKey(path)
  if (key === undefined)
    throw new Error(`${path} does not contain a key. Delete the file to generate a new key.`)
  return key
}

function readKey(path: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url')
    return key.length === 32 ? key : undefined
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}
