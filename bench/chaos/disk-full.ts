import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Scenario, Stage } from './stage.ts'

const size = 400 // megabytes of the disk that runs full
const full = 12_000 // milliseconds for which it stays so

/** A small file system of its own, in memory; needs the right to mount one. */
function mountSmallDisk() {
  const place = mkdtempSync(join(tmpdir(), 'bestow-chaos-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m,mode=711`, 'tmpfs', place])
  return {
    dataDir: join(place, 'data'),
    clear() {
      execFileSync('umount', ['-l', place])
      rmSync(place, { recursive: true, force: true })
    },
  }
}

/**
 * The disk under the service's own database runs full under load: tables cannot grow, and then the log of
 * the database cannot, at which PostgreSQL ends itself. After a while there is room again.
 */
export const diskFull = (): Scenario => ({
  name: 'disk-full',
  rest: 20,
  hindrance: () =>
    process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0
      ? undefined
      : 'it mounts a small file system, which only root may do',
  ground: mountSmallDisk,
  async trouble(stage) {
    const { load, gifts, dataDir, service } = stage
    await load.reached(gifts * 0.3)
    const before = load.seen.unavailable
    fill(dataDir)
    const until = Date.now() + full
    while (Date.now() < until) {
      await sleep(250)
      fill(dataDir) // what PostgreSQL gave back when it cleared up
    }
    const refused = load.seen.unavailable - before
    const made = load.seen.acknowledged.size
    rmSync(join(dataDir, 'ballast'))
    const began = Date.now()
    await service.ready()
    await load.reached(Math.min(gifts, made + 1))
    return {
      words: `disk full for ${full / 1000} s, ${refused} answers of 503, creating again ${((Date.now() - began) / 1000).toFixed(1)} s after there was room`,
      complaints: [
        ...(refused === 0 ? ['nobody was answered 503'] : []),
        ...(service.counts.endedByItself > 0 ? ['the service ended by itself'] : []),
      ],
    }
  },
})

/** Takes all the room that is left. */
function fill(dataDir: Stage['dataDir']): void {
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
