import { relative } from 'node:path'
import { join } from 'node:path/posix'
import pc from 'picocolors'
import type { ViteDevServer } from 'vite'
import { root } from '../steps.ts'
import { updateIcons } from '../web/icons.ts'
import type { Output } from './output.ts'

/** The folders that the service loads. `bestow` and the operator's commands share code with the packages. */
const serviceFolders = [
  'src',
  'locales',
  'migrations',
  'packages/cli/src',
  'packages/connectors',
  'packages/sdk/src',
]
const settleMs = 100 // milliseconds without a change, because an editor or `git switch` writes several files

/**
 * Calls `restart` after a change of the service, and generates the icons after a change of the web app. A
 * restart that is in progress delays the next restart.
 */
export function watchSources(
  watcher: ViteDevServer['watcher'],
  output: Output,
  restart: (changed: string) => Promise<void>,
): void {
  watcher.add(serviceFolders.map((folder) => join(root, folder)))
  let timer: NodeJS.Timeout | undefined
  watcher.on('all', (_event, file) => {
    const path = relative(root, file).replaceAll('\\', '/')
    if (/^packages\/web\/src\/.*\.tsx?$/.test(path) && !path.endsWith('.generated.ts'))
      updateIcons().catch((error) => output.print(pc.red(String(error))))
    if (!isServiceSource(path)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      restart(path).catch((error) => output.print(pc.red(String(error))))
    }, settleMs)
  })
}

const isServiceSource = (path: string) =>
  /\.(ts|sql|json|js)$/.test(path) &&
  !path.endsWith('.test.ts') &&
  serviceFolders.some((folder) => path.startsWith(`${folder}/`))
