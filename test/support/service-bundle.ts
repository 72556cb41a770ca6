import { execFileSync } from 'node:child_process'
import { root } from '#scripts/steps'
import { serviceBundle } from '../../scripts/launcher/service.js'

/** Writes the bundle of the service if it is out of date. Returns the file with which it starts. */
export function ensureServiceBundle(): string {
  execFileSync(process.execPath, ['scripts/service-bundle.ts', '--check'], {
    cwd: root,
    stdio: 'pipe',
  })
  return serviceBundle
}
