import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupPartition } from './schema-objects.ts'

/** What lies in the folder of a backup, and what it must amount to. */
export interface Manifest {
  /** The form of the folder; this code writes and reads 1. */
  format: 1
  created_at: string
  /** PostgreSQL's `server_version`. A backup may be restored into any supported version. */
  server_version: string
  /** The migrations that shaped the tables, by name and digest. */
  migrations: readonly { name: string; sha256: string }[]
  partitions: readonly BackupPartition[]
  sequences: readonly { name: string; last_value: string | null }[]
  /** In the order in which they are to be filled. */
  tables: readonly StoredTable[]
}

export interface StoredTable {
  name: string
  columns: readonly string[]
  rows: number
  /** The gzipped output of COPY. */
  file: string
  /** Of that file, hexadecimal. */
  sha256: string
}

export const manifestPath = (folder: string): string => join(folder, 'manifest.json')

/** Throws in words for the operator when there is no whole backup in the folder. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestPath(folder), 'utf8').catch((error: unknown) => {
    throw new Error(`There is no backup in ${folder}: it has no manifest.json.`, { cause: error })
  })
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 1)
    throw new Error(`The backup in ${folder} has a form that this version does not read.`)
  return manifest
}
