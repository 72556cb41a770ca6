import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Returns a folder of this user that all test runs share. Fills it if it does not have the file yet. Processes
 * that fill it at the same time use separate folders, and the first process to finish renames its folder to
 * the final name.
 */
export async function ensureSharedFolder(
  name: string,
  file: string,
  fill: (folder: string, finalFolder: string) => Promise<void>,
): Promise<string> {
  const folder = join(tmpdir(), `${name}-${process.getuid?.() ?? 0}`)
  if (existsSync(join(folder, file))) return folder
  const own = `${folder}-${process.pid}`
  mkdirSync(own, { recursive: true, mode: 0o700 })
  await fill(own, folder)
  try {
    renameSync(own, folder)
  } catch (error) {
    rmSync(own, { recursive: true, force: true })
    if (!existsSync(join(folder, file))) throw error
  }
  return folder
}
