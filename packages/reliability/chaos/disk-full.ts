import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Scenario, Testbed } from './scenario-runner.ts'

const diskSizeMb = 400 // the size of the disk that fills up, in megabytes
const fullMs = 12_000 // how long the disk stays full, in milliseconds

/** Mounts a small file system in memory. Requires the permission to mount. */
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
 * Fills the disk of the embedded database under load. At first tables cannot grow. Later the write-ahead log
 * cannot grow, and PostgreSQL exits. After a while, space is available again.
 */
export const diskFull = (): Scenario => ({
  name: 'disk-full',
  restMs: 20,
  skipReason: () =>
    process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0
      ? undefined
      : 'it mounts a small file system, which requires root',
  prepare: mountSmallDisk,
  async run(testbed) {
    const { load, gifts, dataDir, service } = testbed
    await load.reached(gifts * 0.3)
    const before = load.stats.unavailable
    fillDisk(dataDir)
    const until = Date.now() + fullMs
    while (Date.now() < until) {
      await sleep(250)
      fillDisk(dataDir) // fills the space that PostgreSQL freed
    }
    const unavailable = load.stats.unavailable - before
    const createdCount = load.stats.acknowledged.size
    rmSync(join(dataDir, 'ballast'))
    const startedAt = Date.now()
    await service.waitUntilReady()
    await load.reached(Math.min(gifts, createdCount + 1))
    return {
      summary: `disk full for ${fullMs / 1000} s, ${unavailable} responses with 503, creating again ${((Date.now() - startedAt) / 1000).toFixed(1)} s after space was free`,
      failures: [
        ...(unavailable === 0 ? ['no response was 503'] : []),
        ...(service.counts.unexpectedExits > 0 ? ['the service exited'] : []),
      ],
    }
  },
})

/** Fills all free space of the disk. */
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
