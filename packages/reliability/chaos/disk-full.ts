import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Scenario, Testbed } from './scenario-runner.ts'

const diskSizeMb = 400 // megabytes of the disk that runs full
const fullMs = 12_000 // milliseconds for which it stays so

/** A small file system of its own, in memory; needs the right to mount one. */
function mountSmallDisk() {
  const mountPoint = mkdtempSync(join(tmpdir(), 'bestow-chaos-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSizeMb}m,mode=711`, 'tmpfs', mountPoint])
  return {
    dataDir: join(mountPoint, 'data'),
    cleanUp() {
      execFileSync('umount', ['-l', mountPoint])
      rmSync(mountPoint, { recursive: true, force: true })
    },
  }
}

/**
 * The disk under the service's own database runs full under load: tables cannot grow, and then the log of
 * the database cannot, at which PostgreSQL ends itself. After a while there is room again.
 */
export const diskFull = (): Scenario => ({
  name: 'disk-full',
  restMs: 20,
  skipReason: () =>
    process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0
      ? undefined
      : 'it mounts a small file system, which only root may do',
  prepare: mountSmallDisk,
  async run(testbed) {
    const { load, gifts, dataDir, service } = testbed
    await load.reached(gifts * 0.3)
    const before = load.stats.unavailable
    fillDisk(dataDir)
    const until = Date.now() + fullMs
    while (Date.now() < until) {
      await sleep(250)
      fillDisk(dataDir) // what PostgreSQL gave back when it cleared up
    }
    const unavailable = load.stats.unavailable - before
    const createdCount = load.stats.acknowledged.size
    rmSync(join(dataDir, 'ballast'))
    const startedAt = Date.now()
    await service.waitUntilReady()
    await load.reached(Math.min(gifts, createdCount + 1))
    return {
      summary: `disk full for ${fullMs / 1000} s, ${unavailable} answers of 503, creating again ${((Date.now() - startedAt) / 1000).toFixed(1)} s after there was room`,
      failures: [
        ...(unavailable === 0 ? ['nobody was answered 503'] : []),
        ...(service.counts.unexpectedExits > 0 ? ['the service ended by itself'] : []),
      ],
    }
  },
})

/** Takes all the room that is left. */
function fillDisk(dataDir: Testbed['dataDir']): void {
  const file = openSync(join(dataDir, 'ballast'), 'a')
  const block = Buffer.alloc(64 * 1024)
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(dataDir)
      if (bavail === 0) return
      writeSync(file, block, 0, Math.min(block.length, bavail * bsize))
    }
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}
